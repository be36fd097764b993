// A button, and the list of what can be saved.
function render({ model, el }) {
  el.classList.add("triptych-save");
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "triptych-save-open", title: "Save this result" });
  button.innerHTML = 'Save <span aria-hidden="true">▾</span>';
  button.setAttribute("aria-haspopup", "menu");
  const list = document.createElement("div");
  list.className = "triptych-save-list";
  list.setAttribute("role", "menu");
  list.setAttribute("aria-label", "Save");
  el.append(button, list);

  const items = () => [...list.querySelectorAll("[role=menuitem]")];
  const entry = ({ kind, label, contains }) => {
    const item = document.createElement("button");
    Object.assign(item, { type: "button", tabIndex: -1 });
    item.setAttribute("role", "menuitem");
    const name = document.createElement("b");
    name.textContent = label;
    const words = document.createElement("span");
    words.textContent = contains;
    item.append(name, " ", words);
    item.addEventListener("click", () => {
      close();
      model.send({ save: kind });
    });
    return item;
  };
  const draw = () => {
    const title = document.createElement("p");
    title.textContent = model.get("title");
    list.replaceChildren(...(title.textContent ? [title] : []), ...model.get("entries").map(entry));
  };
  const onToggle = (isOpen) => {
    if (isOpen) items()[0]?.focus({ preventScroll: true });
    // What nobody sees is not in the page: a search of the page would find it.
    else list.replaceChildren();
  };
  const { isOpen, open, close, stop } = popover(button, list, { fill: draw, onToggle });
  const enable = () => {
    button.disabled = model.get("disabled");
    if (button.disabled && isOpen()) list.hidePopover();
  };
  el.addEventListener("keydown", (event) => {
    const all = items();
    const at = all.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.target === button && event.key === "ArrowDown") open();
    else if (!isOpen()) return;
    else if (event.key === "Tab") return list.hidePopover();
    else if (to !== undefined) all.at(to % all.length)?.focus();
    else return;
    event.preventDefault();
    // JupyterLab has plans of its own for these keys.
    event.stopPropagation();
  });

  model.on("change:disabled", enable);
  enable();
  return () => {
    stop();
    model.off("change:disabled", enable);
  };
}

export default { render };
