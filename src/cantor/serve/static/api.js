// The API's own page, made from /openapi.json: what to send, what comes back, and a place to try it.

import { byId, element } from "./dom.js";

const SAMPLES = {
  "/solve": { question: "A jar holds 3 pens and 4 pencils. How many is that?", k: 3, graph: false },
  "/solve/batch": { questions: ["Ida has 5 kites and buys 2 more. How many has she now?"] },
  "/read": { text: "Two and a half dozen eggs for $3.60" },
  "/practice": { question: "A jar holds 3 pens and 4 pencils. How many is that?", count: 3 },
  "/evaluate": { text: "A jar holds 3 pens and 4 pencils. How many is that?", equation: "3 + 4" },
};

function typeOf(schema, all) {
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(one, all)).join(" or ");
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" or ");
  if (schema.type === "array") return schema.prefixItems ? "pair" : `list of ${typeOf(schema.items ?? {}, all)}`;
  const bounds = [
    schema.minimum !== undefined && schema.maximum !== undefined ? `${schema.minimum} to ${schema.maximum}` : null,
    schema.maxLength === undefined ? null : `at most ${schema.maxLength} characters`,
  ].filter(Boolean);
  return [schema.type ?? "any", ...bounds].join(", ");
}

function fields(schema, all) {
  const target = schema.$ref ? all[schema.$ref.split("/").at(-1)] : schema;
  const needed = (name) => (target.required ?? []).includes(name);
  const entries = Object.entries(target.properties ?? {}).sort(([a], [b]) => needed(b) - needed(a));
  const rows = entries.map(([name, property]) =>
    element("tr", {},
      element("th", { scope: "row" }, element("code", {}, name)),
      element("td", {}, typeOf(property, all), needed(name) ? "" : " (optional)"),
      element("td", {}, property.description ?? ""),
    ),
  );
  return element("table", {}, element("thead", {}, element("tr", {},
    ...["Key", "Type", "Meaning"].map((title) => element("th", { scope: "col" }, title)))), element("tbody", {}, ...rows));
}

/** The request as one types it into a terminal; a quote in the body would end the shell's own. */
function curl(path, method) {
  const url = new URL(path.slice(1), location.href).href;
  const sample = SAMPLES[path];
  if (method !== "POST" || !sample) return `curl -s ${url}`;
  const body = JSON.stringify(sample).replaceAll("'", "'\\''");
  return `curl -s ${url} \\\n  -H 'content-type: application/json' \\\n  -d '${body}'`;
}

function tryIt(path, method) {
  const sample = SAMPLES[path];
  const id = `try${path.replaceAll("/", "-")}`;
  const input = sample && element("textarea", { id, rows: 4, spellcheck: "false", class: "code" });
  if (input) input.value = JSON.stringify(sample, null, 2);
  const output = element("pre", { tabindex: 0, "aria-label": `Answer of ${path}`, hidden: true });
  const send = async () => {
    byId("status").textContent = "Sending.";
    try {
      const response = await fetch(path.slice(1), {
        method,
        credentials: "omit",
        ...(input ? { headers: { "content-type": "application/json" }, body: input.value } : {}),
      });
      const text = await response.text();
      const json = (response.headers.get("content-type") ?? "").startsWith("application/json");
      output.textContent = `${response.status}\n${json ? JSON.stringify(JSON.parse(text), null, 2) : text}`;
      byId("status").textContent = `${path} answered ${response.status}.`;
    } catch {
      output.textContent = "The server does not answer.";
      byId("status").textContent = output.textContent;
    }
    output.hidden = false;
  };
  return element("details", {}, element("summary", {}, "Try it"),
    input ? element("label", { for: id }, "Body") : null,
    input ?? null,
    element("p", {}, element("button", { type: "button", "aria-label": `Send to ${path}`, onclick: send }, "Send")),
    output,
  );
}

function route(path, method, about, all) {
  const body = about.requestBody?.content["application/json"].schema;
  const answer = about.responses?.["200"]?.content?.["application/json"]?.schema;
  const failures = Object.keys(about.responses ?? {}).filter((status) => status !== "200");
  return element("section", {},
    element("h2", {}, element("span", { class: "method" }, method.toUpperCase()), ` ${path}`),
    element("p", {}, `${about.summary}.${about.description ? ` ${about.description}` : ""}`),
    body ? element("h3", {}, "Send") : null,
    body ? fields(body, all) : null,
    answer?.$ref ? element("h3", {}, "Get") : null,
    answer?.$ref ? fields(answer, all) : null,
    failures.length ? element("p", { class: "hint" }, `Or an error: ${failures.join(", ")}.`) : null,
    element("h3", {}, "In a terminal"),
    element("pre", { class: "curl", tabindex: 0, "aria-label": `curl for ${path}` }, curl(path, method.toUpperCase())),
    tryIt(path, method.toUpperCase()),
  );
}

try {
  const description = await (await fetch("openapi.json", { credentials: "omit" })).json();
  const all = description.components.schemas;
  const order = ["/solve", "/solve/batch", "/practice", "/read", "/evaluate"];
  const paths = Object.keys(description.paths);
  const place = (path) => (order.includes(path) ? order.indexOf(path) : order.length);
  paths.sort((a, b) => place(a) - place(b));
  byId("routes").replaceChildren(
    ...paths.flatMap((path) =>
      Object.entries(description.paths[path]).map(([method, about]) => route(path, method, about, all)),
    ),
  );
} catch {
  byId("status").textContent = "The server does not answer; is “cantor serve” still running?";
}
