// Asks again and again whether something has changed, and takes a part of a page anew.
// A lost connection is said, is survived, and ends by itself. Texts come from the page.

import { startBoards } from "./board.js";

const EVERY_MS = 1200;
// Thirty phones shall not ask all at once.
const SPREAD_MS = 800;
const SLOW_MS = 15_000;
const PATIENCE_MS = 10_000;

// Calls `heard` with what the address that `place` gives answers (JSON, or null where there is nothing any more),
// and `away` with true when the connection is lost and with false at each answer. `heard` may
// return a promise, and says false to end.
export function watch(place, heard, away) {
  let failures = 0;
  let timer;
  let asking = false;

  async function ask() {
    if (asking) return;
    asking = true;
    clearTimeout(timer);
    const goesOn = await answered();
    asking = false;
    if (goesOn !== false) timer = setTimeout(ask, pause(failures));
  }

  async function answered() {
    try {
      const goesOn = await heard(await state(place()));
      failures = 0;
      away(false);
      return goesOn;
    } catch (error) {
      if (!isLoss(error)) throw error;
      failures += 1;
      // One answer that does not come is no news yet.
      if (failures > 1 || !navigator.onLine) away(true);
      return true;
    }
  }

  addEventListener("online", ask);
  document.addEventListener("visibilitychange", () => document.hidden || ask());
  timer = setTimeout(ask, pause(0));
}

function pause(failures) {
  if (document.hidden) return SLOW_MS;
  const spread = Math.random() * SPREAD_MS;
  return failures ? Math.min(SLOW_MS, EVERY_MS * 2 ** (failures - 1) + spread) : EVERY_MS + spread;
}

async function state(address) {
  const response = await bring(address);
  // Led elsewhere: to sign in, say.
  return response.ok && !response.redirected ? response.json() : null;
}

// What the server sends; throws where it cannot be reached or cannot answer.
async function bring(address, headers = {}) {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const response = await fetch(address, {
    headers, signal, credentials: "same-origin", cache: "no-cache",
  });
  if (response.status >= 500) throw new TypeError(response.statusText);
  return response;
}

// No connection, no answer in time, or one that is not ours.
function isLoss(error) {
  return error instanceof TypeError || error instanceof SyntaxError || error instanceof DOMException;
}

// Takes the part of a page anew and puts it into its place.
export async function renew(target, page) {
  const response = await bring(page, { "X-Fragment": "1" });
  const html = await response.text();
  if (!response.headers.has("X-Fragment")) {
    if (response.redirected) location.assign(page);
    else throw new TypeError("another page");
    return;
  }
  target.innerHTML = html;
  startBoards(target);
  document.dispatchEvent(new CustomEvent("fragment:swapped", { detail: target }));
  target.querySelector("[data-focus]")?.focus({ preventScroll: true });
  scrollTo({ top: 0 });
}

// While a form is on its way, its answer decides.
export function isBusy(target) {
  return Boolean(target.querySelector('form[aria-busy="true"]'));
}

export function sayAway(banner, text, isAway) {
  banner.hidden = !isAway;
  // Filled when shown, so that screen readers read it, once.
  if (banner.textContent !== (isAway ? text : "")) banner.textContent = isAway ? text : "";
}
