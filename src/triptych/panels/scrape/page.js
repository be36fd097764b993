// A page that was read, and beside it what was found there: pointing at the one lights up the other.
// The page comes from strangers. It stands in a frame without scripts, which may neither fetch nor
// navigate and takes neither pointer nor keyboard; what is found is framed on a layer above it.
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; "
  + "form-action 'none'; base-uri 'none'";
const FETCHES = {
  a: ["ping"], link: ["href", "imagesrcset"], base: ["href"], meta: ["http-equiv"], script: ["src"],
  iframe: ["src", "srcdoc"], frame: ["src"], object: ["data"], embed: ["src"],
};
const BLANK = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='24' height='24'/%3E";
const MOST_BOXES = 500;
const TALLEST = 20000;

const create = (tag, className = "", ...content) => {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...content);
  return element;
};

// The frame's policy keeps everything from being fetched; this is for what policies leave open, such
// as looking up hosts. No element is taken away, because selectors count elements.
function harmless(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const element of page.querySelectorAll("*")) {
    for (const { name } of [...element.attributes])
      if (name.startsWith("on") || name === "autofocus") element.removeAttribute(name);
    for (const name of FETCHES[element.localName] ?? []) element.removeAttribute(name);
    if (element.localName === "script") element.textContent = "";
  }
  const meta = (name, content) => {
    const element = page.createElement("meta");
    element.setAttribute("http-equiv", name);
    element.setAttribute("content", content);
    return element;
  };
  page.head.prepend(meta("Content-Security-Policy", POLICY), meta("x-dns-prefetch-control", "off"));
  const style = page.createElement("style");
  // The whole page is laid out, and the stage around it scrolls.
  style.textContent = "html, body { height: auto !important; max-height: none !important; "
    + "overflow: visible !important; position: static !important; } :root { background: #fff; } "
    // They would tell that they cannot be loaded.
    + "img:not([src^='data:']) { background: rgba(128, 128, 128, .15); } "
    + `img[alt=""]:not([src^="data:"]) { content: url("${BLANK}"); }`;
  page.head.append(style);
  return `<!DOCTYPE html>${page.documentElement.outerHTML}`;
}

// Not scrollIntoView, which would scroll the notebook too.
function reveal(around, part) {
  const [outer, inner] = [around.getBoundingClientRect(), part.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom)
    around.scrollTop += inner.top - outer.top - around.clientHeight / 3;
  if (inner.left < outer.left || inner.right > outer.right) around.scrollLeft += inner.left - outer.left - 40;
}

