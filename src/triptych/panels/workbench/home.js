// A tile for each operation: picture, title, sentence, and a button that opens its panel.
function render({ model, el }) {
  el.classList.add("triptych-home");
  const made = (tag, properties) => Object.assign(document.createElement(tag), properties);
  const list = el.appendChild(made("ul", { role: "list" }));
  list.setAttribute("aria-label", "Operations");
  for (const { name, title, sentence, picture, deprecated } of model.get("tiles")) {
    const tile = list.appendChild(made("li", {}));
    const heading = made("b", { textContent: title });
    // The space is where a narrow line breaks.
    if (deprecated) heading.append(" ", made("small", { textContent: "deprecated" }));
    // The whole tile can be clicked: style.
    const button = made("button", { type: "button", textContent: "Try" });
    button.setAttribute("aria-label", `Try ${title}`);
    button.title = "Open it with a sample filled in";
    button.addEventListener("click", () => model.send({ try: name }));
    const image = made("img", { src: picture, alt: `Result of ${title}`, width: 480, height: 300 });
    tile.append(image, heading, made("p", { textContent: sentence }), button);
  }
}

export default { render };
