// A live round on a pupil's phone: follows what the teacher does. Texts come from the page.
import { isBusy, renew, sayAway, watch } from "./polling.js";

const root = document.querySelector("[data-live]");
const banner = document.getElementById("away");
const part = () => root.querySelector(".phone");

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
  if (isBusy(root) || String(state?.v) === part().dataset.version) return true;
  await renew(root, root.dataset.page);
  return !part().hasAttribute("data-over");
}

function away(isAway) {
  const stored = part().hasAttribute("data-stored");
  sayAway(banner, stored ? banner.dataset.textStored : banner.dataset.text, isAway);
}

if (root && !part().hasAttribute("data-over")) {
  nameQuestion();
  document.addEventListener("fragment:swapped", nameQuestion);
  // Another turn than the one that was refused: what was said about that goes.
  document.addEventListener("play:changed", () => document.getElementById("said")?.replaceChildren());
  watch(() => root.dataset.state, heard, away);
}
