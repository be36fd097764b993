// Correcting a field on the page: which element is meant, by pointer or by keyboard. What follows from
// a click is learned by the service; here an element is a selector by its place, no more.

// The element's place among its siblings, and so on up to the outermost.
function placeOf(element) {
  const steps = [];
  for (let one = element; one; one = one.parentElement) {
    const alike = [...(one.parentElement?.children ?? [])].filter(({ localName }) => localName === one.localName);
    const name = CSS.escape(one.localName);
    steps.unshift(alike.length > 1 ? `${name}:nth-of-type(${alike.indexOf(one) + 1})` : name);
  }
  return steps.join(" > ");
}

const wordsOf = (element) =>
  (element.textContent || element.getAttribute("alt") || "").replace(/\s+/g, " ").trim();
const shortened = (words) => (words.length > 60 ? `${words.slice(0, 59)}…` : words);

// `view` is what the page's own file offers: the model, parts of the widget, and where things are.
function corrector({ model, create, stage, sheet, list, view }) {
  let key = null;
  // What the pointer or the arrow keys are at, and what was clicked last, with what was in it before.
  let aimed = null;
  let last = null;
  let inside = [];
  // The place in the list that the focus was at when it was drawn anew.
  let focused = -1;

  const button = (words, title, act) => {
    const one = create("button", "", words);
    Object.assign(one, { type: "button", title });
    one.addEventListener("click", act);
    return one;
  };
  const title = create("p", "triptych-scrape-correct-title");
  const hint = create("p", "triptych-scrape-correct-hint",
    "Click the right element on the page, or a framed one to remove it. Keys: arrows move, Enter "
    + "chooses, Shift+Up and Shift+Down widen and narrow, Escape ends.");
  const selector = create("code");
  const count = create("span");
  const how = create("select");
  for (const [value, words] of [["add", "is added to these"], ["alone", "is taken instead"]]) {
    const option = create("option", "", words);
    option.value = value;
    how.append(option);
  }
  const larger = button("Larger", "Take the element around the last one instead", () => resize(last.parentElement, [...inside, last]));
  const smaller = button("Smaller", "Take the element in it again", () => resize(inside.at(-1), inside.slice(0, -1)));
  const undo = button("Undo corrections", "Search by the description again", () => {
    forget();
    model.send({ undo: key });
  });
  const done = button("Done", "End correcting (Escape)", () => end(true));
  const aim = create("output");
  const problem = create("p", "triptych-problem");
  problem.setAttribute("role", "alert");
  const controls = create("div", "triptych-scrape-correct-controls",
    create("label", "", "An element that I click ", how), larger, smaller, undo, done);
  const bar = create("div", "triptych-scrape-correct", title, hint,
    create("p", "triptych-scrape-correct-selector", selector, " ", count), controls, aim, problem);
  bar.setAttribute("role", "group");
  bar.hidden = true;
  sheet.dataset.lmSuppressShortcuts = stage.dataset.lmSuppressShortcuts = "true";

  const at = () => view.fields().findIndex((field) => field.key === key);
  const field = () => view.fields()[at()];
  const removers = () => [...list.querySelectorAll(".triptych-scrape-correct-remove")];
  const forget = () => {
    last = aimed = null;
    inside = [];
  };

  // The element of the field that is meant: the same one, or one with nothing else in it.
  const taken = (element) => view.elements(at()).find((one) => one === element
    || ((one.contains(element) || element.contains(one)) && wordsOf(one) === wordsOf(element)));
  const point = (element) => {
    aimed = element;
    view.point(element && { element, wrong: Boolean(taken(element)) });
    aim.textContent = element
      ? `${taken(element) ? "Remove" : "Take"} ${element.localName}: ${shortened(wordsOf(element)) || "(no text)"}`
      : "";
  };
  const send = (element, more) => {
    if (model.get("busy")) return;
    model.send({ click: { key, element: placeOf(element), ...more } });
  };
  const choose = (element) => {
    const wrong = taken(element);
    if (wrong) {
      forget();
      send(wrong, { wrong: true });
      return;
    }
    [last, inside] = [element, []];
    send(element, { alone: how.value === "alone" });
    // One that was clicked is right: the next joins it.
    how.value = "add";
    show();
  };
  const resize = (element, within) => {
    send(element, { replaced: placeOf(last) });
    [last, inside] = [element, within];
    show();
  };

  // Where each value has its element, each can be removed in the list.
  const setRemovable = (section, ours) => {
    const buttons = [...section.querySelectorAll(".triptych-scrape-correct-remove")];
    if (ours && buttons.length) return;
    buttons.forEach((one) => one.remove());
    if (!ours || field().number !== field().elements || !field().selectors.length) return;
    section.querySelectorAll("li").forEach((item, place) => item.firstElementChild.after(removeFor(place)));
  };
  const removeFor = (place) => {
    const one = button("×", "Remove this value", () => {
      const element = view.elements(at())[place];
      if (element) send(element, { wrong: true });
    });
    one.className = "triptych-scrape-correct-remove";
    one.setAttribute("aria-label", `Remove ${shortened(field().values[place])} from ${key}`);
    return one;
  };
  // A single value that was found is replaced; to several, another is added.
  const propose = () => {
    how.value = field().number > 1 ? "add" : "alone";
  };
  const show = () => {
    const shown = key === null ? null : field();
    bar.hidden = !shown;
    stage.classList.toggle("triptych-correcting", Boolean(shown));
    stage.setAttribute("role", shown ? "application" : "region");
    stage.setAttribute("aria-label", shown ? `The page: choose elements for ${key}` : "The page");
    for (const one of list.querySelectorAll(".triptych-scrape-correct-start")) {
      const ours = Boolean(shown) && one.dataset.key === key;
      one.setAttribute("aria-pressed", ours);
      const section = one.closest("section");
      section.classList.toggle("triptych-correcting", ours);
      setRemovable(section, ours);
    }
    if (!shown) return;
    bar.setAttribute("aria-label", `Correct ${key}`);
    const dot = create("i");
    dot.style.background = shown.colour;
    title.replaceChildren(dot, create("b", "", `Correct ${key}`));
    selector.textContent = shown.selectors[0] ?? "no selector";
    count.textContent = `${shown.elements} ${shown.elements === 1 ? "element" : "elements"}`;
    const busy = model.get("busy");
    bar.setAttribute("aria-busy", busy);
    larger.disabled = busy || !last?.parentElement?.parentElement;
    smaller.disabled = busy || !inside.length;
    undo.disabled = busy || !shown.corrected;
    problem.textContent = model.get("problem");
    problem.hidden = !problem.textContent;
  };
  const start = (name) => {
    if (key === name) {
      end(true);
      return;
    }
    key = name;
    forget();
    view.showPage();
    propose();
    show();
    stage.focus({ preventScroll: true });
  };
  const end = (returns) => {
    const name = key;
    key = null;
    forget();
    point(null);
    show();
    const starts = [...list.querySelectorAll(".triptych-scrape-correct-start")];
    if (returns) starts.find((one) => one.dataset.key === name)?.focus({ preventScroll: true });
  };

  // By keyboard: elements with a text of their own, or a picture, in the order of the page.
  const isStop = (one) => view.boxOf(one)
    && (one.localName === "img" || [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
  const step = (forward) => {
    const page = view.page();
    const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_ELEMENT, (one) =>
      (isStop(one) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP));
    walker.currentNode = aimed && page.contains(aimed) ? aimed : page.body;
    const next = forward ? walker.nextNode() : walker.previousNode();
    if (next) point(next);
    view.reveal();
  };
  const widen = () => {
    if (aimed?.parentElement && aimed.parentElement.localName !== "html") point(aimed.parentElement);
    view.reveal();
  };
  const narrow = () => {
    if (aimed?.firstElementChild) point(aimed.firstElementChild);
    view.reveal();
  };
  const KEYS = {
    ArrowDown: (event) => (event.shiftKey ? narrow() : step(true)),
    ArrowUp: (event) => (event.shiftKey ? widen() : step(false)),
    ArrowRight: () => step(true),
    ArrowLeft: () => step(false),
    Enter: () => aimed && choose(aimed),
    " ": () => aimed && choose(aimed),
    Escape: () => end(true),
  };
  // Where the arrow keys were is kept for when they come back.
  stage.addEventListener("blur", () => view.point(null));
  stage.addEventListener("focus", () => key !== null && point(aimed));
  stage.addEventListener("keydown", (event) => {
    if (key === null || event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    KEYS[event.key](event);
  });
  for (const part of [bar, list])
    part.addEventListener("keydown", (event) => {
      if (key === null || event.key !== "Escape") return;
      event.stopPropagation();
      end(true);
    });
  sheet.addEventListener("pointermove", (event) => {
    if (key === null) return;
    const element = view.elementAt(event);
    if (element !== aimed) point(element);
  });
  sheet.addEventListener("pointerleave", () => key !== null && point(null));
  sheet.addEventListener("click", (event) => {
    if (key === null) return;
    event.preventDefault();
    const element = view.elementAt(event);
    if (element) choose(element);
  });
  model.on("change:busy", show);
  model.on("change:problem", show);

  return {
    bar,
    show,
    end,
    isOn: () => key !== null,
    startFor: (name) => {
      const one = button("Correct", `Choose the right elements for ${name} on the page`, () => start(name));
      one.className = "triptych-scrape-correct-start";
      one.dataset.key = name;
      one.setAttribute("aria-label", `Correct ${name}`);
      return one;
    },
    // The list is drawn anew after each click: the focus stays where it was.
    beforeList: () => {
      focused = removers().indexOf(document.activeElement);
    },
    afterList: () => {
      if (key !== null && at() < 0) end(false);
      if (key !== null && !field().corrected) propose();
      show();
      if (focused < 0) return;
      const buttons = removers();
      (buttons[Math.min(focused, buttons.length - 1)] ?? done).focus({ preventScroll: true });
    },
    close: () => {
      model.off("change:busy", show);
      model.off("change:problem", show);
    },
  };
}
