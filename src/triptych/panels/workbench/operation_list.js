// The operations of an area: a button for each, and what there is to know of the chosen one.
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
  const about = document.createElement("div");
  const mark = () => {
    for (const [name, button] of buttons)
      button.setAttribute("aria-pressed", String(name === model.get("chosen")));
  };
  const explain = () => (about.innerHTML = model.get("about"));
  el.append(...buttons.map(([, button]) => button), about);
  model.on("change:chosen", mark);
  model.on("change:about", explain);
  mark();
  explain();
  return () => {
    model.off("change:chosen", mark);
    model.off("change:about", explain);
  };
}

export default { render };
