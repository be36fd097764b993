// One page of a table, and what is asked of the whole: Python sorts and filters. Cells are set as
// text, never as HTML.
const [WIDE, SHORT] = [40, 160];

function render({ model, el }) {
  el.classList.add("triptych-table");
  const make = (tag, words = "", className = "") => {
    const element = document.createElement(tag);
    element.textContent = words;
    if (className) element.className = className;
    return element;
  };
  const labelled = (words, control) => {
    const label = make("label", `${words} `);
    label.append(control);
    return label;
  };
  const ask = (change) => {
    model.set("query", { ...model.get("query"), start: 0, ...change });
    model.save_changes();
  };

  const tools = make("div", "", "triptych-table-tools");
  const scroll = make("div", "", "triptych-table-scroll");
  scroll.tabIndex = 0;
  scroll.setAttribute("role", "region");
  const pager = make("div", "", "triptych-table-pager");
  el.append(tools, scroll, pager);

  const search = make("input");
  Object.assign(search, { type: "search", placeholder: "words in any column" });
  let typing;
  search.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(() => ask({ search: search.value }), 250);
  });

  const choice = ({ name, choices }, place) => {
    const select = make("select");
    select.append(new Option("all", ""), ...choices.map((one) => new Option(one)));
    select.value = model.get("query").choices?.[place] ?? "";
    select.addEventListener("change", () =>
      ask({ choices: { ...model.get("query").choices, [place]: select.value } }));
    return labelled(name, select);
  };

  const sort = (place) => {
    const [last, way] = model.get("query").sort ?? [];
    if (last !== place) ask({ sort: [place, "ascending"] });
    else ask({ sort: way === "ascending" ? [place, "descending"] : null });
  };
  const heads = [];
  const head = ({ name, kind }, place) => {
    const cell = make("th", "", kind === "number" ? "triptych-number" : "");
    cell.scope = "col";
    if (kind === "vector") cell.textContent = name;
    else {
      const button = cell.appendChild(make("button", name));
      button.type = "button";
      button.title = "Sort";
      button.addEventListener("click", () => sort(place));
    }
    heads.push(cell);
    return cell;
  };
  const body = make("tbody");
  const drawColumns = () => {
    const columns = model.get("columns");
    search.value = model.get("query").search ?? "";
    const choices = columns.map((column, place) => column.choices.length && choice(column, place));
    tools.replaceChildren(labelled("Search", search), ...choices.filter(Boolean));
    heads.length = 0;
    const table = make("table");
    table.createTHead().insertRow().append(...columns.map(head));
    table.append(body);
    scroll.setAttribute("aria-label", model.get("label"));
    scroll.replaceChildren(table);
    drawPage();
  };

  const fill = (cell, text) => {
    cell.classList.toggle("triptych-table-long", text.length > WIDE);
    cell.textContent = text.length > SHORT ? `${text.slice(0, SHORT).trimEnd()}… ` : text;
    if (text.length <= SHORT) return;
    const more = cell.appendChild(make("button", "more", "triptych-table-more"));
    more.type = "button";
    more.addEventListener("click", () => (cell.textContent = text));
  };
  const line = (values) => {
    const row = make("tr");
    model.get("columns").forEach(({ kind, name }, place) => {
      const cell = row.appendChild(make("td"));
      if (kind === "number" || kind === "vector") cell.classList.add(`triptych-${kind}`);
      else cell.dir = "auto";
      if (name === "error" && values[place]) cell.classList.add("triptych-table-error");
      fill(cell, values[place] ?? "");
    });
    return row;
  };

  const [back, next] = ["Previous", "Next"].map((words) => make("button", words));
  const shown = make("span");
  shown.setAttribute("role", "status");
  for (const [button, step] of [[back, -1], [next, 1]]) {
    button.type = "button";
    button.addEventListener("click", () => {
      const { start, size } = model.get("page");
      ask({ start: start + step * size });
    });
  }
  pager.append(back, next, shown);
  const drawPage = () => {
    const { rows, start, size, matching, total } = model.get("page");
    const [sorted, way] = model.get("query").sort ?? [];
    heads.forEach((cell, place) => {
      if (place === sorted) cell.setAttribute("aria-sort", way);
      else cell.removeAttribute("aria-sort");
    });
    el.hidden = rows === undefined;
    if (!rows) return;
    body.replaceChildren(...rows.map(line));
    scroll.scrollTop = 0;
    back.disabled = start === 0;
    next.disabled = start + size >= matching;
    const number = (value) => value.toLocaleString("en");
    const all = matching < total ? ` (of ${number(total)})` : "";
    shown.textContent = matching
      ? `Rows ${number(start + 1)} to ${number(start + rows.length)} of ${number(matching)}${all}`
      : `No row of ${number(total)} matches`;
  };

  model.on("change:columns", drawColumns);
  model.on("change:page", drawPage);
  drawColumns();
  return () => {
    clearTimeout(typing);
    model.off("change:columns", drawColumns);
    model.off("change:page", drawPage);
  };
}

export default { render };
