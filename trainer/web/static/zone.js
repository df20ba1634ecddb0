// The browser's distance from UTC, so that a day ends at the reader's own midnight.

export function zone() {
  return -new Date().getTimezoneOffset();
}

const known = document.cookie.split("; ").find((one) => one.startsWith("zone="));
if (known !== `zone=${zone()}`) {
  document.cookie = `zone=${zone()}; path=/; max-age=${400 * 86400}; samesite=lax`;
}
