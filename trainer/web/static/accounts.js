// Forms of accounts: a button that shows a password, one submit for two clicks, the focus on
// what is not right yet. Texts come from the page (data-text-show, data-text-hide).

const EYE =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z"/><circle cx="12" cy="12" r="3"/><path class="slash" d="M4 4l16 16"/></svg>';

function show(field, button, shown) {
  const { textShow, textHide } = field.parentElement.dataset;
  field.type = shown ? "text" : "password";
  button.setAttribute("aria-pressed", String(shown));
  button.title = shown ? textHide : textShow;
}

function addButton(frame) {
  const field = frame.querySelector("input");
  const button = document.createElement("button");
  button.type = "button";
  button.innerHTML = EYE;
  // The name stays, the state is in aria-pressed; the title says what a click does.
  button.setAttribute("aria-label", frame.dataset.textShow);
  button.setAttribute("aria-controls", field.id);
  show(field, button, false);
  button.addEventListener("click", () => show(field, button, field.type === "password"));
  // Browsers remember what stood in a field of text: it goes as a password.
  field.form.addEventListener("submit", () => show(field, button, false));
  frame.append(button);
}

function sendOnce(form) {
  form.addEventListener("submit", (event) => {
    if (form.getAttribute("aria-busy") === "true") event.preventDefault();
    else form.setAttribute("aria-busy", "true");
  });
  // Back at a page that the browser has kept, the form can be sent again.
  addEventListener("pageshow", () => form.removeAttribute("aria-busy"));
}

document.querySelectorAll("[data-password]").forEach(addButton);
document.querySelectorAll("form[data-once]").forEach(sendOnce);
document.getElementById("problems")?.focus();
