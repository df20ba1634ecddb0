// The workshop: asks for a closer look by itself, and shows each as it comes. When the engine is
// busy the last look stays, and the button to look closer with it. Texts come from the page.

const TRIES = 6;

async function sharpen(form, tries = TRIES) {
  const url = new URL(form.getAttribute("action"), location.href);
  url.search = new URLSearchParams(new FormData(form));
  const response = await fetch(url, { headers: { "X-Fragment": "1" }, credentials: "same-origin" })
    .catch(() => null);
  // Somebody pressed the button meanwhile, or left the field of the answer.
  if (!form.isConnected || !response) return;
  if (response.status === 503 && tries > 1) {
    const seconds = Number(response.headers.get("Retry-After")) || 3;
    setTimeout(() => sharpen(form, tries - 1), seconds * 1000);
    return;
  }
  if (response.ok) show(form, await response.text());
}

// The values change in place; what the reader has opened, chosen or focused stays.
function show(form, html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const fresh = page.querySelector(".weighed");
  const old = form.closest(".weighed");
  if (!fresh || !old) return;
  const focused = old.contains(document.activeElement);
  const open = old.querySelector("details")?.open;
  old.replaceWith(fresh);
  const more = fresh.querySelector("details");
  if (more && open) more.open = true;
  if (focused) fresh.querySelector("h2").focus({ preventScroll: true });
  start();
}

function start() {
  const form = document.querySelector("[data-sharpen]");
  if (form) sharpen(form);
}

document.addEventListener("fragment:swapped", start);
start();
