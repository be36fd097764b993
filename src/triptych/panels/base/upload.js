// The browser's own choice of files, and files dropped on the panel around or pasted into it.
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
  // A click on it is enough for a paste to arrive here; JupyterLab takes no keys of such an element.
  Object.assign(el, { tabIndex: 0, role: "group", ariaLabel: "Files" });
  el.dataset.lmSuppressShortcuts = "true";
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

  // The whole panel takes what is dropped or pasted: a small target is easily missed, and a page
  // that takes nothing would show the file instead of itself.
  const isSeen = (one) => one.getClientRects().length > 0;
  const ours = (event, data) => {
    const panel = el.closest(".triptych-panel") ?? el;
    // Of several, the one in sight; where none is, the first opens its part of the panel.
    const all = [...panel.querySelectorAll(".triptych-upload")];
    const takes = all.find(isSeen) ?? all[0] ?? el;
    return data?.types.includes("Files") && panel.contains(event.target) && takes === el;
  };
  const over = (event) => {
    el.classList.toggle("triptych-over", Boolean(ours(event, event.dataTransfer)));
    if (ours(event, event.dataTransfer)) keep(event);
  };
  const keep = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const drop = (event) => {
    el.classList.remove("triptych-over");
    if (!ours(event, event.dataTransfer)) return;
    keep(event);
    take(event.dataTransfer.files);
  };
  const paste = (event) => {
    const data = event.clipboardData;
    // Spreadsheets copy a picture beside the text: into a text box goes the text.
    const isText = event.target.matches?.("textarea, input") && data?.types.includes("text/plain");
    if (isText || !ours(event, data)) return;
    keep(event);
    take(data.files);
  };
  // On the window and on the way down: JupyterLab has plans of its own for dropped files.
  window.addEventListener("dragover", over, true);
  window.addEventListener("drop", drop, true);
  window.addEventListener("paste", paste, true);
  return () => {
    window.removeEventListener("dragover", over, true);
    window.removeEventListener("drop", drop, true);
    window.removeEventListener("paste", paste, true);
  };
}

export default { render };
