// The board: lay, take back, type, by pointer or key. All texts come from the page.
//
// A root [data-play] holds JSON in [data-known], the picture of the table, the hand, the
// typed turn, a live region and an undo button (templates/macros/play.html). Every hidden
// input [data-turn] inside the root, or marked data-turn="ID OF ROOT" elsewhere, follows what
// is laid. Events on the root: "play:changed" after each change, detail {laid: ["B12", "B10"]};
// "play:refused" after a refusal, detail {code, refusal, live}.

import { calm } from "./fragment.js";
import { Laying } from "./laying.js";

const MOVE_MS = 150;

export function startBoards(within) {
  for (const frame of within.querySelectorAll("[data-frame]")) centre(frame);
  for (const root of within.querySelectorAll("[data-play]")) new Play(root);
}

// Opens a narrow table at the middle of what is laid; a frame that need not scroll is no tab stop.
function centre(frame) {
  const middle = frame.querySelector(".middle");
  const label = frame.querySelector(".track-name");
  if (!middle) return;
  const box = middle.getBoundingClientRect();
  const view = frame.getBoundingClientRect();
  const { position, direction } = getComputedStyle(label);
  // The label stands over one side of the frame, by the direction of the writing.
  const aside = position === "sticky" ? label.offsetWidth * (direction === "rtl" ? -1 : 1) : 0;
  frame.scrollLeft += box.left + box.width / 2 - (view.left + view.right + aside) / 2;
  const fit = () => { frame.tabIndex = frame.scrollWidth > frame.clientWidth ? 0 : -1; };
  new ResizeObserver(fit).observe(frame);
}

class Play {
  constructor(root) {
    this.root = root;
    const known = JSON.parse(root.querySelector("[data-known]").textContent);
    this.texts = known.texts;
    this.buttons = new Map();
    for (const button of root.querySelectorAll("[data-card]")) {
      this.buttons.set(button.dataset.card, button);
    }
    this.laying = new Laying(known, [...this.buttons.keys()]);
    this.undoButton = root.querySelector("[data-undo]");
    this.live = root.querySelector("[data-live]");
    this.listen();
    this.drawPlaces();
  }

