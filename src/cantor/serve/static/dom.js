// Elements from plain data. Text only ever becomes text: there is no way from a string to markup here.

const SVG = "http://www.w3.org/2000/svg";

function filled(node, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}

/** An HTML element: attributes, listeners as `onclick`, and children. */
export const element = (tag, properties = {}, ...children) =>
  filled(document.createElement(tag), properties, children);

/** The same in SVG. */
export const shape = (tag, properties = {}, ...children) =>
  filled(document.createElementNS(SVG, tag), properties, children);

export const byId = (id) => document.getElementById(id);
