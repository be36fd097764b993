// The history of calls: what to list, a row for each run, and what can be done with the ticked ones.
// Each action goes with the numbers of its calls: ipywidgets holds a change of the ticks back while
// an earlier one is on its way, and an action that does not name its calls would be ahead of it.
const COLUMNS = [
  ["number", "#"], ["time", "Time"], ["operation", "Operation"], ["summary", "Input"],
  ["headline", "Outcome"], ["where", "Where"], ["seconds", "Duration"], ["tokens", "Tokens"],
];
const NUMBERS = ["number", "seconds", "tokens"];
const SEARCHED = ["operation", "summary", "headline", "why", "where"];
const EVERY = "All operations";

// Of a row, which may stand for several calls.
const callsOf = (row) => (row.calls.length ? row.calls : [row]);
const hasEnded = (call) => call.outcome !== "running";
const isOne = (calls) => calls.length === 1 && hasEnded(calls[0]);
const some = (calls) => calls.length > 0;
const all = (calls, name) => some(calls) && calls.every((call) => call[name]);
// A table is run again in its panel, where it can be chosen.
const canRepeat = (calls, { busy }) => isOne(calls) && calls[0].has_request && !busy;
const ACTIONS = [
  {
    name: "open", label: "Open in panel", title: "Fill the panel with the inputs of this call",
    enabled: (calls, { rows }) => rows === 1 && all(calls, "has_inputs"),
  },
  {
    name: "again", label: "Re-run", title: "Run this request again on the current connection",
    enabled: canRepeat,
  },
  {
    name: "elsewhere", label: ({ there }) => `Run on ${there} and compare`,
    title: "Run the same request on the other connection and compare the replies",
    enabled: canRepeat, hidden: (_, { there }) => !there,
  },
  {
    name: "compare", label: "Compare", title: "Show two calls of an operation side by side",
    enabled: (calls) => calls.length === 2,
  },
  {
    name: "pin", label: "Pin", title: "Keep these calls when others are removed",
    enabled: some, hidden: (calls) => all(calls, "pinned"),
  },
  {
    name: "unpin", label: "Unpin", title: "Let these calls be removed with the others",
    enabled: some, hidden: (calls) => !all(calls, "pinned"),
  },
  {
    name: "cancel", label: "Cancel", title: "Stop waiting for the replies",
    enabled: (_, { running }) => running,
  },
  {
    name: "json", label: "Save JSON", title: "Save requests and replies of the ticked calls, or of all",
    enabled: (_, { listed }) => listed,
  },
  {
    name: "python", label: "Save Python", title: "Save a script that repeats the ticked calls, or all",
    enabled: (_, { listed }) => listed,
  },
];

const make = (tag, words = "", className = "") => {
  const element = document.createElement(tag);
  element.textContent = words;
  if (className) element.className = className;
  return element;
};

const makeButton = (words, title, act) => {
  const button = make("button", words, "jupyter-button");
  Object.assign(button, { type: "button", title });
  button.addEventListener("click", act);
  return button;
};

