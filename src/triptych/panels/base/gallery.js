// Small pictures to choose from.
function render({ model, el }) {
  el.classList.add("triptych-gallery");
  el.setAttribute("role", "group");
  el.setAttribute("aria-label", "Pictures");

  const made = (tag, className, text) => {
    const element = document.createElement(tag);
    element.className = className;
    if (text) element.textContent = text;
    return element;
  };
  const card = (item, place) => {
    const button = made("button", `triptych-gallery-${item.state}`);
    button.type = "button";
    button.disabled = item.state !== "done";
    button.title = `${item.name}: ${item.caption}`;
    button.setAttribute("aria-pressed", String(place === model.get("chosen")));
    if (item.picture) {
      const picture = made("img", "");
      Object.assign(picture, { src: item.picture, alt: "" });
      button.append(picture);
    } else button.append(made("i", ""));
    button.append(made("b", "", item.name), made("span", "", item.caption));
    button.addEventListener("click", () => {
      model.set("chosen", place);
      model.save_changes();
    });
    return button;
  };
  const draw = () => {
    // Whoever walks through by keyboard stays where they are.
    const held = [...el.children].indexOf(document.activeElement);
    el.replaceChildren(...model.get("items").map(card));
    if (held >= 0) el.children[held]?.focus();
  };
  const mark = () =>
    [...el.children].forEach((button, place) =>
      button.setAttribute("aria-pressed", String(place === model.get("chosen"))),
    );
  model.on("change:items", draw);
  model.on("change:chosen", mark);
  draw();
}

export default { render };
