// What this browser keeps, and what leaves it by hand: earlier problems, links, copies, files.

import { element } from "./dom.js";

const KEY = `cantor.history ${new URL(".", location.href).pathname}`;
const MOST = 20;

/** Earlier problems, the latest first: {question, answer}. Nothing where the browser keeps nothing. */
export function earlier() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((one) => typeof one?.question === "string") : [];
  } catch {
    return [];
  }
}

export function keep(question, answer) {
  const rest = earlier().filter((one) => one.question !== question);
  store([{ question, answer }, ...rest].slice(0, MOST));
}

export const forget = () => store([]);

function store(list) {
  try {
    if (list.length) localStorage.setItem(KEY, JSON.stringify(list));
    else localStorage.removeItem(KEY);
  } catch {
    // a browser that keeps nothing is fine too
  }
}

/** The address of a page with a problem in it. */
export function link(page, question) {
  const url = new URL(page, location.href);
  url.search = new URLSearchParams({ q: question });
  url.hash = "";
  return url.href;
}

/** The problem that the address carries; "" where there is none. */
export const asked = () => new URLSearchParams(location.search).get("q") ?? "";

/** To the clipboard; whether that worked. Browsers give pages it only from this machine or by HTTPS. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const box = element("textarea", { class: "quiet", "aria-hidden": "true", tabindex: -1 });
    const focused = document.activeElement;
    box.value = text;
    document.body.append(box);
    box.select();
    const done = document.execCommand("copy");
    box.remove();
    focused?.focus();
    return done;
  }
}

/** Save some text as a file. */
export function download(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const anchor = element("a", { href: url, download: name });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
