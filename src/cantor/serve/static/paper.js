// A sheet for the printer: numbered problems with room for the answer, and the solutions where wanted.

import { byId, element } from "./dom.js";

/** Print {question, answer, steps} each; solutions stand below each problem, a key on a page of its own. */
export function print(title, problems, { solutions = false, key = false } = {}) {
  lay(title, problems, { solutions, key });
  window.print();
}

/** Fill the sheet that only the printer sees. */
export function lay(title, problems, { solutions = false, key = false } = {}) {
  const items = problems.map(({ question, answer, steps }) =>
    element(
      "li",
      {},
      element("p", {}, question),
      solutions ? element("p", { class: "solution" }, element("b", {}, answer ?? "No answer")) : element("p", { class: "blank" }, "Answer:"),
      solutions && steps.length ? element("ol", { class: "worked" }, ...steps.map((step) => element("li", {}, step))) : null,
    ),
  );
  const answers = problems.map(({ answer }) => element("li", {}, answer ?? "No answer"));
  byId("paper").replaceChildren(
    element("h1", {}, title || "Worksheet"),
    solutions ? "" : element("p", { class: "name" }, "Name:"),
    element("ol", { class: "problems" }, ...items),
    key ? element("section", { class: "key" }, element("h2", {}, "Answer key"), element("ol", {}, ...answers)) : "",
  );
  byId("paper").hidden = false;
}
