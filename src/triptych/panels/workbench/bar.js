// The connection bar. What is typed into it is sent when someone connects, and never synchronised:
// what is synchronised may be saved.

function render({ model, el }) {
  // A number would not do: each widget loads this module anew.
  const id = `triptych-connection-${Math.random().toString(36).slice(2)}`;
  el.classList.add("triptych-connection");
  el.setAttribute("role", "group");
  el.setAttribute("aria-label", "Connection");
  el.innerHTML = `
    <b>Triptych</b>
    <fieldset><legend>Calls go to</legend>
      <label><input type="radio" name="${id}" value="embedded">this process</label>
      <label><input type="radio" name="${id}" value="server"><span>a server</span></label>
    </fieldset>
    <form>
      <label>Address <input name="address" type="text" inputmode="url" placeholder="https://…"></label>
      <label>Key <input name="key" type="password"></label>
      <button>Connect</button>
    </form>
    <button type="button" data-order="disconnect" title="Close the connection and forget the key">Disconnect</button>
    <span class="triptych-health" role="status"><i aria-hidden="true"></i><span></span></span>
    <button type="button" data-order="check" title="Check the connection">Check</button>
    <span class="triptych-used" title="Tokens used on this connection"></span>
    <p class="triptych-connection-problem" role="alert"></p>`;
  const find = (selector) => el.querySelector(selector);
  const form = find("form");
  const [address, key] = form.querySelectorAll("input");
  for (const box of [address, key]) {
    Object.assign(box, { autocomplete: "off", spellcheck: false });
    box.dataset.lmSuppressShortcuts = "true";
  }
  address.value = model.get("suggested");
  // The server is asked for before there is one.
  let wanted = model.get("here");

  const show = () => {
    const server = model.get("server");
    for (const radio of el.querySelectorAll("[type=radio]")) radio.checked = radio.value === wanted;
    find("fieldset label:last-child span").textContent = server || "a server";
    form.hidden = wanted !== "server" || server !== "";
    const keyed = model.get("suggested") !== "" && address.value.trim() === model.get("suggested");
    key.placeholder = keyed ? "from the environment" : "";
    find("[data-order=disconnect]").hidden = server === "";
    const busy = model.get("busy");
    find("[data-order=check]").disabled = busy;
    const health = find(".triptych-health");
    const here = wanted === model.get("here");
    health.hidden = find("[data-order=check]").hidden = !here;
    health.dataset.well = busy ? "unknown" : String(model.get("well"));
    put(health.lastElementChild, busy ? "checking …" : model.get("health"));
    put(find(".triptych-used"), model.get("used"));
    put(find(".triptych-connection-problem"), model.get("problem"));
  };
  const order = (words) => model.send(words);

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    event.stopPropagation();
    order({ order: "connect", address: address.value, key: key.value });
    key.value = "";
  });
  // In a notebook Enter does not submit a form by itself.
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    form.requestSubmit();
  });
  address.addEventListener("input", show);
  el.addEventListener("change", ({ target }) => {
    if (target.type !== "radio") return;
    wanted = target.value;
    if (wanted === "embedded" || model.get("server")) order({ order: "use", address: wanted });
    show();
    if (!form.hidden) address.focus();
  });
  el.addEventListener("click", ({ target }) => {
    if (target.dataset.order) order({ order: target.dataset.order });
  });

  // Ctrl+Enter outside of every panel runs the one in sight; a panel sees to its own.
  const onKey = (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    const workbench = el.closest(".triptych-workbench");
    if (!workbench || !(event.target instanceof Element) || !workbench.contains(event.target)) return;
    if (event.target.closest(".triptych-panel")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const buttons = [...workbench.querySelectorAll(".triptych-run")];
    const panel = buttons.find((button) => button.offsetParent !== null)?.closest(".triptych-panel");
    // Not a click on Run, which is disabled until the kernel has heard of what was typed last.
    const { repeat, isComposing } = event;
    const pressed = { key: "Enter", ctrlKey: true, bubbles: true, cancelable: true, repeat, isComposing };
    panel?.dispatchEvent(new KeyboardEvent("keydown", pressed));
  };
  window.addEventListener("keydown", onKey, true);

  const follow = () => {
    wanted = model.get("here");
    show();
  };
  model.on("change:here", follow);
  model.on("change:server", follow);
  model.on("change", show);
  show();
  return () => {
    window.removeEventListener("keydown", onKey, true);
    model.off("change:here", follow);
    model.off("change:server", follow);
    model.off("change", show);
  };
}

// An unchanged text is left alone, so that a screen reader is not disturbed.
function put(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

export default { render };
