// Pieces of an answer as elements, for the page and for the worksheet.

import { element } from "./dom.js";
import { hue } from "./picture.js";
import { percent } from "./wording.js";

/** The number large, the words around it small. */
export function figure(shown) {
  const parts = /^(\D{0,3}?)([-−]?\d[\d.,:/]*(?: \d+\/\d+)?(?:e[-+]?\d+)?)(\s\D*|\s.*≈.*)?$/.exec(shown);
  if (!parts) return [shown];
  const unit = parts[3] ? element("small", {}, parts[3].trim()) : null;
  return [`${parts[1]}${parts[2]}`, unit ? " " : "", unit].filter(Boolean);
}

/** Steps as list items; numbers of the text in their colours. */
export function stepItems(steps) {
  const part = (one) => (one.text === undefined ? one : element("span", { class: `used ${hue(one.number)}` }, one.text));
  return steps.map(({ said, shown }) =>
    element("li", {}, said ? element("span", { class: "said" }, said) : null, element("span", { class: "shown" }, ...shown.map(part))),
  );
}

/** A step as plain text. */
export const stepText = ({ said, shown }) =>
  [said, shown.map((one) => one.text ?? one).join("")].filter(Boolean).join(": ");

/** The answers that were considered, as radio buttons. `choose(root)` is called when one is taken. */
export function choiceLabels(part, said, chosen, name, choose) {
  const known = part.roots(chosen);
  return known.map((root) => {
    const { display, value, line } = part.shown(said, root);
    const followed = root !== part.root && !part.answer.alternatives.some((one) => one.root === root);
    const p = part.chance(root);
    const input = element("input", { type: "radio", name, value: root, onchange: () => choose(root) });
    input.checked = root === chosen;
    return element(
      "label",
      { class: "choice" },
      input,
      element("b", {}, display ?? value ?? "no value"),
      element("span", { class: "how" }, line ?? ""),
      element("span", { class: "chance" }, [followed ? "a thought" : "", p === null ? "" : percent(p)].filter(Boolean).join(", ")),
    );
  });
}
