// What every page needs: boards, forms that answer in place, the language menu.
import { startBoards } from "./board.js";
import { bringDraft, bringSent, keepDraft, watchForms } from "./drafts.js";
import { startFragments } from "./fragment.js";

function startMenus() {
  for (const menu of document.querySelectorAll("[data-menu]")) {
    document.addEventListener("click", (event) => {
      if (!menu.contains(event.target)) menu.open = false;
    });
    menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !menu.open) return;
      menu.open = false;
      menu.querySelector("summary").focus();
    });
  }
  // The address may have changed since the page was made: what is laid comes along.
  document.querySelector("[data-language]")?.addEventListener("submit", (event) => {
    event.target.elements.next.value = location.pathname + location.search;
    keepDraft();
  });
}

startMenus();
bringDraft();
bringSent();
watchForms();
startBoards(document);
startFragments(startBoards);
