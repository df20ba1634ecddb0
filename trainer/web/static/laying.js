// What is laid in this turn and what fits next: the little of the rules that the page needs at
// once. The server checks every turn again.

export class Laying {
  constructor({ mode, rows, starts, highest, laid, labels }, hand) {
    Object.assign(this, { mode, rows, starts, highest, labels, hand, laid: [...laid] });
  }

  has(code) {
    return this.laid.includes(code);
  }

  // [low, high] of a row with the laid cards in it, or null while it is closed.
  row(letter) {
    let row = this.rows[letter] && [...this.rows[letter]];
    if (this.mode === "mark") return row;
    for (const code of this.laid) {
      if (code[0] !== letter) continue;
      const number = Number(code.slice(1));
      row = row ? [Math.min(row[0], number), Math.max(row[1], number)] : [number, number];
    }
    return row;
  }

  // The numbers that fit a row now, at most two.
  ends(letter) {
    const row = this.row(letter);
    if (!row) return letter in this.starts ? [this.starts[letter]] : [];
    return [row[0] - 1, row[1] + 1].filter((number) => number >= 1 && number <= this.highest);
  }

  // The rule that forbids laying a card now, or null.
  refusal(code) {
    const letter = code[0];
    const number = Number(code.slice(1));
    const row = this.row(letter);
    if (row && number >= row[0] && number <= row[1]) return "already-laid";
    if (!this.hand.includes(code)) return "not-in-hand";
    if (this.mode === "mark" || this.ends(letter).includes(number)) return null;
    return row ? "not-next" : "row-closed";
  }

  // Lays what fits, in any order in which it does; returns what was laid.
  add(codes) {
    const added = [];
    let left = codes.filter((code) => !this.has(code));
    for (;;) {
      const code = left.find((one) => !this.refusal(one));
      if (!code) return added;
      this.laid.push(code);
      added.push(code);
      left = left.filter((one) => one !== code);
    }
  }

  // Takes a card back, and with it those that no longer fit.
  remove(code) {
    const rest = this.laid.filter((one) => one !== code);
    this.laid = [];
    this.add(rest);
  }

  // Typed text → {codes} or {fault}. Letters are those on the cards, or R Y G B.
  read(text) {
    const codes = [];
    for (const word of text.trim().split(/[\s,;]+/).filter(Boolean)) {
      const found = /^\d+$/.test(word) ? this.byNumber(Number(word)) : this.byLetter(word);
      if (found.fault) return found;
      codes.push(found.code);
    }
    return { codes };
  }

  byNumber(number) {
    const found = this.hand.filter((code) => Number(code.slice(1)) === number && !this.has(code));
    if (found.length === 1) return { code: found[0] };
    return { fault: found.length ? "ambiguous" : "not-in-hand" };
  }

  byLetter(word) {
    const typed = word.toLocaleLowerCase();
    const letters = [...Object.entries(this.labels), ...Object.keys(this.starts).map((l) => [l, l])];
    const codes = [];
    for (const [label, letter] of letters.sort((a, b) => b[0].length - a[0].length)) {
      const number = typed.slice(label.length);
      const reads = typed.startsWith(label.toLocaleLowerCase()) && /^[1-9]\d?$/.test(number);
      if (reads && Number(number) <= this.highest) codes.push(letter + number);
    }
    const code = codes.find((one) => this.hand.includes(one)) || codes[0];
    return code ? { code } : { fault: "unreadable" };
  }
}
