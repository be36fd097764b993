// One page of a table, and what is asked of the whole: Python sorts and filters. Cells are set as
// text, never as HTML.
const [WIDE, SHORT] = [40, 120];
const ADDRESS = /^https?:\/\/\S+$/;
// In pixels: of a column at least, and by a press of a key.
const [NARROWEST, STEP] = [48, 24];

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
  const matches = make("span");
  matches.setAttribute("role", "status");
  const copy = make("button", "Copy", "triptych-table-copy");
  Object.assign(copy, { type: "button", title: "Copy the rows that match, for a spreadsheet" });
  copy.addEventListener("click", () => model.send({ copy: true }));
  const onCopied = async ({ rows }) => {
    try {
      await navigator.clipboard.writeText(rows);
    } catch {
      // No clipboard without https: the old way.
      const box = document.body.appendChild(make("textarea"));
      box.value = rows;
      box.select();
      document.execCommand("copy");
      box.remove();
    }
    copy.textContent = "Copied";
    setTimeout(() => (copy.textContent = "Copy"), 1500);
  };
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
  let [table, heads, columnWidths] = [null, [], []];
  const widthOf = (cell) => cell.getBoundingClientRect().width;
  const resize = (place, width) => {
    if (!table.style.width) {
      // From the first change on each column keeps its width, and only one is changed.
      columnWidths = heads.map(widthOf);
      table.classList.add("triptych-table-resized");
    }
    columnWidths[place] = Math.max(NARROWEST, width);
    heads.forEach((cell, column) => (cell.style.width = `${columnWidths[column]}px`));
    table.style.width = `${columnWidths.reduce((sum, one) => sum + one)}px`;
  };
  const resetWidths = () => {
    table.classList.remove("triptych-table-resized");
    for (const element of [table, ...heads]) element.style.width = "";
  };
  const edge = (cell, place) => {
    const handle = make("span", "", "triptych-table-edge");
    let from = null;
    handle.addEventListener("pointerdown", (event) => {
      handle.setPointerCapture(event.pointerId);
      from = widthOf(cell) - event.clientX;
      event.preventDefault();
    });
    handle.addEventListener("pointermove", ({ clientX }) => from !== null && resize(place, from + clientX));
    for (const end of ["pointerup", "pointercancel"]) handle.addEventListener(end, () => (from = null));
    handle.addEventListener("dblclick", resetWidths);
    return handle;
  };
  const head = ({ name, kind }, place) => {
    const cell = make("th", "", kind === "number" ? "triptych-number" : "");
    cell.scope = "col";
    if (kind === "vector") cell.append(make("span", name));
    else {
      const button = cell.appendChild(make("button", name));
      button.type = "button";
      button.title = "Click: sort. Drag the edge, or Shift with ← or →: change the width";
      button.addEventListener("click", () => sort(place));
      button.addEventListener("keydown", (event) => {
        const way = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
        if (!way || !event.shiftKey) return;
        event.preventDefault();
        resize(place, widthOf(cell) + way);
      });
    }
    cell.append(edge(cell, place));
    heads.push(cell);
    return cell;
  };
  const body = make("tbody");
  const drawColumns = () => {
    const columns = model.get("columns");
    search.value = model.get("query").search ?? "";
    const choices = columns.map((column, place) => column.choices.length && choice(column, place));
    tools.replaceChildren(labelled("Filter", search), ...choices.filter(Boolean), matches, copy);
    heads = [];
    table = make("table");
    table.createTHead().insertRow().append(...columns.map(head));
    table.append(body);
    scroll.setAttribute("aria-label", model.get("label"));
    scroll.replaceChildren(table);
    drawPage();
  };

  const fill = (cell, text) => {
    const address = ADDRESS.test(text) && text.replace(/^https?:\/\/(www\.)?/, "");
    cell.classList.toggle("triptych-table-long", (address || text).length > WIDE);
    if (address) {
      const link = cell.appendChild(make("a", address));
      Object.assign(link, { href: text, title: text, target: "_blank", rel: "noopener noreferrer" });
      return;
    }
    const words = cell.appendChild(document.createTextNode(text));
    if (text.length <= SHORT) return;
    const more = cell.appendChild(make("button", "", "triptych-table-more"));
    more.type = "button";
    const fold = (folded) => {
      words.data = folded ? `${text.slice(0, SHORT).trimEnd()}… ` : `${text} `;
      more.textContent = folded ? "more" : "less";
      more.setAttribute("aria-expanded", String(!folded));
    };
    more.addEventListener("click", () => fold(more.textContent === "less"));
    fold(true);
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
    const rowsOf = (total) => `${number(total)} ${total === 1 ? "row" : "rows"}`;
    matches.textContent = (matching < total ? `${number(matching)} of ` : "") + rowsOf(total);
    shown.textContent = `Rows ${number(start + 1)} to ${number(start + rows.length)}`;
    pager.hidden = matching <= size;
    // A single row leaves nothing to choose.
    tools.classList.toggle("triptych-table-single", total < 2);
  };

  model.on("change:columns", drawColumns);
  model.on("change:page", drawPage);
  model.on("msg:custom", onCopied);
  drawColumns();
  return () => {
    clearTimeout(typing);
    model.off("change:columns", drawColumns);
    model.off("change:page", drawPage);
    model.off("msg:custom", onCopied);
  };
}

export default { render };
