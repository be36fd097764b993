// The operations of an area: a button for each.
function render({ model, el }) {
  el.classList.add("triptych-operations");
  el.setAttribute("role", "group");
  el.setAttribute("aria-label", model.get("label"));
  const buttons = model.get("items").map(({ name, title, summary, deprecated }) => {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: title, title: summary });
    if (deprecated) {
      const note = button.appendChild(document.createElement("small"));
      note.textContent = "deprecated";
    }
    button.addEventListener("click", () => {
      model.set("chosen", name);
      model.save_changes();
    });
    return [name, button];
  });
  const mark = () => {
    for (const [name, button] of buttons)
      button.setAttribute("aria-pressed", String(name === model.get("chosen")));
  };
  el.append(...buttons.map(([, button]) => button));
  model.on("change:chosen", mark);
  mark();
  return () => model.off("change:chosen", mark);
}

export default { render };
