// A live round on the projector: counts that follow, keys that lead on. Texts come from the page.
import { isBusy, renew, sayAway, watch } from "./polling.js";

const CALM_MS = 600;
const KEYS = {
  ArrowRight: "forward", PageDown: "forward", " ": "forward", ArrowLeft: "back", PageUp: "back",
};

const root = document.querySelector("[data-projector]");
const target = document.getElementById("stage");
const banner = document.getElementById("away");
const stage = () => target.querySelector(".stage");
let changedAt = -CALM_MS;

async function heard(state) {
  if (stage().dataset.phase === "over") return false;
  if (isBusy(target)) return true;
  const count = target.querySelector("[data-count]");
  const moved = String(state?.v) !== stage().dataset.version;
  const others = "names" in stage().dataset && count && count.textContent !== state?.text;
  if (moved || others) await renew(target, root.dataset.page + location.search);
  else if (count && count.textContent !== state.text) count.textContent = state.text;
  return stage().dataset.phase !== "over";
}

const address = () => `${root.dataset.state}?phase=${stage().dataset.phase}`;

// A second click or press of the same moment shall not do what the next button does.
document.addEventListener("submit", (event) => {
  const moves = event.target.method === "post" && target.contains(event.target);
  if (!moves || performance.now() - changedAt >= CALM_MS) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

document.addEventListener("fragment:swapped", () => {
  changedAt = performance.now();
  for (const field of document.querySelectorAll("[data-version-field]")) {
    field.value = stage().dataset.version;
  }
  if (stage().dataset.phase === "over") document.querySelector("[data-end]")?.remove();
  requestAnimationFrame(() => scrollTo(0, 0));
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const way = KEYS[event.key];
  if (!way || event.target.closest("input, select, textarea, summary, .menu")) return;
  if (event.key === " " && event.target.closest("button, a")) return;
  const form = target.querySelector(`[data-key="${way}"]`);
  if (!form) return;
  event.preventDefault();
  // A key that is held down is one press.
  if (!event.repeat) form.requestSubmit();
});

const full = document.querySelector("[data-full-screen]");
if (full && document.documentElement.requestFullscreen) {
  full.hidden = false;
  full.addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen();
  });
}

const away = (isAway) => sayAway(banner, banner.dataset.text, isAway);

// One banner is enough; the step is the teacher's to take again.
target.addEventListener("fragment:lost", (event) => {
  event.preventDefault();
  away(true);
});

watch(address, heard, away);
