// Puzzles: the address shows the same answer after a reload. Texts come from the page.
import "./zone.js";

document.addEventListener("fragment:swapped", ({ detail: target }) => {
  const address = target.querySelector("[data-address]")?.dataset.address;
  if (address) history.replaceState(history.state, "", location.pathname + address);
});

// A reload and another language show the same hints.
document.addEventListener("fragment:swapped", ({ detail: target }) => {
  const shown = target.querySelector("[data-shown]")?.dataset.shown;
  if (!shown) return;
  const address = new URL(location.href);
  address.searchParams.set("hint", shown);
  history.replaceState(history.state, "", address.pathname + address.search.replaceAll("%2C", ","));
});

// The link can be copied with one press where the browser allows it.
for (const box of document.querySelectorAll("[data-share]")) {
  const button = box.querySelector("button");
  if (!navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(box.querySelector("a").href);
    box.querySelector("[role=status]").textContent = button.dataset.done;
  });
}

// Another choice than the one that was answered: the old answer goes.
document.querySelector(".question")?.addEventListener("change", () => {
  document.getElementById("result").replaceChildren();
});
