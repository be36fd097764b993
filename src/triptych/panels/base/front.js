// What Python cannot do from its side: the keyboard, the moment to run, the clipboard, and the
// attributes that screen readers need. Listeners are on the window and catch events on their way
// down, because JupyterLab has plans of its own for Ctrl+Enter.
function render({ model, el }) {
  el.style.display = "none";
  const panelOf = (event) => {
    const panel = el.closest(".triptych-panel");
    return panel && event.target instanceof Node && panel.contains(event.target) ? panel : null;
  };

  // What was typed goes with the press: ipywidgets holds it back while an earlier change is on its
  // way. A sample or a file takes its place, and so does what the kernel puts into the box.
  const typed = new Map();
  const onInput = (event) => {
    if (!panelOf(event)) return;
    if (event.target.type === "file") typed.clear();
    else typed.set(event.target, event.target.value);
  };
  const onDrop = (event) => panelOf(event) && typed.clear();
  const texts = (panel) => {
    const found = {};
    for (const [box, text] of typed) {
      const field = box.closest("[class*='triptych-field-']");
      if (!field || !panel.contains(box) || box.value !== text) continue;
      if (!box.matches("textarea, input[type='text']") || "private" in box.dataset) continue;
      found[[...field.classList].find((c) => c.startsWith("triptych-field-")).slice(15)] = text;
    }
    return found;
  };

  // When the kernel has done what it was told before; of a cell that awaits it says nothing.
  const done = () =>
    new Promise((resolve) => {
      const status = ({ content }) => content.execution_state === "idle" && resolve();
      model.send({ asked: "whether all has arrived" }, { iopub: { status } });
    });
  const patience = () => new Promise((resolve) => setTimeout(resolve, 500));
  let last = 0;
  const run = async (event, panel) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    // A number is sent when its box is left, and Ctrl+Enter leaves none.
    if (event.target.matches("input[type=number]"))
      event.target.dispatchEvent(new Event("change", { bubbles: true }));
    const pressed = { run: texts(panel) };
    const own = (last += 1);
    await Promise.all([...panel.querySelectorAll(".triptych-upload")].map((one) => one.reading));
    // Twice: what other controls hold back leaves when the first has come back.
    await Promise.race([done().then(done), patience()]);
    // Of several presses that have waited, one is enough.
    if (own === last) model.send(pressed);
  };
  const onKey = (event) => {
    if (event.key !== "Enter") return;
    const panel = panelOf(event);
    if (!panel) return;
    const end = event.target.closest("span[data-sentence]");
    if (end) find(panel, end);
    if (!(event.ctrlKey || event.metaKey)) return;
    if (event.repeat || event.isComposing) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else run(event, panel);
  };

  const onClick = (event) => {
    const panel = panelOf(event);
    const end = panel && event.target.closest("[data-sentence], a[href^='#']");
    if (end) {
      // Not the anchor's own way, which would lead JupyterLab elsewhere.
      event.preventDefault();
      if (end.dataset.sentence) find(panel, end);
      else seen(panel, end, `[id="${end.hash.slice(1)}"]`)[0]?.scrollIntoView();
    }
    const button = panel && event.target.closest("button");
    if (!button) return;
    if (button.closest(".triptych-samples")) typed.clear();
    if (button.classList.contains("triptych-run")) run(event, panel);
    if (button.classList.contains("triptych-copy")) copy(button);
    if (button.classList.contains("triptych-insert")) insert(button, notebookOf(model));
    if (button.dataset.query) model.send({ search: button.dataset.query });
  };

  const onSearch = (event) => panelOf(event) && model.send({ search: event.detail });
  const listeners = {
    keydown: onKey, click: onClick, drop: onDrop, input: onInput,
    "triptych-typed": onInput, "triptych-search": onSearch,
  };
  for (const [kind, listen] of Object.entries(listeners)) window.addEventListener(kind, listen, true);
  let endColumns = () => {};
  let waiting = setTimeout(function settle() {
    const panel = el.closest(".triptych-panel");
    if (panel && areColumnsDrawn(panel)) {
      describe(panel, model.get("label"));
      endColumns = arrangeColumns(panel);
      panel.classList.toggle("triptych-in-notebook", notebookOf(model) !== undefined);
    } else waiting = setTimeout(settle, 50);
  });
  return () => {
    clearTimeout(waiting);
    endColumns();
    for (const [kind, listen] of Object.entries(listeners))
      window.removeEventListener(kind, listen, true);
  };
}

// What is seen of a reply: another panel may show the same one, and so may a part that is hidden.
function seen(panel, end, selector) {
  // Of two replies side by side, each has parts of its own.
  const reply = end.closest("[data-side]") ?? panel;
  return [...reply.querySelectorAll(selector)].filter((e) => e.getClientRects().length);
}

