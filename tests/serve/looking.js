// What tests ask of a page that a person would see or hear. One object, evaluated in the page.
({
  /** Texts whose contrast with what lies behind them is below AA, with the ratio. */
  contrast() {
    const parse = (text) => (text.match(/[\d.]+/g) ?? []).map(Number);
    const linear = (c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
    const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    const over = ([r, g, b, a = 1], below) => [r, g, b].map((c, i) => c * a + below[i] * (1 - a));
    const fill = (e) => parse(getComputedStyle(e).fill);
    const behind = (e) => {
      if (e.matches(".bright .sign")) return fill(e.parentElement.querySelector(".badge"));
      if (e.closest("svg")) return fill(document.querySelector(".star .body"));
      const layers = [];
      for (; e; e = e.parentElement) layers.push(parse(getComputedStyle(e).backgroundColor));
      return layers.reverse().reduce((below, layer) => (layer.length ? over(layer, below) : below), [255, 255, 255]);
    };
    const bad = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode()); ) {
      const e = node.parentElement;
      const text = node.textContent.trim();
      if (!text || !e.checkVisibility() || e.closest("#marks, .quiet, .skip, noscript")) continue;
      const style = getComputedStyle(e);
      const back = behind(e);
      const colour = parse(e.closest("svg") ? style.fill : style.color);
      const [r, g, b, alpha = 1] = colour;
      const [dark, bright] = [light(over([r, g, b, alpha * Number(style.opacity)], back)), light(back)].sort((x, y) => x - y);
      const ratio = (bright + 0.05) / (dark + 0.05);
      if (ratio < (parseFloat(style.fontSize) >= 24 ? 3 : 4.5)) bad.push(`${text.slice(0, 30)}: ${ratio.toFixed(2)}`);
    }
    return bad;
  },

  /** Ids that are used twice, or named by a label or a description and missing. */
  wrongIds() {
    const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
    const twice = ids.filter((id, i) => ids.indexOf(id) !== i);
    const named = ["aria-labelledby", "aria-describedby", "for"].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].flatMap((e) => e.getAttribute(name).split(" ")),
    );
    return [...twice, ...named.filter((id) => !ids.includes(id))];
  },

  /** What has the focus, and whether that can be seen. */
  focus() {
    const e = document.activeElement;
    if (e === document.body) return ["", false];
    const seenOn = e.matches(".star") ? e.querySelector(".body") : e.id === "question" ? e.parentElement : e;
    const style = getComputedStyle(seenOn);
    const seen = style.outlineStyle !== "none" || style.strokeDasharray !== "none" || style.boxShadow !== "none";
    return [e.id || e.getAttribute("class") || e.name || e.textContent || e.tagName, seen];
  },

  /** Where the boxes of the picture are, and the frame around it. */
  boxes() {
    const place = (e) => {
      const { left, right, top, bottom } = e.getBoundingClientRect();
      return { left, right, top, bottom };
    };
    const all = [...document.querySelectorAll(".star .body, .leaf rect")];
    return [all.map(place), place(document.getElementById("sky"))];
  },

  /** Differences that would make the underlines drift from the text over them. */
  drift() {
    const [marks, text] = ["marks", "question"].map((id) => document.getElementById(id));
    const keys = ["font", "lineHeight", "letterSpacing", "padding", "whiteSpace", "overflowWrap", "wordBreak"];
    const styles = keys.filter((key) => getComputedStyle(marks)[key] !== getComputedStyle(text)[key]);
    const widths = marks.clientWidth === text.clientWidth ? [] : ["width"];
    const texts = marks.textContent === `${text.value}\u200b` ? [] : ["text"];
    return [...styles, ...widths, ...texts];
  },

  /** Things to touch that are smaller than a finger needs (WCAG 2.2, AA: 24 px). */
  small() {
    const all = document.querySelectorAll("button, input, textarea, summary, .choice, .star .body");
    return [...all]
      .filter((e) => e.checkVisibility())
      .map((e) => (e.matches(".choice input") ? e.parentElement : e))
      .filter((e) => e.getBoundingClientRect().width < 24 || e.getBoundingClientRect().height < 24)
      .map((e) => e.outerHTML.slice(0, 80));
  },

  /** Sizes of the text in fields; below 16 px a phone zooms in when one gets the focus. */
  fieldSizes() {
    const fields = document.querySelectorAll("input:not([type=radio]), #question");
    return [...fields].map((e) => parseFloat(getComputedStyle(e).fontSize));
  },

  /** Elements that move. */
  moving() {
    return [...document.querySelectorAll("*")].filter((e) => {
      const style = getComputedStyle(e);
      return style.animationName !== "none" || parseFloat(style.transitionDuration) > 0;
    }).length;
  },

  /** Ways in which a hostile script would get in. */
  attack() {
    const script = document.createElement("script");
    for (const way of [
      () => (script.textContent = "window.hacked = true") && document.body.append(script),
      () => document.body.insertAdjacentHTML("beforeend", "<img src=x onerror='window.hacked = true'>"),
      () => setTimeout("window.hacked = true"),
    ]) {
      try {
        way();
      } catch {
        // refused, as it should be
      }
    }
  },
})
