// Saving a file, which Python cannot do on the reader's machine.
function initialize({ model }) {
  // Each file once: not again in a second view or a page that is loaded anew, and also where it was
  // sent before this script had been loaded.
  const save = () => {
    const { name, type, content, number } = model.get("file");
    if (!content || number <= model.get("saved")) return;
    const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([bytes], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    model.set("saved", number);
    model.save_changes();
  };
  model.on("change:file", save);
  save();
  return () => model.off("change:file", save);
}

function render({ el }) {
  el.style.display = "none";
}

export default { initialize, render };
