// The browser's own choice of files, and files dropped on the panel around.
function render({ model, el }) {
  const button = document.createElement("button");
  button.type = "button";
  const many = model.get("many");
  button.textContent = many ? "Choose files" : "Choose a file";
  const input = document.createElement("input");
  Object.assign(input, { type: "file", multiple: many, hidden: true, accept: model.get("accept") });
  const hint = document.createElement("span");
  hint.textContent = model.get("hint");
  el.classList.add("triptych-upload");
  el.append(button, input, hint);

  const read = (file) => (file.size > model.get("largest") ? new ArrayBuffer(0) : file.arrayBuffer());
  const send = async (files) => {
    try {
      const contents = await Promise.all(files.map(read));
      const named = files.map(({ name, type, size }) => ({ name, type, size }));
      model.send(named, undefined, contents);
    } catch (error) {
      // Folders and files that are gone meanwhile.
      hint.textContent = `Could not read the files: ${error.message}`;
    }
  };
  // One choice after the other, however long each takes to be read; what is pressed waits for it.
  el.reading = Promise.resolve();
  const take = (list) => {
    const files = [...list];
    if (files.length) el.reading = el.reading.then(() => send(files));
  };
  button.addEventListener("click", () => input.click());
  input.addEventListener("change", () => {
    take(input.files);
    // So that the same file can be chosen again.
    input.value = "";
  });

  // The whole panel takes what is dropped: a small target is easily missed, and a page that takes
  // nothing would show the file instead of itself.
  const isSeen = (one) => one.getClientRects().length > 0;
  const ours = (event) => {
    const panel = el.closest(".triptych-panel") ?? el;
    // Of several, the one in sight; where none is, the first opens its part of the panel.
    const all = [...panel.querySelectorAll(".triptych-upload")];
    const takes = all.find(isSeen) ?? all[0] ?? el;
    return event.dataTransfer?.types.includes("Files") && panel.contains(event.target) && takes === el;
  };
  const over = (event) => {
    el.classList.toggle("triptych-over", Boolean(ours(event)));
    if (ours(event)) keep(event);
  };
  const keep = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const drop = (event) => {
    el.classList.remove("triptych-over");
    if (!ours(event)) return;
    keep(event);
    take(event.dataTransfer.files);
  };
  // On the window and on the way down: JupyterLab has plans of its own for dropped files.
  window.addEventListener("dragover", over, true);
  window.addEventListener("drop", drop, true);
  return () => {
    window.removeEventListener("dragover", over, true);
    window.removeEventListener("drop", drop, true);
  };
}

export default { render };
