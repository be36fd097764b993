// The two columns of a panel: the form stays in sight beside a long result, the line between them
// can be moved, and the result can have the whole width. It is part of the module of front.js.
const [NARROWEST, WIDEST, USUAL] = [20, 75, 42];

// Whether both columns are there, which are drawn one after the other, or the panel has none.
function areColumnsDrawn(panel) {
  const body = panel.querySelector(":scope > .triptych-body");
  return !body || body.querySelector(":scope > .triptych-form ~ .triptych-result") !== null;
}

function arrangeColumns(panel) {
  const body = panel.querySelector(":scope > .triptych-body");
  // The history is one page.
  if (!body) return () => {};
  const form = body.querySelector(":scope > .triptych-form");
  // Last, since ipywidgets counts the children before it.
  const divider = body.appendChild(makeDivider(body));
  // A form that is longer than the view stays by its end, where Run is.
  const stick = () => {
    const room = scrollerOf(panel).clientHeight - form.offsetHeight;
    body.style.setProperty("--triptych-top", `${Math.min(0, room)}px`);
  };
  const sizes = new ResizeObserver(stick);
  for (const one of [form, scrollerOf(panel)]) sizes.observe(one);

  const toggle = makeToggle();
  const show = (full) => {
    body.classList.toggle("triptych-full", full);
    toggle.setAttribute("aria-pressed", String(full));
  };
  toggle.addEventListener("click", () => {
    show(!body.classList.contains("triptych-full"));
    toggle.scrollIntoView({ block: "nearest" });
  });
  form.addEventListener("click", ({ target }) => {
    if (!target.closest(".triptych-unfold")) return;
    show(false);
    const fields = [...form.querySelectorAll("textarea, input, select, button")];
    fields.find((field) => field.checkVisibility())?.focus({ preventScroll: true });
  });
  // The tabs are drawn when they are.
  const place = () => body.querySelector(".triptych-tabs")?.append(toggle);
  const tabs = new MutationObserver(() => !toggle.isConnected && place());
  tabs.observe(body, { subtree: true, childList: true });
  place();
  return () => {
    sizes.disconnect();
    tabs.disconnect();
    divider.remove();
    toggle.remove();
  };
}

// What scrolls the panel: the notebook, an output of limited height, or the page.
function scrollerOf(panel) {
  for (let e = panel.parentElement; e; e = e.parentElement)
    if (/auto|scroll/.test(getComputedStyle(e).overflowY)) return e;
  return document.scrollingElement;
}

function makeToggle() {
  const toggle = document.createElement("button");
  Object.assign(toggle, { type: "button", className: "triptych-full-width", title: "Full width" });
  toggle.setAttribute("aria-label", "Full width");
  toggle.setAttribute("aria-pressed", "false");
  toggle.innerHTML =
    '<svg viewBox="0 0 20 12" width="20" height="12" aria-hidden="true" fill="none" ' +
    'stroke="currentColor" stroke-width="1.5"><path d="M1 1v10M19 1v10M4 6h12M7 3 4 6l3 3M13 3l3 3-3 3"/></svg>';
  return toggle;
}

function makeDivider(body) {
  const divider = document.createElement("div");
  Object.assign(divider, { className: "triptych-divider", tabIndex: 0 });
  divider.title = "Drag to change the widths; double-click for the usual ones";
  const state = { role: "separator", "aria-label": "Width of the form", "aria-orientation": "vertical" };
  for (const [name, value] of Object.entries(state)) divider.setAttribute(name, value);
  divider.setAttribute("aria-valuemin", NARROWEST);
  divider.setAttribute("aria-valuemax", WIDEST);
  let share = USUAL;
  const set = (percent) => {
    share = Math.min(WIDEST, Math.max(NARROWEST, percent));
    body.style.setProperty("--triptych-share", `${share}%`);
    divider.setAttribute("aria-valuenow", Math.round(share));
  };
  set(USUAL);
  divider.addEventListener("pointerdown", (event) => {
    divider.setPointerCapture(event.pointerId);
  });
  divider.addEventListener("pointermove", ({ pointerId, clientX }) => {
    if (!divider.hasPointerCapture(pointerId)) return;
    const { left, width } = body.getBoundingClientRect();
    set((100 * (clientX - left)) / width);
  });
  divider.addEventListener("dblclick", () => set(USUAL));
  divider.addEventListener("keydown", (event) => {
    const to = { ArrowLeft: share - 2, ArrowRight: share + 2, Home: NARROWEST, End: WIDEST, Enter: USUAL };
    if (!(event.key in to) || event.ctrlKey || event.metaKey) return;
    set(to[event.key]);
    event.preventDefault();
    // JupyterLab has plans of its own for these keys.
    event.stopPropagation();
  });
  return divider;
}
