// A tree that grows while its reader folds it, and follows its links.
const made = (tag, className = "") => {
  const element = document.createElement(tag);
  element.className = className;
  return element;
};

// Only what differs is touched: a text that is selected, or has the focus, stays.
const put = (element, name, value) => {
  if (element.getAttribute(name) === (value || null)) return;
  if (value) element.setAttribute(name, value);
  else element.removeAttribute(name);
};
const write = (element, text) => {
  if (element.textContent !== text) element.textContent = text;
};

function line(row, node) {
  const kind = node.href ? "A" : "SPAN";
  if (row.firstChild?.tagName !== kind) {
    const text = made(kind);
    if (node.href) Object.assign(text, { target: "_blank", rel: "noopener noreferrer" });
    row.replaceChildren(text, made("small"));
  }
  const [text, status] = row.children;
  write(text, node.text);
  write(status, node.status);
  put(text, "href", node.href);
  put(row, "title", node.title);
}

function item(element, node) {
  put(element, "data-state", node.state);
  const folds = node.nodes.length > 0;
  if (!element.firstChild || (element.firstChild.tagName === "DETAILS") !== folds) {
    const whole = made(folds ? "details" : "div");
    if (folds) {
      whole.open = true;
      whole.append(made("summary"), made("ul"));
    }
    element.replaceChildren(whole);
  }
  const whole = element.firstChild;
  line(folds ? whole.firstChild : whole, node);
  if (folds) list(whole.lastChild, node.nodes);
}

function list(parent, nodes) {
  const had = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  nodes.forEach((node, place) => {
    const element = had.get(node.key) ?? made("li");
    had.delete(node.key);
    element.dataset.key = node.key;
    item(element, node);
    // What is moved loses the focus.
    if (parent.children[place] !== element) parent.insertBefore(element, parent.children[place]);
  });
  for (const element of had.values()) element.remove();
}

function render({ model, el }) {
  el.classList.add("triptych-tree");
  el.setAttribute("role", "group");
  el.setAttribute("aria-label", "How it was found");
  const head = el.appendChild(made("div", "triptych-tree-head"));
  const body = el.appendChild(made("ul"));
  const draw = () => {
    const tree = model.get("tree");
    if (!tree.key) return;
    put(head, "data-state", tree.state);
    line(head, tree);
    list(body, tree.nodes);
  };
  model.on("change:tree", draw);
  draw();
  return () => model.off("change:tree", draw);
}

export default { render };
