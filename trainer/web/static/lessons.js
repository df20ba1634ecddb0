// Lessons: the step's own words for a refused card, the order put together so far, and an
// address that shows the same after a reload. Texts come from the page.

const slot = document.querySelector("[data-order]");

document.addEventListener("play:refused", ({ detail: { code, live } }) => {
  const own = document.querySelector(`template[data-refused="${code}"]`);
  if (own) live.replaceChildren(own.content.cloneNode(true));
});

document.addEventListener("play:changed", ({ detail: { laid } }) => showOrder(laid));

document.addEventListener("fragment:swapped", ({ detail: target }) => {
  const address = target.querySelector("[data-address]")?.dataset.address;
  if (address) history.replaceState(history.state, "", location.pathname + address);
});

document.querySelector("[data-options]")?.addEventListener("submit", (event) => {
  for (const button of event.target.querySelectorAll("[aria-pressed]")) {
    button.setAttribute("aria-pressed", String(button === event.submitter));
  }
});

function showOrder(laid) {
  if (!slot) return;
  slot.replaceChildren(...laid.map((code) => {
    const item = document.createElement("li");
    const card = document.querySelector(`[data-card="${code}"] .card`).cloneNode(true);
    card.classList.add("small");
    item.append(card);
    return item;
  }));
  document.querySelector("[data-order-empty]").hidden = laid.length > 0;
}