function render({ model, el }) {
  el.classList.add("triptych-calls");
  const ticked = () => new Set(model.get("chosen"));
  // What a person chose here, who sees it already.
  let picked = null;
  const choose = (numbers) => {
    picked = numbers;
    model.set("chosen", picked);
    model.save_changes();
  };
  const tick = (row, isTicked) => {
    const numbers = callsOf(row).map(({ number }) => number);
    const others = model.get("chosen").filter((one) => !numbers.includes(one));
    choose(isTicked ? [...others, ...numbers] : others);
  };
  const opened = new Set();
  const open = (row) => {
    if (!opened.delete(row.number)) opened.add(row.number);
    draw();
  };
  const show = (row) => {
    choose([row.number]);
    if (hasEnded(row)) model.send({ action: "show", calls: [row.number] });
  };

  // What to list.
  const filters = el.appendChild(make("div", "", "triptych-filters"));
  const operation = filters.appendChild(make("select"));
  operation.setAttribute("aria-label", "Operation");
  // Else letters that choose an operation are JupyterLab's commands.
  operation.dataset.lmSuppressShortcuts = "true";
  const word = filters.appendChild(make("input"));
  Object.assign(word, { type: "search", placeholder: "Filter by words" });
  word.setAttribute("aria-label", "Filter by words");
  const matched = filters.appendChild(make("span", "", "triptych-matched"));
  matched.setAttribute("role", "status");
  const clearing = filters.appendChild(make("span", "", "triptych-clearing"));
  const matches = (row) =>
    (operation.value === EVERY || row.operation === operation.value) &&
    word.value.toLowerCase().split(/\s+/).every((part) => [row, ...row.calls].some((one) =>
      SEARCHED.some((name) => String(one[name]).toLowerCase().includes(part))));
  const visible = () => model.get("rows").filter(matches);
  for (const [control, kind] of [[operation, "change"], [word, "input"]])
    control.addEventListener(kind, () => draw());
  const offerOperations = () => {
    const names = [EVERY, ...new Set(model.get("rows").map((row) => row.operation))].sort(
      (one, other) => (other === EVERY) - (one === EVERY) || one.localeCompare(other));
    if (names.join() === [...operation.options].map(({ value }) => value).join()) return;
    const now = names.includes(operation.value) ? operation.value : EVERY;
    operation.replaceChildren(...names.map((name) => make("option", name)));
    operation.value = now;
  };
  const offerClear = () => {
    const calls = model.get("rows").flatMap(callsOf);
    const number = calls.filter((call) => !call.pinned && hasEnded(call)).length;
    const clear = makeButton("Clear", "Remove all calls that are not pinned", () => {
      const what = number === 1 ? "Remove the call that is" : `Remove the ${number} calls that are`;
      const remove = makeButton("Remove", "", () => model.send({ action: "clear", calls: [] }));
      const keep = makeButton("Keep", "", () => {
        offerClear();
        clearing.querySelector("button").focus();
      });
      clearing.replaceChildren(make("span", `${what} not pinned?`), remove, keep);
      remove.focus();
    });
    clear.disabled = !number;
    const undo = makeButton("Undo", "Put back the removed calls", () =>
      model.send({ action: "undo", calls: [] }));
    clearing.replaceChildren(...(model.get("removed") ? [undo] : []), clear);
  };

  // What can be done with the ticked calls.
  const place = el.appendChild(make("div"));
  const bar = el.appendChild(make("div", "", "triptych-actions"));
  const chosen = () => visible().flatMap(callsOf).filter(({ number }) => ticked().has(number));
  const buttons = ACTIONS.map((action) => {
    const act = () => model.send({ action: action.name, calls: chosen().map(({ number }) => number) });
    return [action, bar.appendChild(makeButton("", action.title, act))];
  });
  const offer = () => {
    const calls = chosen();
    const state = {
      busy: model.get("busy"),
      there: model.get("there"),
      running: !model.get("rows").every(hasEnded),
      listed: model.get("rows").length > 0,
      rows: visible().filter((row) => callsOf(row).some(({ number }) => ticked().has(number))).length,
    };
    for (const [{ label, enabled, hidden }, button] of buttons) {
      button.textContent = typeof label === "string" ? label : label(state);
      button.disabled = !enabled(calls, state);
      button.hidden = Boolean(hidden?.(calls, state));
    }
    bar.hidden = !state.listed;
  };

  // The rows, by their elements.
  const drawn = new Map();
  const headline = (row) => {
    const cell = make("td", row.headline, "triptych-headline");
    cell.dataset.outcome = row.outcome;
    if (row.why) {
      cell.append(make("div", row.why, "triptych-why"));
      cell.title = row.why;
    }
    return cell;
  };
  const input = (row) => {
    const cell = make("td", "", "triptych-summary");
    const isBatch = row.calls.length > 0;
    const act = () => (isBatch ? open(row) : show(row));
    const button = cell.appendChild(make("button", row.summary || "(nothing)"));
    Object.assign(button, { type: "button", dir: "auto" });
    button.title = isBatch ? `Show its ${row.calls.length} calls` : "Show the reply";
    if (isBatch) button.setAttribute("aria-expanded", opened.has(row.number));
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      act();
    });
    return cell;
  };
  const line = (row, className = "") => {
    const element = make("tr", "", className);
    drawn.set(element, row);
    element.dataset.number = row.number;
    const box = make("input");
    box.type = "checkbox";
    const last = row.calls.at(-1);
    const name = last ? `Calls ${row.number} to ${last.number}` : `Call ${row.number}`;
    box.setAttribute("aria-label", `${name}, ${row.operation}: ${row.summary}`);
    box.addEventListener("change", () => tick(row, box.checked));
    const first = element.appendChild(make("td"));
    first.append(box);
    for (const [name] of COLUMNS) {
      if (name === "headline") element.append(headline(row));
      else if (name === "summary") element.append(input(row));
      else {
        const cell = element.appendChild(make("td", String(row[name]), `triptych-${name}`));
        if (NUMBERS.includes(name)) cell.classList.add("triptych-number");
        if (name === "number" && last) cell.textContent += `–${last.number}`;
        if (name === "number" && row.pinned) cell.prepend(make("span", "pinned ", "triptych-pinned"));
      }
    }
    element.addEventListener("click", ({ target }) => {
      // A click into its cell is one on the box.
      if (first.contains(target)) {
        if (target !== box) box.click();
      } else if (!getSelection().toString()) (row.calls.length ? open : show)(row);
    });
    return element;
  };
  const lines = (row) =>
    [line(row), ...(opened.has(row.number) ? row.calls.map((one) => line(one, "triptych-part")) : [])];
  const draw = () => {
    offerOperations();
    const rows = visible();
    const listed = model.get("rows").length;
    filters.hidden = !listed && !model.get("removed");
    matched.textContent = rows.length < listed ? `${rows.length} of ${listed} shown` : "";
    // Whoever walks through by keyboard stays where they are.
    const active = place.contains(document.activeElement) ? document.activeElement : null;
    const held = active?.closest("tr")?.dataset.number;
    drawn.clear();
    const table = make("table");
    const head = table.createTHead().insertRow();
    head.appendChild(make("th")).append(make("span", "Choose", "triptych-spoken"));
    for (const [name, title] of COLUMNS) {
      const cell = head.appendChild(make("th", title, `triptych-${name}`));
      cell.scope = "col";
      if (NUMBERS.includes(name)) cell.classList.add("triptych-number");
    }
    table.createTBody().append(...rows.flatMap(lines));
    const none = listed ? "No call matches." : "Calls made in any panel are listed here.";
    const box = make("div", "", "triptych-scroll");
    box.tabIndex = 0;
    box.setAttribute("role", "region");
    box.setAttribute("aria-label", "Calls");
    box.append(table);
    const scrolled = place.firstElementChild?.scrollTop ?? 0;
    place.replaceChildren(rows.length ? box : make("p", none, "triptych-empty"));
    box.scrollTop = scrolled;
    if (held) place.querySelector(`tr[data-number="${held}"] ${active.tagName}`)?.focus();
    mark();
  };
  const mark = () => {
    const now = ticked();
    for (const [element, row] of drawn) {
      const numbers = callsOf(row).map(({ number }) => number);
      const checked = numbers.every((one) => now.has(one));
      const indeterminate = !checked && numbers.some((one) => now.has(one));
      element.classList.toggle("triptych-chosen", checked);
      Object.assign(element.querySelector("input"), { checked, indeterminate });
    }
    offer();
  };
  // A call that was made anew is the topmost, wherever the one chosen before it stood.
  const follow = () => {
    mark();
    if (model.get("chosen") === picked) return;
    const box = place.querySelector(".triptych-scroll");
    const row = place.querySelector("tr.triptych-chosen");
    // Not scrollIntoView, which would scroll the notebook too.
    if (box && row) box.scrollTop = Math.min(box.scrollTop, row.offsetTop - row.offsetHeight);
  };
  const renew = () => {
    offerClear();
    draw();
  };
  model.on("change:rows change:removed", renew);
  model.on("change:chosen", follow);
  model.on("change:there change:busy", offer);
  renew();
  return () => {
    model.off("change:rows change:removed", renew);
    model.off("change:chosen", follow);
    model.off("change:there change:busy", offer);
  };
}

export default { render };
