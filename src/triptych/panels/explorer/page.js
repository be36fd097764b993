// What Python cannot do from its side: see whether the page is dark, hear of a row that was chosen,
// and save a file.
function render({ model, el }) {
  el.style.display = "none";

  // JupyterLab and Voila say it; elsewhere the letters of the page are lighter than its paper.
  const isDark = () => {
    const said = document.body.dataset.jpThemeLight;
    if (said) return said === "false";
    const [r, g, b] = getComputedStyle(document.body).color.match(/\d+/g).map(Number);
    return r + g + b > 384;
  };
  const look = () => {
    if (model.get("dark") === isDark()) return;
    model.set("dark", isDark());
    model.save_changes();
  };
  const watch = new MutationObserver(look);
  watch.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  look();

  const choose = (event) => {
    if (event.type === "keydown" && event.key !== "Enter") return;
    const explorer = el.closest(".triptych-explorer");
    const row = event.target instanceof Element && event.target.closest("[data-point]");
    if (!row || !explorer || !explorer.contains(row)) return;
    model.set("pointed", [model.get("pointed")[0] + 1, Number(row.dataset.point)]);
    model.save_changes();
  };
  window.addEventListener("click", choose);
  window.addEventListener("keydown", choose);

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

  return () => {
    watch.disconnect();
    window.removeEventListener("click", choose);
    window.removeEventListener("keydown", choose);
    model.off("change:file", save);
  };
}

export default { render };
