// The history of calls: a row for each, a box to tick, and what can be done with the ticked ones.
// Each order goes with the numbers of its calls: ipywidgets holds a change of the ticks back while
// an earlier one is on its way, and an order that does not name its calls would be ahead of it.
const COLUMNS = [
  ["number", "#"], ["time", "Time"], ["operation", "Operation"], ["summary", "Input"],
  ["where", "Where"], ["outcome", "Outcome"], ["seconds", "Duration"], ["tokens", "Tokens"],
];
const NUMBERS = ["number", "seconds", "tokens"];
const ended = (call) => call.outcome !== "running";
const one = (calls) => calls.length === 1 && ended(calls[0]);
// A table is run again in its panel, where it can be chosen.
const repeatable = (calls, model) => one(calls) && calls[0].has_request && !model.get("busy");
const ORDERS = [
  { name: "show", label: "Show", title: "Show the reply of this call", enabled: one },
  {
    name: "again", label: "Re-run", title: "Run this request again on the current connection",
    enabled: repeatable,
  },
  {
    name: "elsewhere", label: (_, model) => `Run on ${model.get("there")} and compare`,
    title: "Run the same request on the other connection and compare the replies",
    enabled: repeatable, hidden: (_, model) => !model.get("there"),
  },
  {
    name: "compare", label: "Compare", title: "Show two calls of an operation side by side",
    enabled: (calls) => calls.length === 2,
  },
  {
    name: "pin", label: "Pin", title: "Keep these calls when older calls are removed",
    enabled: (calls) => calls.length, hidden: (calls) => calls.length && calls.every((call) => call.pinned),
  },
  {
    name: "unpin", label: "Unpin", title: "Let these calls be removed with the older ones",
    enabled: (calls) => calls.length, hidden: (calls) => !calls.length || !calls.every((call) => call.pinned),
  },
  {
    name: "cancel", label: "Cancel", title: "Stop waiting for the reply",
    enabled: (_, model) => !model.get("rows").every(ended),
  },
  {
    name: "clear", label: "Clear", title: "Remove all calls that are not pinned",
    enabled: (_, model) => model.get("rows").length,
  },
  {
    name: "json", label: "JSON", title: "Save requests and replies of the selected calls, or all",
    enabled: (_, model) => model.get("rows").length,
  },
  {
    name: "python", label: "Python", title: "Save a script that repeats the selected calls, or all",
    enabled: (_, model) => model.get("rows").length,
  },
];

function render({ model, el }) {
  el.classList.add("triptych-calls");
  const make = (tag, words = "", className = "") => {
    const element = document.createElement(tag);
    element.textContent = words;
    if (className) element.className = className;
    return element;
  };
  const place = el.appendChild(make("div"));
  const bar = el.appendChild(make("div", "", "triptych-actions"));
  const chosen = () => model.get("rows").filter(({ number }) => model.get("chosen").includes(number));
  const buttons = ORDERS.map((order) => {
    const button = make("button", "", "jupyter-button");
    Object.assign(button, { type: "button", title: order.title });
    button.addEventListener("click", () =>
      model.send({ order: order.name, calls: chosen().map(({ number }) => number) }));
    if (order.name === "json") bar.append(make("span", "Save:"));
    bar.append(button);
    return [order, button];
  });
  const offer = () => {
    const calls = chosen();
    for (const [{ label, enabled, hidden }, button] of buttons) {
      button.textContent = typeof label === "string" ? label : label(calls, model);
      button.disabled = !enabled(calls, model);
      button.hidden = Boolean(hidden?.(calls, model));
    }
  };
  // What a person chose here, who sees it already.
  let picked = null;
  const pick = (number, ticked) => {
    const others = model.get("chosen").filter((one) => one !== number);
    picked = ticked ? [...others, number] : others;
    model.set("chosen", picked);
    model.save_changes();
  };
  const row = (call) => {
    const line = make("tr");
    line.dataset.number = call.number;
    const box = make("input");
    Object.assign(box, { type: "checkbox", checked: model.get("chosen").includes(call.number) });
    box.setAttribute("aria-label", `Call ${call.number}, ${call.operation}: ${call.summary}`);
    box.addEventListener("change", () => pick(call.number, box.checked));
    line.append(make("td"));
    line.firstChild.append(box);
    for (const [name] of COLUMNS) {
      const cell = line.appendChild(make("td", String(call[name]), `triptych-${name}`));
      if (NUMBERS.includes(name)) cell.classList.add("triptych-number");
      if (name === "summary") cell.dir = "auto";
      if (name === "number" && call.pinned) cell.prepend(make("span", "pinned ", "triptych-pinned"));
      if (name === "outcome") {
        cell.dataset.outcome = call.outcome;
        if (call.error) {
          cell.append(make("div", call.error, "triptych-why"));
          cell.title = call.error;
        }
      }
    }
    line.addEventListener("click", ({ target }) => {
      if (target === box || getSelection().toString()) return;
      box.checked = !box.checked;
      pick(call.number, box.checked);
    });
    return line;
  };
  const draw = () => {
    // Whoever walks through by keyboard stays where they are.
    const held = place.contains(document.activeElement) && document.activeElement.closest("tr")?.dataset.number;
    const table = make("table");
    const head = table.createTHead().insertRow();
    const first = head.appendChild(make("th"));
    first.append(make("span", "Choose", "triptych-spoken"));
    for (const [name, title] of COLUMNS) {
      const cell = head.appendChild(make("th", title));
      cell.scope = "col";
      if (NUMBERS.includes(name)) cell.classList.add("triptych-number");
    }
    table.createTBody().append(...model.get("rows").map(row));
    const empty = make("p", "Calls made in any panel are listed here.", "triptych-empty");
    const box = make("div", "", "triptych-scroll");
    box.tabIndex = 0;
    box.setAttribute("role", "region");
    box.setAttribute("aria-label", "Calls");
    box.append(table);
    const scrolled = place.firstElementChild?.scrollTop ?? 0;
    place.replaceChildren(model.get("rows").length ? box : empty);
    box.scrollTop = scrolled;
    if (held) el.querySelector(`tr[data-number="${held}"] input`)?.focus();
    mark();
  };
  const mark = () => {
    for (const line of el.querySelectorAll("tbody tr")) {
      const ticked = model.get("chosen").includes(Number(line.dataset.number));
      line.classList.toggle("triptych-chosen", ticked);
      line.querySelector("input").checked = ticked;
    }
    offer();
  };
  // A call that was made anew is the topmost, wherever the one chosen before it stood.
  const follow = () => {
    mark();
    if (model.get("chosen") === picked) return;
    const box = el.querySelector(".triptych-scroll");
    const line = el.querySelector("tr.triptych-chosen");
    // Not scrollIntoView, which would scroll the notebook too.
    if (box && line) box.scrollTop = Math.min(box.scrollTop, line.offsetTop - line.offsetHeight);
  };
  model.on("change:rows", draw);
  model.on("change:chosen", follow);
  model.on("change:there change:busy", offer);
  draw();
  return () => {
    model.off("change:rows", draw);
    model.off("change:chosen", follow);
    model.off("change:there change:busy", offer);
  };
}

export default { render };
