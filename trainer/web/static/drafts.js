// What is typed or chosen but not sent yet comes along when the reader changes the language.
// It stays in this browser tab, until the same page is there in the new language. What a teacher
// has sent is kept like that too: it is there again if the teacher has to sign in first.

const KEY = "draft";
const SENT = "sent";
const SIGN_IN = /^\/teach\/(sign-in|recover)$/;
const FIELDS = "main :is(input, textarea, select)[name]:not([type=hidden], [type=file])";

const page = () => location.pathname.replace(/^\/[^/]+/, "");
const isChoice = (field) => field.type === "radio" || field.type === "checkbox";

export function keepDraft() {
  keep(KEY);
}

function keep(key) {
  const fields = Array.from(document.querySelectorAll(FIELDS), (field) => ({
    name: field.name,
    value: field.value,
    checked: isChoice(field) && field.checked,
  }));
  store((storage) => storage.setItem(key, JSON.stringify({ page: page(), fields })));
}

export function watchForms() {
  document.addEventListener("submit", ({ target: form }) => {
    if (form.method !== "post" || !form.closest("main")) return;
    // This page answers a form: Back shall lead to the page, not send that form again.
    if ("onceBack" in form.dataset) history.replaceState(null, "", location.href);
    const isSecret = document.querySelector("main [type=password]");
    if (page().startsWith("/teach/") && !isSecret) keep(SENT);
  });
}

export function bringSent() {
  store((storage) => {
    const sent = JSON.parse(storage.getItem(SENT));
    if (!sent) return;
    if (SIGN_IN.test(page())) {
      storage.setItem(SENT, JSON.stringify({ ...sent, signedOut: true }));
      return;
    }
    storage.removeItem(SENT);
    if (sent.signedOut && sent.page === page()) sent.fields.forEach(fill);
  });
}

export function bringDraft() {
  store((storage) => {
    const draft = JSON.parse(storage.getItem(KEY));
    storage.removeItem(KEY);
    if (draft?.page === page()) draft.fields.forEach(fill);
  });
}

function fill({ name, value, checked }) {
  for (const field of document.querySelectorAll(FIELDS)) {
    if (field.name !== name) continue;
    if (!isChoice(field)) field.value = value;
    else if (field.value === value) field.checked = checked;
  }
}

function store(use) {
  try {
    use(sessionStorage);
  } catch (error) {
    // A browser may forbid to store anything: then the fields are empty again.
    if (!(error instanceof DOMException)) throw error;
  }
}
