// Chips of text. Chips and their crosses are buttons, so Tab, Enter and Space work as everywhere.
function render({ model, el }) {
  // A number would not do: each widget loads this module anew.
  const id = `triptych-chips-${Math.random().toString(36).slice(2)}`;
  const create = (tag, attributes = {}, ...content) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...content);
    return element;
  };
  const label = create("label", { for: id }, model.get("description"));
  const list = create("ul", { "aria-label": model.get("description") });
  const input = create("input", {
    id, type: "text", autocomplete: "off", spellcheck: "false",
    // JupyterLab looks for it on the element that has the focus, and takes no keys from it.
    "data-lm-suppress-shortcuts": "true",
  });
  el.classList.add("triptych-chips");
  el.append(label, list, input);

  // What a chip said before it was changed; null while none is.
  let before = null;
  const chips = () => model.get("value");
  const write = (text, place, value = chips()) => {
    input.value = text;
    // As if it had been typed: what became a chip stands in the box no more.
    input.dispatchEvent(new Event("triptych-typed", { bubbles: true }));
    model.set({ pending: text, place, value });
    model.save_changes();
  };
  const settle = (text = input.value.trim()) => {
    const place = model.get("place") < 0 ? chips().length : model.get("place");
    const value = text ? [...chips().slice(0, place), text, ...chips().slice(place)] : chips();
    before = null;
    write("", -1, value);
  };
  // Where a chip is once what stands in the box is a chip too.
  const settled = (place) => {
    const at = model.get("place");
    const shifted = input.value.trim() && at >= 0 && at <= place;
    if (input.value.trim() || before !== null) settle();
    return shifted ? place + 1 : place;
  };
  const remove = (place) => {
    const at = settled(place);
    write("", -1, chips().filter((_, other) => other !== at));
    input.focus();
  };
  const change = (place) => {
    const at = settled(place);
    before = chips()[at];
    write(before, at, chips().filter((_, other) => other !== at));
    input.focus();
    input.select();
  };

  const chip = (text, place) => {
    const dot = create("i", { "aria-hidden": "true" });
    // Delete is for the chip, not for JupyterLab's cell.
    const common = { type: "button", "data-lm-suppress-shortcuts": "true" };
    const words = create("button", { ...common, title: "Change", class: "triptych-chip-text" }, dot, text);
    const cross = create("button", { ...common, title: "Remove", "aria-label": `Remove ${text}` }, "×");
    words.addEventListener("click", () => change(place));
    words.addEventListener("keydown", (event) => {
      if (event.key === "Delete" || event.key === "Backspace") remove(place);
    });
    cross.addEventListener("click", () => remove(place));
    return create("li", {}, words, cross);
  };
  // Not drawn anew: whoever walks through by keyboard stays where they are.
  const paint = () => {
    // What is being typed among the chips has a colour of its own.
    const typed = model.get("pending").trim() ? model.get("place") : -1;
    [...list.querySelectorAll("i")].forEach((dot, place) => {
      const colour = model.get("colours")[typed >= 0 && place >= typed ? place + 1 : place];
      dot.style.background = colour ?? "currentColor";
    });
  };
  const draw = () => {
    list.replaceChildren(...chips().map(chip));
    paint();
    list.hidden = chips().length === 0;
    const full = chips().length >= model.get("most");
    input.disabled = full;
    input.placeholder = full ? `${model.get("most")} at most: change or remove one` : model.get("placeholder");
  };
  const follow = () => {
    if (input.value !== model.get("pending")) input.value = model.get("pending");
  };

  // Else the box would lose the focus, and with it make a chip, which moves the one under the mouse.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  input.addEventListener("input", () => write(input.value, model.get("place")));
  input.addEventListener("blur", () => {
    if (input.value.trim() || before !== null) settle();
  });
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) settle();
    else if (event.key === "Escape" && before !== null) settle(before);
    else if (event.key === "Backspace" && !input.value && before === null && chips().length)
      change(chips().length - 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
    // Five chips close the box, and the focus would be lost with it.
    if (input.disabled) list.lastElementChild?.querySelector("button").focus();
  });
  model.on("change:value change:place", draw);
  model.on("change:colours", paint);
  model.on("change:pending", follow);
  draw();
  follow();
}

export default { render };
