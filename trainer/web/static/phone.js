// A live round on a pupil's phone: follows what the teacher does. Texts come from the page.
import { isBusy, renew, sayAway, watch } from "./polling.js";

const root = document.querySelector("[data-live]");
const banner = document.getElementById("away");
const part = () => root.querySelector(".phone");
// Sends the answer that the pupil has sent and that has not come through yet.
let pending = null;

// The address names the question, so that a reload shows the same, and never the cards of the
// question before.
function nameQuestion() {
  const wanted = new URL(part()?.dataset.address ?? location.href, location.href);
  const now = new URL(location.href);
  if (now.searchParams.get("q") === wanted.searchParams.get("q")) {
    now.searchParams.delete("change");
    now.searchParams.delete("late");
    wanted.search = now.search;
  }
  history.replaceState(history.state, "", wanted.pathname + wanted.search.replaceAll("%2C", ","));
}

async function heard(state) {
  if (part().hasAttribute("data-over")) return false;
  if (isBusy(root)) return true;
  if (pending) {
    const again = pending;
    pending = null;
    await again();
    // Lost once more: ask later, as after any question that got no answer.
    if (pending) throw new TypeError("not sent");
    return !part().hasAttribute("data-over");
  }
  if (String(state?.v) === part().dataset.version) return true;
  await renew(root, root.dataset.page);
  return !part().hasAttribute("data-over");
}

function away(isAway) {
  const { text, textStored, textPending } = banner.dataset;
  const stored = part().hasAttribute("data-stored") ? textStored : text;
  sayAway(banner, pending ? textPending : stored, isAway || Boolean(pending));
}

function lost(event) {
  event.preventDefault();
  if (event.target.method === "post") pending = event.detail;
  away(true);
}

// Whatever came last from the server answers what was sent last.
function swapped() {
  pending = null;
  nameQuestion();
}

if (root && !part().hasAttribute("data-over")) {
  nameQuestion();
  document.addEventListener("fragment:swapped", swapped);
  root.addEventListener("fragment:lost", lost);
  // Another turn than the one that was refused: what was said about that goes.
  document.addEventListener("play:changed", () => document.getElementById("said")?.replaceChildren());
  watch(() => root.dataset.state, heard, away);
}