// A sentence stands in the picture and in the text: from one end go to the other. Of a long text
// the reply shows the beginning only, but the box it was typed into has it all.
function find(panel, end) {
  const isText = (e) => e.tagName === "SPAN";
  for (const old of panel.querySelectorAll(".triptych-found")) old.classList.remove("triptych-found");
  const ends = seen(panel, end, `[data-sentence="${end.dataset.sentence}"]`);
  const other = ends.find((e) => isText(e) !== isText(end));
  if (!other) return select(panel.querySelector(".triptych-field-text textarea"), end.dataset);
  for (const e of [end, other]) e.classList.add("triptych-found");
  other.scrollIntoView({ block: "nearest" });
  other.focus({ preventScroll: true });
}

function select(box, { start, end }) {
  if (!box) return;
  // Offsets count code points, a text box counts UTF-16 units.
  const text = box.value;
  const units = (points) => Array.from(text).slice(0, points).join("").length;
  const [first, last] = [units(start), units(end)];
  // How high the text is up to there: the box itself knows best.
  box.value = text.slice(0, last);
  const height = box.scrollHeight;
  box.value = text;
  box.focus();
  box.setSelectionRange(first, last);
  box.scrollTop = Math.max(0, height - box.clientHeight);
}

async function copy(button) {
  const part = button.closest(".triptych-copied");
  const link = part.querySelector("a[download]");
  const bytes = link && Uint8Array.from(atob(link.href.split(",")[1]), (c) => c.charCodeAt(0));
  const text = bytes ? new TextDecoder().decode(bytes) : part.querySelector("pre").textContent;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // No clipboard without https: the old way.
    const box = document.body.appendChild(document.createElement("textarea"));
    box.value = text;
    box.select();
    document.execCommand("copy");
    box.remove();
  }
  say(button, "Copied");
}

function say(button, words) {
  const usual = (button.dataset.usual ??= button.textContent);
  button.textContent = words;
  setTimeout(() => (button.textContent = usual), 1500);
}

// The notebook around the panel, where its model is within reach: such as JupyterLab's.
function notebookOf(model) {
  const notebook = model.widget_manager?.context?.model;
  return notebook?.readOnly === false && notebook.sharedModel?.insertCell
    ? notebook.sharedModel
    : undefined;
}

// Below the cell of the panel; one that stands elsewhere, as in a window of its own, gets the end.
function insert(button, notebook) {
  const cell = button.closest(".jp-Cell[data-windowed-list-index]");
  const place = cell ? Number(cell.dataset.windowedListIndex) + 1 : notebook.cells.length;
  const source = button.closest(".triptych-copied").querySelector("pre").textContent;
  notebook.insertCell(place, { cell_type: "code", source });
  say(button, "Inserted");
  const made = cell?.parentElement.querySelector(`:scope > [data-windowed-list-index="${place}"]`);
  made?.scrollIntoView({ block: "nearest" });
}

function describe(panel, label) {
  panel.setAttribute("role", "group");
  panel.setAttribute("aria-label", label);
  for (const status of panel.querySelectorAll(".triptych-status, .triptych-message")) {
    status.setAttribute("role", "status");
    status.setAttribute("aria-live", "polite");
  }
  for (const field of panel.querySelectorAll("[class*='triptych-field-']")) {
    const message = field.nextElementSibling;
    const box = field.querySelector("textarea, input:not([hidden]), select")
      ?? field.querySelector("button");
    if (!box || !message?.classList.contains("triptych-message")) continue;
    // A number would not do: each panel loads this module anew.
    message.id ||= `triptych-message-${Math.random().toString(36).slice(2)}`;
    box.setAttribute("aria-describedby", message.id);
  }
  // Both buttons of a panel that run it show the same word: their names tell them apart.
  // That above a result is made when it is first needed.
  const nameAgain = () => {
    for (const again of panel.querySelectorAll(".triptych-rerun:not([aria-label])"))
      again.setAttribute("aria-label", "Run with these inputs");
  };
  for (const result of panel.querySelectorAll(".triptych-result"))
    new MutationObserver(nameAgain).observe(result, { subtree: true, childList: true });
  nameAgain();
  // Which of its toggles is down ipywidgets tells by a class alone.
  const tell = (toggle, state) =>
    toggle.setAttribute(state, String(toggle.classList.contains("mod-active")));
  for (const toggle of panel.querySelectorAll(".triptych-more")) {
    tell(toggle, "aria-expanded");
    new MutationObserver(() => tell(toggle, "aria-expanded"))
      .observe(toggle, { attributeFilter: ["class"] });
  }
  for (const group of panel.querySelectorAll(".triptych-source")) {
    // It makes its buttons anew whenever it is disabled or enabled.
    const tellAll = () => {
      for (const toggle of group.querySelectorAll("button")) tell(toggle, "aria-pressed");
    };
    tellAll();
    new MutationObserver(tellAll)
      .observe(group, { subtree: true, childList: true, attributeFilter: ["class"] });
  }
}

export default { render };