  listen() {
    const { root } = this;
    root.querySelector("[data-hand]").addEventListener("submit", (event) => {
      event.preventDefault();
      const card = event.submitter?.dataset.card;
      if (card) this.press(card);
      else if (event.submitter === this.undoButton) this.undo();
    });
    root.querySelector("[data-typed]")?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.type(event.target.elements.typed);
    });
    root.addEventListener("keydown", (event) => this.key(event));
    root.querySelector(".tracks").addEventListener("click", (event) => {
      const code = event.target.closest("[data-place]")?.dataset.place;
      if (this.buttons.has(code) && this.laying.mode === "lay") this.press(code);
    });
    // Back and forward, also from a page that the browser kept: the address decides.
    addEventListener("popstate", () => this.readAddress());
    addEventListener("pageshow", (event) => event.persisted && this.readAddress());
  }

  press(code) {
    if (this.laying.has(code)) {
      this.takeBack(code);
      return;
    }
    const refusal = this.laying.refusal(code);
    if (refusal) this.refuse(code, refusal);
    else this.lay([code]);
  }

  lay(codes) {
    const from = new Map(codes.map((code) => [code, this.faceBox(code)]));
    const laid = this.laying.add(codes);
    this.changed();
    for (const code of laid) this.fly(code, from.get(code));
    if (laid.length) this.say(laid.at(-1), this.news(laid.at(-1)));
    const left = codes.find((code) => !laid.includes(code) && !this.laying.has(code));
    if (left) this.refuse(left, this.laying.refusal(left));
  }

  news(code) {
    const { texts } = this;
    return this.laying.mode === "lay" ? [texts.laid, this.rowSentence(code[0])] : [texts.marked];
  }

  takeBack(code) {
    this.laying.remove(code);
    this.changed();
    this.say(code, [this.laying.mode === "lay" ? this.texts.back : this.texts.unmarked]);
  }

  undo() {
    const last = this.laying.laid.at(-1);
    if (last) this.takeBack(last);
  }

  type(field) {
    const { codes, fault } = this.laying.read(field.value);
    if (fault) {
      this.say(null, [this.texts[fault]], true);
      field.select();
      return;
    }
    if (codes.length) {
      this.lay(codes);
      field.value = "";
    }
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.matches("input, textarea, select");
    if (!typing && (event.key === "Backspace" || event.key.toLowerCase() === "u")) {
      event.preventDefault();
      this.undo();
      return;
    }
    const button = event.target.closest("[data-card]");
    if (!button) return;
    const next = neighbour([...this.buttons.values()], button, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  readAddress() {
    // A board that has been replaced has no say in the address any more.
    if (!this.root.isConnected) return;
    const laid = new URLSearchParams(location.search).get("laid") || "";
    this.laying.laid = [];
    this.laying.add(laid.split(",").filter((code) => this.buttons.has(code)));
    this.changed();
    this.say(null, []);
  }

  // Everything that shows what is laid, drawn anew.
  changed() {
    this.drawPlaces();
    const { laid } = this.laying;
    for (const [code, button] of this.buttons) {
      button.setAttribute("aria-pressed", String(laid.includes(code)));
    }
    if (laid.length) this.undoButton.removeAttribute("aria-disabled");
    else this.undoButton.setAttribute("aria-disabled", "true");
    this.tell(laid);
  }

  tell(laid) {
    const text = laid.join(",");
    const fields = document.querySelectorAll(`[data-turn="${this.root.id}"]`);
    for (const field of [...this.root.querySelectorAll("[data-turn]"), ...fields]) field.value = text;
    const url = new URL(location.href);
    for (const name of ["typed", "check", "laid"]) url.searchParams.delete(name);
    if (text) url.searchParams.set("laid", text);
    const search = url.search.replaceAll("%2C", ",");
    history.replaceState(history.state, "", url.pathname + search + url.hash);
    for (const form of this.root.querySelectorAll("[data-fragment]")) {
      const target = document.querySelector(form.dataset.fragment);
      if (target?.hasAttribute("data-volatile")) target.replaceChildren();
    }
    this.root.dispatchEvent(new CustomEvent("play:changed", { detail: { laid }, bubbles: true }));
  }

  drawPlaces() {
    for (const track of this.root.querySelectorAll("[data-track]")) {
      const letter = track.dataset.track;
      for (const place of track.querySelectorAll("[data-place]")) this.drawPlace(place);
      track.querySelector("[data-sentence]").textContent = this.rowSentence(letter);
    }
    this.root.classList.add("can-reach");
  }

  drawPlace(place) {
    const code = place.dataset.place;
    const fresh = this.laying.mode === "lay" && this.laying.has(code);
    const next = this.laying.ends(code[0]).includes(Number(code.slice(1)));
    place.classList.toggle("next", next);
    if (fresh === place.classList.contains("fresh")) return;
    place.classList.toggle("fresh", fresh);
    place.replaceChildren(fresh ? this.copyOf(code) : code.slice(1));
  }

  copyOf(code) {
    return this.buttons.get(code).querySelector(".card").cloneNode(true);
  }

  rowSentence(letter) {
    const { texts } = this;
    const row = this.laying.row(letter);
    const ends = this.laying.ends(letter);
    const extent = !row ? texts.closed
      : row[0] === row[1] ? fill(texts.extentOne, { number: row[0] })
        : fill(texts.extent, { low: row[0], high: row[1] });
    return `${extent} ${this.fillNext(["nextNone", "nextOne", "next"], ends)}`;
  }

  fillNext(keys, ends) {
    const values = { number: ends[0], low: ends[0], high: ends[1] };
    return fill(this.texts[keys[ends.length]], values);
  }

  refuse(code, refusal) {
    let text = this.texts[refusal];
    if (refusal === "not-next") {
      text = this.fillNext(["nextNone", "not-next-one", "not-next"], this.laying.ends(code[0]));
    } else if (refusal === "row-closed") {
      text = fill(text, { number: this.laying.starts[code[0]] });
    }
    this.say(code, [text], true);
    const detail = { code, refusal, live: this.live };
    this.root.dispatchEvent(new CustomEvent("play:refused", { detail, bubbles: true }));
  }

  say(code, sentences, refusal = false) {
    this.live.classList.toggle("refusal", refusal);
    const card = this.buttons.has(code) ? this.copyOf(code) : null;
    card?.classList.add("inline");
    this.live.replaceChildren(...(card ? [card, " "] : []), sentences.join(" "));
  }

  faceBox(code) {
    return this.buttons.get(code)?.querySelector(".card").getBoundingClientRect();
  }

  // The card moves from the hand to its place, or is simply there for those who want calm.
  fly(code, from) {
    const card = this.root.querySelector(`[data-place="${code}"] .card`);
    if (!card || !from || calm()) return;
    const to = card.getBoundingClientRect();
    const ghost = card.cloneNode(true);
    ghost.classList.add("flying");
    ghost.setAttribute("aria-hidden", "true");
    document.body.append(ghost);
    Object.assign(ghost.style, { left: `${to.left}px`, top: `${to.top}px` });
    ghost.style.setProperty("--w", `${to.width}px`);
    const start = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width})`;
    ghost.style.transformOrigin = "0 0";
    card.style.visibility = "hidden";
    const done = () => { ghost.remove(); card.style.visibility = ""; };
    const timing = { duration: MOVE_MS, easing: "cubic-bezier(.2, .7, .3, 1)" };
    ghost.animate([{ transform: start }, { transform: "none" }], timing).finished.then(done, done);
  }
}

function fill(text, values) {
  return text.replace(/%\((\w+)\)s/g, (_, name) => values[name]);
}

// The button that an arrow key leads to: along the line, or to the nearest one above or below.
function neighbour(buttons, from, key) {
  const at = buttons.indexOf(from);
  const step = getComputedStyle(from).direction === "rtl" ? -1 : 1;
  if (key === "ArrowRight") return buttons[at + step];
  if (key === "ArrowLeft") return buttons[at - step];
  if (key === "Home") return buttons[0];
  if (key === "End") return buttons.at(-1);
  const way = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (!way) return undefined;
  const box = from.getBoundingClientRect();
  const distance = (button) => {
    const other = button.getBoundingClientRect();
    const down = (other.top - box.top) * way;
    return down > box.height / 2 ? down * 4 + Math.abs(other.left - box.left) : Infinity;
  };
  const best = buttons.reduce((a, b) => (distance(b) < distance(a) ? b : a));
  return distance(best) < Infinity ? best : undefined;
}
