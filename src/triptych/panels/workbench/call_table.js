// The history of calls: a row for each, and a box to tick.
const COLUMNS = [
  ["number", "#"], ["time", "Time"], ["operation", "Operation"], ["summary", "Input"],
  ["where", "Where"], ["outcome", "Outcome"], ["seconds", "Duration"], ["tokens", "Tokens"],
];
const NUMBERS = ["number", "seconds", "tokens"];

function render({ model, el }) {
  el.classList.add("triptych-calls");
  const make = (tag, words = "", className = "") => {
    const element = document.createElement(tag);
    element.textContent = words;
    if (className) element.className = className;
    return element;
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
    const held = el.contains(document.activeElement) && document.activeElement.closest("tr")?.dataset.number;
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
    const scrolled = el.firstElementChild?.scrollTop ?? 0;
    el.replaceChildren(model.get("rows").length ? box : empty);
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
  draw();
  return () => {
    model.off("change:rows", draw);
    model.off("change:chosen", follow);
  };
}

export default { render };