function render({ model, el }) {
  el.classList.add("triptych-scrape-page");
  let shown = {};
  let frame = null;
  let onScreenshot = false;
  // Whether nobody has seen yet where things are.
  let fresh = false;
  // Elements of each field, in order; or their boxes on the screenshot. None before a page is read.
  let places = null;
  let tried = [];

  const input = create("input");
  Object.assign(input, { type: "text", placeholder: "such as .price or h2 > a", spellcheck: false, autocomplete: "off" });
  input.dataset.lmSuppressShortcuts = "true";
  const count = create("output");
  const choice = create("select");
  choice.setAttribute("aria-label", "What the selector finds");
  const use = create("button", "", "Use");
  Object.assign(use, { type: "button", title: "Read the page again with this selector" });
  const trying = create("div", "triptych-scrape-try", create("label", "", "Try a selector ", input), count, choice, use);
  const turn = create("button", "triptych-scrape-turn");
  turn.type = "button";
  const stage = create("div", "triptych-scrape-stage");
  stage.tabIndex = 0;
  stage.setAttribute("role", "region");
  stage.setAttribute("aria-label", "The page");
  const sheet = create("div", "triptych-scrape-sheet");
  const layer = create("div", "triptych-scrape-layer");
  stage.append(sheet);
  const list = create("div", "triptych-scrape-list");
  const note = create("p", "triptych-scrape-note");
  const split = create("div", "triptych-scrape-split", stage, list);

  // Where things are, in shares of the sheet.
  const select = (page, selector) => {
    const root = shown.root && page.querySelector(shown.root);
    return [...page.querySelectorAll(selector)].filter((one) => !root || root.contains(one));
  };
  const elementsOf = (field, page) => {
    let some = [];
    for (const selector of field.selectors) {
      let found = [];
      try {
        found = select(page, selector);
      } catch {
        // A selector of a server's own dialect.
      }
      if (found.length === field.elements && found.length) return found;
      if (!some.length) some = found;
    }
    return some;
  };
  // What is in an element, not the whole line that a block takes; a picture has nothing in it.
  const boxOf = (element) => {
    const content = element.ownerDocument.createRange();
    content.selectNodeContents(element);
    for (const part of [content, element]) {
      const { left, top, width, height } = part.getBoundingClientRect();
      if (width > 0 && height > 0) return [left, top, width, height];
    }
    return null;
  };
  const size = () => onScreenshot ? shown.size : [frame.clientWidth, frame.clientHeight];

  // Where the pointer is on the page; the frame itself takes no pointer.
  const elementAt = ({ clientX, clientY }) => {
    const { left, top } = frame.getBoundingClientRect();
    frame.inert = false;
    const element = frame.contentDocument.elementFromPoint(clientX - left, clientY - top);
    frame.inert = true;
    return element && !["html", "body"].includes(element.localName) ? element : null;
  };
  let pointed = null;
  const pointAt = (aim) => {
    pointed = aim;
    layer.querySelector(".triptych-aimed")?.remove();
    const box = pointed && !onScreenshot && boxOf(pointed.element);
    if (!box) return;
    const drawn = framed(box, "triptych-aimed");
    drawn.classList.toggle("triptych-wrong", pointed.wrong);
    drawn.classList.toggle("triptych-high", box[1] < 20);
    drawn.append(create("span", "", pointed.wrong ? "remove" : "take"));
    layer.append(drawn);
  };
  const correcting = corrector({
    model, create, stage, sheet, list,
    view: {
      fields: () => shown.fields,
      elements: (at) => places?.[at] ?? [],
      page: () => frame.contentDocument,
      elementAt,
      boxOf: (element) => boxOf(element),
      point: pointAt,
      reveal: () => {
        const box = layer.querySelector(".triptych-aimed");
        if (box) reveal(stage, box);
      },
      showPage: () => {
        if (!onScreenshot) return;
        onScreenshot = false;
        stand();
      },
    },
  });
  el.append(trying, turn, note, correcting.bar, split);

  // What is lit: a field's place, and that of a value in it, or -1 for all.
  const light = (field, value, scroll) => {
    const ours = (one) => Number(one.dataset.field) === field
      && (value < 0 || Number(one.dataset.value) === value || Number(one.dataset.value) < 0);
    for (const one of el.querySelectorAll("[data-field]")) one.classList.toggle("triptych-lit", ours(one));
    if (!scroll) return;
    const box = [...layer.children].find(ours);
    if (!box) return;
    reveal(stage, box);
  };
  const dark = () => light(-1, 0, false);

  const framed = ([left, top, width, height], className = "") => {
    const [wide, high] = size();
    const box = create("div", className);
    box.style.cssText = `left:${100 * left / wide}%;top:${100 * top / high}%;width:${100 * width / wide}%;height:${100 * height / high}%`;
    return box;
  };
  const lay = () => {
    layer.replaceChildren();
    if (!places || (!onScreenshot && !frame?.clientWidth)) return;
    const boxes = [];
    // Fields that found the same element have their frames around each other.
    const around = new Map();
    shown.fields.forEach((field, at) => {
      const own = places[at].slice(0, MOST_BOXES).map((place) => onScreenshot ? place : boxOf(place));
      // A value for each element; or all values in all elements.
      const paired = own.length === field.number;
      own.forEach((box, value) => {
        if (!box) return;
        const drawn = framed(box);
        Object.assign(drawn.dataset, { field: at, value: paired ? value : -1 });
        drawn.style.setProperty("--colour", field.colour);
        const same = box.map(Math.round).join();
        drawn.style.outlineOffset = `${1 + 4 * (around.get(same) ?? 0)}px`;
        around.set(same, (around.get(same) ?? 0) + 1);
        // The plate stands above, or below where there is no above.
        drawn.classList.toggle("triptych-high", box[1] < 20);
        const plate = create("span", "", field.key);
        plate.style.cssText = `background:${field.colour};color:${field.ink}`;
        drawn.append(plate);
        drawn.addEventListener("pointerenter", () => {
          light(at, paired ? value : -1, false);
          const item = list.querySelector("li.triptych-lit");
          if (item) reveal(list, item);
        });
        drawn.addEventListener("pointerleave", dark);
        boxes.push([box[2] * box[3], drawn]);
      });
      mark(at, own, paired);
    });
    // The smaller lie above the larger, else those could not be pointed at.
    boxes.sort(([one], [other]) => other - one);
    layer.append(...boxes.map(([, box]) => box));
    if (fresh && boxes.length) {
      fresh = false;
      const top = (box) => box.getBoundingClientRect().top;
      reveal(stage, boxes.map(([, box]) => box).reduce((one, other) => (top(other) < top(one) ? other : one)));
    }
    if (!onScreenshot)
      for (const element of tried.slice(0, MOST_BOXES)) {
        const box = boxOf(element);
        if (box) layer.append(framed(box, "triptych-tried"));
      }
    pointAt(pointed);
  };
  // A value without a box says so.
  const mark = (at, boxes, paired) => {
    for (const item of list.querySelectorAll(`li[data-field="${at}"]`)) {
      const there = paired ? boxes[Number(item.dataset.value)] : boxes.some(Boolean);
      item.classList.toggle("triptych-unseen", !there);
      item.querySelector("small").textContent = there ? "" : "not in sight on the page";
    }
  };

  const attempt = () => {
    const selector = input.value.trim();
    tried = [];
    count.className = "";
    count.textContent = "";
    use.disabled = true;
    const page = frame?.contentDocument;
    if (selector && page)
      try {
        tried = select(page, selector);
        count.textContent = `${tried.length} ${tried.length === 1 ? "element" : "elements"}`;
        use.disabled = !tried.length;
      } catch {
        count.textContent = "not a CSS selector";
        count.className = "triptych-problem";
      }
    choice.hidden = use.hidden = !selector;
    lay();
    const first = layer.querySelector(".triptych-tried");
    if (first) reveal(stage, first);
  };

  const listed = (field, at) => {
    const about = [`${field.number}`];
    // Of what a person chose, the service's confidence says nothing.
    if (field.corrected) about.push("corrected");
    else if (field.confidence !== null && field.number) about.push(`confidence ${field.confidence.toFixed(2)}`);
    const dot = create("i");
    dot.style.background = field.colour;
    const head = create("button", "", dot, create("b", "", field.key), " ", create("span", "", about.join(" · ")));
    head.type = "button";
    Object.assign(head.dataset, { field: at, value: -1 });
    head.title = field.selectors[0] ?? "";
    const values = create("ol", "", ...field.values.map((value, place) => {
      const words = create("button", "", create("span", "", value || "(empty)"));
      words.type = "button";
      words.title = value;
      const item = create("li", "", words, create("small"));
      Object.assign(item.dataset, { field: at, value: place });
      item.style.setProperty("--colour", field.colour);
      return item;
    }));
    for (const part of [head, ...values.children]) {
      const { value } = part.dataset;
      part.addEventListener("pointerenter", () => light(at, Number(value), true));
      part.addEventListener("pointerleave", dark);
      part.addEventListener("focusin", () => light(at, Number(value), true));
      part.addEventListener("focusout", dark);
    }
    const section = create("section", "", head, ...(shown.page ? [correcting.startFor(field.key)] : []), values);
    if (field.number > field.values.length)
      section.append(create("p", "", `and ${(field.number - field.values.length).toLocaleString("en")} more`));
    if (field.note) section.append(create("p", "", field.note));
    return section;
  };

  const settle = () => {
    const page = frame?.contentDocument;
    if (!page?.body) return;
    // Measured low, so that what is as high as the frame does not make itself higher.
    frame.style.height = "100px";
    const { scrollHeight, scrollWidth } = page.documentElement;
    frame.style.height = `${Math.min(TALLEST, Math.max(100, scrollHeight))}px`;
    sheet.style.width = scrollWidth > stage.clientWidth ? `${scrollWidth}px` : "";
    places = shown.fields.map((field) => elementsOf(field, page));
    attempt();
  };
  const stand = () => {
    tried = [];
    pointed = null;
    places = onScreenshot ? shown.fields.map((field) => field.boxes) : null;
    sheet.style.width = "";
    // A picture of a wide page is too small to read beside the list.
    split.classList.toggle("triptych-wide", onScreenshot);
    if (onScreenshot) {
      frame = null;
      const picture = create("img");
      Object.assign(picture, { src: shown.screenshot, alt: "Screenshot of the page" });
      sheet.replaceChildren(picture, layer);
      picture.addEventListener("load", lay);
      lay();
    } else if (shown.page) {
      frame = create("iframe");
      // Not allow-scripts: with allow-same-origin it would let the page into the notebook.
      frame.setAttribute("sandbox", "allow-same-origin");
      frame.setAttribute("referrerpolicy", "no-referrer");
      Object.assign(frame, { inert: true, tabIndex: -1, title: "The page", srcdoc: harmless(shown.page) });
      frame.addEventListener("load", settle);
      sheet.replaceChildren(frame, layer);
    } else sheet.replaceChildren();
    trying.hidden = onScreenshot || !shown.page;
    turn.hidden = !(shown.page && shown.screenshot);
    turn.textContent = onScreenshot ? "Show the page" : "Show the screenshot";
  };
  const draw = () => {
    const before = shown;
    shown = { fields: [], ...model.get("shown") };
    const safe = /^(https?:|data:image\/)/i.test(shown.screenshot ?? "");
    if (!safe) shown.screenshot = null;
    // While a person corrects, the page stays as it is scrolled.
    const stays = correcting.isOn() && frame && !onScreenshot && shown.page === before.page;
    onScreenshot = Boolean(shown.screenshot) && !correcting.isOn();
    fresh = !stays;
    note.textContent = shown.note ?? "";
    note.hidden = !shown.note;
    stage.hidden = !(shown.page || shown.screenshot);
    correcting.beforeList();
    list.replaceChildren(...shown.fields.map(listed));
    correcting.afterList();
    choice.replaceChildren(...shown.fields.map(({ key }) => {
      const option = create("option", "", `for ${key}`);
      option.value = key;
      return option;
    }));
    input.value = "";
    if (stays) places = shown.fields.map((field) => elementsOf(field, frame.contentDocument));
    else stand();
    attempt();
  };

  input.addEventListener("input", attempt);
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    if (!use.disabled) use.click();
  });
  use.addEventListener("click", () => model.send({ use: input.value.trim(), key: choice.value }));
  turn.addEventListener("click", () => {
    onScreenshot = !onScreenshot;
    correcting.end(false);
    stand();
  });
  // Also when the tab comes to the front, before which nothing has a size.
  let width = 0;
  const watch = new ResizeObserver(() => {
    if (stage.clientWidth === width) return;
    width = stage.clientWidth;
    if (onScreenshot) lay();
    else settle();
  });
  watch.observe(stage);
  model.on("change:shown", draw);
  draw();
  return () => {
    watch.disconnect();
    correcting.close();
    model.off("change:shown", draw);
  };
}

export default { render };
