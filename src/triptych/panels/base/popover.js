// A button that opens a box. The box is a popover: no part of the page clips it, and a click beside it
// closes it. `fill` is called before it opens, `onToggle` when it has opened or closed.
function popover(button, box, { fill = () => {}, onToggle = () => {} } = {}) {
  box.classList.add("triptych-popover");
  box.popover = "auto";
  const isOpen = () => box.matches(":popover-open");
  const mark = () => button.setAttribute("aria-expanded", String(isOpen()));
  // In sight, below the button or else above it.
  const place = () => {
    const at = button.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = box;
    const below = at.bottom + 4;
    box.style.left = `${Math.max(8, at.right - width)}px`;
    box.style.top = `${below + height > innerHeight ? Math.max(8, at.top - height - 4) : below}px`;
  };
  const open = () => {
    fill();
    box.showPopover();
    place();
    onToggle(true);
  };
  const close = () => {
    box.hidePopover();
    button.focus();
  };

  // A press on the button while the box is open closes it first: it must not be opened again.
  let wasOpen = false;
  button.addEventListener("pointerdown", () => (wasOpen = isOpen()));
  button.addEventListener("click", () => {
    if (!wasOpen && !isOpen()) open();
    wasOpen = false;
  });
  box.addEventListener("toggle", () => {
    mark();
    if (!isOpen()) onToggle(false);
  });
  mark();
  for (const part of [button, box])
    part.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !isOpen()) return;
      close();
      event.preventDefault();
      // JupyterLab has plans of its own for this key.
      event.stopPropagation();
    });
  // It goes along with its button.
  const onMove = () => isOpen() && place();
  window.addEventListener("scroll", onMove, true);
  window.addEventListener("resize", onMove);
  const stop = () => {
    window.removeEventListener("scroll", onMove, true);
    window.removeEventListener("resize", onMove);
  };
  return { isOpen, open, close, place, stop };
}

