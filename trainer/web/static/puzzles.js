// Puzzles: the address shows the same answer after a reload. Texts come from the page.

document.addEventListener("fragment:swapped", ({ detail: target }) => {
  const address = target.querySelector("[data-address]")?.dataset.address;
  if (address) history.replaceState(history.state, "", location.pathname + address);
});

// Another choice than the one that was answered: the old answer goes.
document.querySelector(".question")?.addEventListener("change", () => {
  document.getElementById("result").replaceChildren();
});
