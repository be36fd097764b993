// A search box as a combobox: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/. The list is only
// a proposal: Enter runs what stands in the box.
const PAUSE = 150;

function render({ model, el }) {
  // A number would not do: each widget loads this module anew.
  const id = `triptych-search-${Math.random().toString(36).slice(2)}`;
  const create = (tag, attributes, parent) => {
    const element = parent.appendChild(document.createElement(tag));
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };
  el.classList.add("triptych-search-box");
  const label = create("label", { for: id }, el);
  label.textContent = model.get("description");
  const frame = create("span", { class: "triptych-search-input" }, el);
  const input = create("input", {
    id, type: "text", role: "combobox", autocomplete: "off", spellcheck: "false",
    "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": `${id}-list`,
    // JupyterLab looks for it on the element that has the focus, and takes no keys from it.
    "data-lm-suppress-shortcuts": "true", placeholder: model.get("placeholder"),
  }, frame);
  frame.insertAdjacentHTML("beforeend",
    '<svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="6.5" cy="6.5" r="5"/><path d="M10 10l5 5"/></svg>');
  const list = create("ul", { id: `${id}-list`, role: "listbox", "aria-label": "Suggestions" }, frame);

  let chosen = -1;
  let typed = "";
  let waiting = 0;

  const take = (text) => {
    input.value = text;
    // As if it had been typed: the panel runs with it.
    input.dispatchEvent(new Event("triptych-typed", { bubbles: true }));
    model.set("value", text);
  };
  const options = () => [...list.children];
  const close = () => {
    clearTimeout(waiting);
    chosen = -1;
    list.replaceChildren();
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
    // Else an answer on its way would open it again.
    model.set("typed", "");
    model.save_changes();
  };
  const choose = (place) => {
    const all = options();
    // Before the first and behind the last comes what was typed.
    chosen = ((place + 1 + all.length + 1) % (all.length + 1)) - 1;
    all.forEach((option, at) => option.setAttribute("aria-selected", String(at === chosen)));
    if (chosen < 0) input.removeAttribute("aria-activedescendant");
    else {
      input.setAttribute("aria-activedescendant", all[chosen].id);
      all[chosen].scrollIntoView({ block: "nearest" });
    }
    take(chosen < 0 ? typed : all[chosen].dataset.text);
    model.save_changes();
  };
  const run = ({ repeat }, isChosen = false) => {
    const text = input.value;
    close();
    if (isChosen && model.get("is_opening")) {
      input.dispatchEvent(new CustomEvent("triptych-search", { bubbles: true, detail: text }));
      return;
    }
    // The panel runs once this and all that stands in its other boxes has reached the kernel.
    const pressed = { key: "Enter", ctrlKey: true, bubbles: true, cancelable: true, repeat };
    input.dispatchEvent(new KeyboardEvent("keydown", pressed));
  };

  const option = (text, at) => {
    const item = document.createElement("li");
    item.id = `${id}-${at}`;
    item.dataset.text = text;
    item.setAttribute("role", "option");
    item.setAttribute("aria-selected", "false");
    // What is not typed yet stands out.
    const [wanted, found] = [typed.toLowerCase(), text.toLowerCase()];
    let known = 0;
    while (known < wanted.length && wanted[known] === found[known]) known++;
    item.append(text.slice(0, known));
    item.appendChild(document.createElement("b")).textContent = text.slice(known);
    return item;
  };
  const show = () => {
    const [asked, found] = model.get("suggestions");
    // Late answers, and the box of which the focus is gone.
    if (!asked || asked !== input.value || asked !== model.get("typed")) return;
    if (document.activeElement !== input) return;
    typed = asked;
    chosen = -1;
    list.replaceChildren(...found.map(option));
    input.setAttribute("aria-expanded", String(found.length > 0));
    input.removeAttribute("aria-activedescendant");
  };

  input.addEventListener("input", () => {
    typed = input.value;
    chosen = -1;
    model.set("value", typed);
    model.save_changes();
    clearTimeout(waiting);
    if (!typed.trim()) return close();
    const text = typed;
    waiting = setTimeout(() => {
      model.set("typed", text);
      model.save_changes();
    }, PAUSE);
  });
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const open = list.children.length > 0;
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && !event.shiftKey)
      run(event, chosen >= 0);
    else if (event.key === "ArrowDown" && open) choose(chosen + 1);
    else if (event.key === "ArrowUp" && open) choose(chosen < 0 ? list.children.length - 1 : chosen - 1);
    else if (event.key === "Escape" && open) {
      if (chosen >= 0) take(typed);
      close();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  // Before the box loses the focus, which would close the list.
  list.addEventListener("mousedown", (event) => {
    event.preventDefault();
    const item = event.target.closest("li");
    if (!item) return;
    take(item.dataset.text);
    run(event, true);
  });
  input.addEventListener("blur", close);

  const follow = () => {
    if (input.value !== model.get("value")) input.value = model.get("value");
  };
  const enable = () => (input.disabled = model.get("disabled"));
  model.on("change:value", follow);
  model.on("change:suggestions", show);
  model.on("change:disabled", enable);
  follow();
  enable();
  return () => clearTimeout(waiting);
}

export default { render };
