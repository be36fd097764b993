// A button, and the list of what can be saved. The list is a popover: no part of the page clips it,
// and a click beside it closes it.
function render({ model, el }) {
  el.classList.add("triptych-save");
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "triptych-save-open", title: "Save this result" });
  button.innerHTML = 'Save <span aria-hidden="true">▾</span>';
  button.setAttribute("aria-haspopup", "menu");
  const list = document.createElement("div");
  list.className = "triptych-save-list";
  list.popover = "auto";
  list.setAttribute("role", "menu");
  list.setAttribute("aria-label", "Save");
  el.append(button, list);

  const items = () => [...list.querySelectorAll("[role=menuitem]")];
  const isOpen = () => list.matches(":popover-open");
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
  const enable = () => {
    button.disabled = model.get("disabled");
    if (button.disabled && isOpen()) list.hidePopover();
  };
  // In sight, below the button or else above it.
  const place = () => {
    const at = button.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = list;
    const below = at.bottom + 4;
    list.style.left = `${Math.max(8, at.right - width)}px`;
    list.style.top = `${below + height > innerHeight ? Math.max(8, at.top - height - 4) : below}px`;
  };
  const open = () => {
    draw();
    list.showPopover();
    place();
    items()[0]?.focus({ preventScroll: true });
  };
  const close = () => {
    list.hidePopover();
    button.focus();
  };

  // A press on the button while the list is open closes it first: it must not be opened again.
  let wasOpen = false;
  button.addEventListener("pointerdown", () => (wasOpen = isOpen()));
  button.addEventListener("click", () => {
    if (!wasOpen && !isOpen()) open();
    wasOpen = false;
  });
  list.addEventListener("toggle", () => {
    button.setAttribute("aria-expanded", String(isOpen()));
    // What nobody sees is not in the page: a search of the page would find it.
    if (!isOpen()) list.replaceChildren();
  });
  button.setAttribute("aria-expanded", "false");
  const onKey = (event) => {
    const all = items();
    const at = all.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.target === button && event.key === "ArrowDown") open();
    else if (!isOpen()) return;
    else if (event.key === "Escape") close();
    else if (event.key === "Tab") return list.hidePopover();
    else if (to !== undefined) all.at(to % all.length)?.focus();
    else return;
    event.preventDefault();
    // JupyterLab has plans of its own for these keys.
    event.stopPropagation();
  };
  el.addEventListener("keydown", onKey);
  // It goes along with its button.
  const onMove = () => isOpen() && place();
  window.addEventListener("scroll", onMove, true);
  window.addEventListener("resize", onMove);

  model.on("change:disabled", enable);
  enable();
  return () => {
    window.removeEventListener("scroll", onMove, true);
    window.removeEventListener("resize", onMove);
    model.off("change:disabled", enable);
  };
}

export default { render };
