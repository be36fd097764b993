// Saving a file, which Python cannot do on the reader's machine.
function render({ model, el }) {
  el.style.display = "none";
  const save = () => {
    const { name, type, content } = model.get("file");
    if (!content) return;
    const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([bytes], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  };
  model.on("change:file", save);
  return () => model.off("change:file", save);
}

export default { render };
