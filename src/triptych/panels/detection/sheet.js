// All pictures of a run as small ones with their boxes, chosen by the classes that they show.
const SVG = "http://www.w3.org/2000/svg";

function render({ model, el }) {
  el.classList.add("triptych-sheet");
  const make = (tag, className = "", text = "") => {
    const element = document.createElement(tag);
    if (className) element.className = className;
    element.textContent = text;
    return element;
  };
  const button = (text, onClick, className = "") => {
    const made = make("button", className, text);
    made.type = "button";
    made.addEventListener("click", onClick);
    return made;
  };
  const draw = (parent, tag, attributes) => {
    const made = parent.appendChild(document.createElementNS(SVG, tag));
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return made;
  };
  const open = (place) => {
    model.set("chosen", place);
    model.save_changes();
  };

  // The classes to choose by: a picture has all of them, or any.
  const chosen = new Set();
  let isAny = false;
  const kindsOf = (item) => new Set(item.boxes?.map(([, , , , kind]) => kind));
  const matches = (item) => {
    const kinds = kindsOf(item);
    const has = (kind) => kinds.has(kind);
    return !chosen.size || (isAny ? [...chosen].some(has) : [...chosen].every(has));
  };
  const filters = make("div", "triptych-sheet-filters");
  const count = make("span");
  count.setAttribute("role", "status");
  const ways = ["and", "or"].map((word) =>
    button(word, () => {
      isAny = word === "or";
      apply();
    }));
  ways[0].title = "Pictures with all of the chosen classes";
  ways[1].title = "Pictures with any of the chosen classes";
  const way = make("span", "triptych-sheet-way");
  way.setAttribute("role", "group");
  way.setAttribute("aria-label", "Join the classes by");
  way.append(...ways);
  const chips = make("span", "triptych-sheet-chips");
  chips.setAttribute("role", "group");
  chips.setAttribute("aria-label", "Pictures with");
  filters.append(make("span", "", "Pictures with"), chips, way, count);
  const drawChips = () => {
    const kinds = new Map();
    for (const item of model.get("items")) {
      const colours = new Map(item.boxes?.map(([, , , , kind, colour]) => [kind, colour]));
      for (const [kind, colour] of colours)
        kinds.set(kind, { colour, pictures: (kinds.get(kind)?.pictures ?? 0) + 1 });
    }
    for (const kind of chosen) if (!kinds.has(kind)) chosen.delete(kind);
    const order = [...kinds].sort(([a, one], [b, other]) =>
      other.pictures - one.pictures || a.localeCompare(b));
    const focused = document.activeElement?.dataset?.kind;
    chips.replaceChildren(...order.map(([kind, { colour, pictures }]) => {
      const chip = button("", () => {
        if (!chosen.delete(kind)) chosen.add(kind);
        apply();
      });
      chip.dataset.kind = kind;
      const mark = chip.appendChild(make("i"));
      mark.style.background = colour;
      chip.append(`${kind} `, make("b", "", pictures));
      return chip;
    }));
    [...chips.children].find((chip) => chip.dataset.kind === focused)?.focus();
    filters.hidden = !kinds.size;
  };

  const grid = make("div", "triptych-sheet-grid");
  grid.setAttribute("role", "group");
  grid.setAttribute("aria-label", "Pictures");
  const picture = (item, address) => {
    if (!item.width) {
      const image = make(address ? "img" : "i");
      if (address) Object.assign(image, { src: address, alt: "" });
      return image;
    }
    const { width, height } = item;
    const svg = draw(make("div"), "svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": true });
    if (address)
      draw(svg, "image", { href: address, width, height, preserveAspectRatio: "none" });
    for (const [x, y, wide, high, kind, colour] of item.boxes) {
      const box = draw(svg, "g", { fill: "none" });
      box.dataset.kind = kind;
      // A colour of middling lightness vanishes on some grounds; on white it cannot.
      for (const [stroke, thick] of [["#fff", 4], [colour, 2]])
        draw(box, "rect", { x, y, width: wide, height: high, stroke, "stroke-width": thick });
    }
    return svg;
  };
  let drawn = [];
  const drawCards = () => {
    const [items, pictures] = [model.get("items"), model.get("pictures")];
    const states = items.map((item, place) => JSON.stringify(item) + (pictures[place] ?? ""));
    items.forEach((item, place) => {
      if (states[place] === drawn[place]) return;
      const card = button("", () => open(place), `triptych-sheet-${item.state}`);
      card.disabled = item.state !== "done";
      card.title = `${item.name}: ${item.caption}`;
      card.append(picture(item, pictures[place]), make("b", "", item.name), make("span", "", item.caption));
      if (place < grid.children.length) grid.children[place].replaceWith(card);
      else grid.append(card);
    });
    while (grid.children.length > items.length) grid.lastChild.remove();
    drawn = states;
  };
  const apply = () => {
    const items = model.get("items");
    items.forEach((item, place) => (grid.children[place].hidden = !matches(item)));
    const shown = items.filter(matches).length;
    count.textContent = `${chosen.size ? `${shown} of ` : ""}${items.length} pictures`;
    for (const box of grid.querySelectorAll("g"))
      box.classList.toggle("triptych-sheet-faint", chosen.size > 0 && !chosen.has(box.dataset.kind));
    for (const chip of chips.children)
      chip.setAttribute("aria-pressed", String(chosen.has(chip.dataset.kind)));
    ways.forEach((one, place) => one.setAttribute("aria-pressed", String(isAny === (place === 1))));
  };

  // Above a picture that is opened: the way back, and to those beside it.
  const bar = make("div", "triptych-sheet-bar");
  const beside = (step) => {
    const items = model.get("items");
    let place = model.get("chosen") + step;
    while (items[place] && !(items[place].state === "done" && matches(items[place]))) place += step;
    return items[place] ? place : -1;
  };
  const steps = [["Previous", -1], ["Next", 1]].map(([words, step]) =>
    [button(words, () => open(beside(step))), step]);
  const name = make("b");
  let last = -1;
  const back = button("All pictures", () => open(-1));
  bar.append(back, ...steps.map(([one]) => one), name);
  const show = () => {
    const [items, place] = [model.get("items"), model.get("chosen")];
    const isOpen = place >= 0 && place < items.length;
    bar.hidden = !isOpen;
    grid.hidden = isOpen;
    filters.hidden = isOpen || !chips.children.length;
    el.hidden = !items.length;
    if (isOpen) {
      name.textContent = `${items[place].name}, ${place + 1} of ${items.length}`;
      for (const [one, step] of steps) one.disabled = beside(step) < 0;
      if (last < 0) back.focus({ preventScroll: true });
    } else grid.children[last]?.focus({ preventScroll: true });
    last = isOpen ? place : -1;
  };

  const drawAll = () => {
    drawChips();
    drawCards();
    apply();
    show();
  };
  el.append(bar, filters, grid);
  model.on("change:items", drawAll);
  model.on("change:chosen", show);
  drawAll();
  return () => {
    model.off("change:items", drawAll);
    model.off("change:chosen", show);
  };
}

export default { render };
