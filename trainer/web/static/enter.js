// In a form with several parts the Enter key presses the button of the part that it is pressed in.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || !event.target.matches("input")) return;
  const button = event.target.closest("details")?.querySelector("button");
  if (!button) return;
  event.preventDefault();
  button.click();
});
