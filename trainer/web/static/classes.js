// A box that ticks all others of its form. Without scripts it is not there.

for (const label of document.querySelectorAll("[data-all]")) {
  const all = label.querySelector("input");
  const form = label.closest("form");
  const boxes = [...form.querySelectorAll("input[type=checkbox][name=pupil]")];
  const follow = () => {
    const ticked = boxes.filter((box) => box.checked).length;
    all.checked = ticked === boxes.length;
    all.indeterminate = ticked > 0 && ticked < boxes.length;
  };
  all.addEventListener("change", () => {
    for (const box of boxes) box.checked = all.checked;
    all.indeterminate = false;
  });
  for (const box of boxes) box.addEventListener("change", follow);
  label.hidden = boxes.length < 2;
  for (const link of form.querySelectorAll("[data-without-scripts]")) link.remove();
  follow();
}
