// A number of the text with a button on either side, for each that can be turned.

import { element } from "./dom.js";
import { hue } from "./picture.js";
import { isNumeral, turned } from "./text.js";

const MAX_DIALS = 12;
const SMALL_WORDS = new Set(
  "and are but each every for from had has have her his into less more fewer than that the their them then they was were with".split(" "),
);

export class Dials {
  /** Draws into the list `place`; `numbers()` are those of the text now, `replace(i, text)` puts another in. */
  constructor(place, numbers, replace) {
    Object.assign(this, { place, numbers, replace });
  }

  /** Show the numbers as they are in the text; whether there is one. */
  show(text) {
    const shown = this.numbers()
      .map((number, i) => ({ number, i }))
      .filter(({ number }) => turnable(number))
      .slice(0, MAX_DIALS);
    const same = [...this.place.children].map((item) => item.dataset.index).join() === shown.map(({ i }) => i).join();
    if (!same) this.place.replaceChildren(...shown.map(({ i }) => this.dial(i)));
    shown.forEach(({ number, i }, place) => {
      const item = this.place.children[place];
      const input = item.querySelector("input");
      if (document.activeElement !== input) input.value = number.text;
      const what = after(number, text);
      input.setAttribute("aria-label", what ? `Number ${i + 1}, ${what}` : `Number ${i + 1}`);
      input.size = Math.max(2, input.value.length);
      const [lower, higher] = item.querySelectorAll("button");
      lower.setAttribute("aria-disabled", !stepped(number, -1));
      higher.setAttribute("aria-disabled", !stepped(number, 1));
      item.querySelector(".what").textContent = what;
    });
    return shown.length > 0;
  }

  /** One more or less as the server writes it; many at a time only of plain numerals, which stop at zero. */
  turn(i, by) {
    const number = this.numbers()[i];
    if (!number) return;
    const next = stepped(number, by);
    if (next) this.replace(i, next);
  }

  dial(i) {
    const current = () => this.numbers()[i]?.text;
    const input = element("input", {
      type: "text",
      inputmode: "decimal",
      autocomplete: "off",
      oninput: () => {
        const typed = input.value.trim();
        if (isNumeral(typed)) this.replace(i, typed);
        input.size = Math.max(2, input.value.length);
      },
      onchange: () => {
        const typed = input.value.trim();
        if (/^[\p{L}\d][\p{L}\d :.,-]*$/u.test(typed) && typed !== current()) this.replace(i, typed);
      },
      onblur: () => (input.value = current() ?? input.value),
      onkeydown: (event) => {
        const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
        if (!by) return;
        event.preventDefault();
        this.turn(i, by);
        input.value = current() ?? input.value;
      },
    });
    const button = (text, name, by) =>
      element("button", { type: "button", "aria-label": `${name} number ${i + 1}`, onclick: () => this.turn(i, by) }, text);
    return element(
      "li",
      { class: hue(i), "data-index": i },
      element("div", { class: "dial" }, button("−", "Lower", -1), input, button("+", "Raise", 1)),
      element("span", { class: "what", "aria-hidden": "true" }),
    );
  }
}

/** A number turned by so much, as it is written; null where it cannot be, or the server has yet to say how. */
function stepped({ text, kind, lower, higher }, by) {
  const next = by === 1 ? higher : by === -1 ? lower : undefined;
  if (next !== undefined) return next;
  const one = Math.abs(by) === 1; // of money, that may be a cent or a dollar
  return isNumeral(text) && kind !== "time" && !(one && kind === "money") ? turned(text, by) : null;
}

/** Numerals always; words and times where the server says how their neighbours are written, or is about to. */
const turnable = (number) => isNumeral(number.text) || Boolean(number.lower ?? number.higher ?? number.waiting);

/** The word that follows a number in the text, to tell it from others; "" where it says nothing. */
function after(number, text) {
  const next = /^[%\s-]*(\p{L}+)/u.exec(text.slice(number.end, number.end + 40))?.[1] ?? "";
  return next.length < 3 || SMALL_WORDS.has(next.toLowerCase()) ? "" : next;
}
