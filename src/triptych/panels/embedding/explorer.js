// What Python cannot do from its side: see what colour the page has, hear of a row that was chosen,
// and leave the wheel to the page.
function render({ model, el }) {
  el.style.display = "none";

  // The colour behind the explorer: that of the nearest element that has one.
  const paper = () => {
    for (let e = el.parentElement; e; e = e.parentElement) {
      const [r, g, b, a = 1] = getComputedStyle(e).backgroundColor.match(/[\d.]+/g).map(Number);
      if (a > 0) return "#" + [r, g, b].map((c) => c.toString(16).padStart(2, "0")).join("");
    }
    return "#ffffff";
  };
  const look = () => {
    if (model.get("paper") === paper()) return;
    model.set("paper", paper());
    model.save_changes();
  };
  const watch = new MutationObserver(look);
  watch.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  // Once it is on the page.
  requestAnimationFrame(look);

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

  // Whoever scrolls the page over the map does not mean to zoom: that takes Ctrl, or a pinch, which
  // browsers report as the wheel with Ctrl.
  const scroll = (event) => {
    if (event.ctrlKey || event.metaKey || !(event.target instanceof HTMLCanvasElement)) return;
    if (el.closest(".triptych-explorer")?.contains(event.target)) event.stopPropagation();
  };
  window.addEventListener("wheel", scroll, { capture: true, passive: true });

  return () => {
    watch.disconnect();
    window.removeEventListener("wheel", scroll, { capture: true });
    window.removeEventListener("click", choose);
    window.removeEventListener("keydown", choose);
  };
}

export default { render };
