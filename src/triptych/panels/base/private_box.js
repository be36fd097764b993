// A text box whose text is sent, never synchronised: what is synchronised may be saved.
function render({ model, el }) {
  const label = document.createElement("label");
  const words = document.createElement("span");
  words.textContent = model.get("description");
  const several = model.get("lines") > 1;
  const box = document.createElement(several ? "textarea" : "input");
  Object.assign(box, { placeholder: model.get("placeholder"), autocomplete: "off", spellcheck: false });
  if (several) box.rows = model.get("lines");
  else box.type = "password";
  // What runs the panel sends along what was typed, but not into this one.
  box.dataset.private = "";
  box.dataset.lmSuppressShortcuts = "true";
  el.classList.add("triptych-private");
  label.append(words, box);
  el.append(label);

  box.addEventListener("input", () => model.send({ text: box.value }));
  const receive = ({ text }) => {
    // Late echoes of what is typed on meanwhile.
    if (typeof text === "string" && text !== box.value && document.activeElement !== box) box.value = text;
  };
  model.on("msg:custom", receive);
  model.send({ wanted: true });
  return () => model.off("msg:custom", receive);
}

export default { render };
