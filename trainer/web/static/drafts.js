// What is typed or chosen but not sent yet comes along when the reader changes the language.
// It stays in this browser tab, until the same page is there in the new language.

const KEY = "draft";
const FIELDS = "main :is(input, textarea, select)[name]:not([type=hidden])";

const page = () => location.pathname.replace(/^\/[^/]+/, "");
const isChoice = (field) => field.type === "radio" || field.type === "checkbox";

export function keepDraft() {
  const fields = Array.from(document.querySelectorAll(FIELDS), (field) => ({
    name: field.name,
    value: field.value,
    checked: isChoice(field) && field.checked,
  }));
  store((storage) => storage.setItem(KEY, JSON.stringify({ page: page(), fields })));
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
