// Pages that depend on the reader's day.
import "./zone.js";

// Made for another day than the reader's: the cookie is right now, so ask once more.
const shown = document.querySelector("[data-day]")?.dataset.day;
if (shown) {
  const now = new Date();
  const today = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
  const asked = sessionStorage.getItem("day");
  if (today !== shown && asked !== today) {
    sessionStorage.setItem("day", today);
    location.reload();
  }
}
