// Forms marked data-fragment="#target" are sent by fetch; the answer fills the target.
// Without this file the same forms load whole pages. Texts come from the page.
//
// Events: "fragment:swapped" on document (detail: the target) after each answer; "fragment:lost"
// on the form when it could not be sent (detail: what sends the same once more). A page that
// prevents the default of the latter says by itself that the connection is lost.

const HEADER = "X-Fragment";
let afterSwap = () => {};

export function startFragments(prepare) {
  afterSwap = prepare;
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.dataset.fragment || event.defaultPrevented) return;
    event.preventDefault();
    send(form, event.submitter);
  });
}

// Sends a form once; further submits wait until the answer is there. What is sent again is what
// the form held at first.
export async function send(form, submitter, data = new FormData(form, submitter)) {
  if (form.getAttribute("aria-busy") === "true") return;
  setBusy(form, true);
  try {
    const response = await ask(form, data);
    hideLost();
    if (response.redirected && !response.headers.has(HEADER)) {
      location.assign(response.url);
    } else {
      swap(form, await response.text(), response);
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const event = { bubbles: true, cancelable: true, detail: () => send(form, submitter, data) };
    // Whoever changes something and presses "Try again" sends what is there then.
    if (form.dispatchEvent(new CustomEvent("fragment:lost", event))) {
      showLost(() => send(form, submitter));
    }
  } finally {
    setBusy(form, false);
  }
}

function setBusy(form, busy) {
  form.setAttribute("aria-busy", String(busy));
  for (const button of form.querySelectorAll("button")) {
    if (busy) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
  }
}

async function ask(form, data, again = true) {
  const response = await request(form, data);
  const token = response.headers.get("X-Form-Token");
  if (!token || !again) return response;
  // The token was from an earlier visit: take the new one and send the work once more.
  for (const field of document.querySelectorAll("input[name=csrf_token]")) field.value = token;
  data.set("csrf_token", token);
  return ask(form, data, false);
}

function request(form, data) {
  const url = new URL(form.getAttribute("action") || location.href, location.href);
  url.hash = "";
  const options = { headers: { [HEADER]: "1" }, credentials: "same-origin" };
  if (form.method === "post") {
    return fetch(url, { ...options, method: "POST", body: new URLSearchParams(data) });
  }
  url.search = new URLSearchParams(data);
  return fetch(url, options);
}

function swap(form, html, response) {
  const target = document.querySelector(form.dataset.fragment);
  target.innerHTML = html;
  if (form.method === "get" && response.ok) rememberAddress(response.url);
  afterSwap(target);
  document.dispatchEvent(new CustomEvent("fragment:swapped", { detail: target }));
  const heading = target.querySelector("[data-focus]");
  if (!heading) return;
  heading.focus({ preventScroll: true });
  target.scrollIntoView({ block: "nearest", behavior: calm() ? "auto" : "smooth" });
}

function rememberAddress(address) {
  const url = new URL(address);
  history.replaceState(history.state, "", url.pathname + url.search.replaceAll("%2C", ","));
}

export function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function showLost(retry) {
  const banner = document.getElementById("lost");
  banner.hidden = false;
  // Filled when shown, so that screen readers read it.
  banner.querySelector("span").textContent = banner.dataset.text;
  banner.querySelector("[data-retry]").onclick = retry;
}

function hideLost() {
  document.getElementById("lost").hidden = true;
}
