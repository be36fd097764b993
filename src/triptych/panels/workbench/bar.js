// The name of the workbench, and the menu of the connection. What is typed into it is sent when
// someone connects, and never synchronised: what is synchronised may be saved.

function render({ model, el }) {
  // A number would not do: each widget loads this module anew.
  const id = `triptych-connection-${Math.random().toString(36).slice(2)}`;
  el.classList.add("triptych-connection");
  el.innerHTML = `
    <b class="triptych-name">Triptych</b>
    <div class="triptych-where-menu" role="status">
      <button type="button" title="Where calls go">
        <i aria-hidden="true"></i><span></span><span aria-hidden="true">▾</span>
      </button>
    </div>
    <div class="triptych-connection-box" role="dialog" aria-label="Connection">
      <fieldset><legend>Calls go to</legend>
        <label><input type="radio" name="${id}" value="embedded">this machine</label>
        <label><input type="radio" name="${id}" value="server"><span>a server</span></label>
      </fieldset>
      <form>
        <label>Address <input name="address" type="text" inputmode="url" placeholder="https://…"></label>
        <label>Key <input name="key" type="password"></label>
        <button>Connect</button>
      </form>
      <section>
        <dl></dl>
        <button type="button" data-action="check">Check</button>
        <button type="button" data-action="disconnect" title="Close the connection and forget the key">Disconnect</button>
      </section>
    </div>
    <p class="triptych-connection-problem" role="alert"></p>`;
  const find = (selector) => el.querySelector(selector);
  const [form, box, problem] = ["form", ".triptych-connection-box", "[role=alert]"].map(find);
  const opening = find(".triptych-where-menu button");
  opening.setAttribute("aria-haspopup", "dialog");
  const [address, key] = form.querySelectorAll("input");
  for (const field of [address, key]) {
    Object.assign(field, { autocomplete: "off", spellcheck: false });
    field.dataset.lmSuppressShortcuts = "true";
  }
  address.value = model.get("suggested");
  // The server is asked for before there is one.
  let wanted = model.get("here");

  const show = () => {
    const server = model.get("server");
    for (const radio of el.querySelectorAll("[type=radio]")) radio.checked = radio.value === wanted;
    find("fieldset label:last-child span").textContent = server || "a server";
    const isTyping = form.contains(document.activeElement);
    form.hidden = wanted !== "server" || server !== "";
    if (form.hidden && isTyping) find("[type=radio]:checked")?.focus();
    const keyed = model.get("suggested") !== "" && address.value.trim() === model.get("suggested");
    key.placeholder = keyed ? "from the environment" : "";
    find("[data-action=disconnect]").hidden = server === "";
    const busy = model.get("busy");
    find("[data-action=check]").disabled = busy;
    const health = busy ? "checking …" : model.get("health");
    opening.dataset.well = busy ? "unknown" : String(model.get("well"));
    const place = model.get("here") === "server" ? server : "This machine";
    put(opening.children[1], `${place} · ${health}`);
    find("section").hidden = wanted !== model.get("here");
    find("dl").replaceChildren(
      ...Object.entries({ State: health, ...model.get("facts") }).flatMap(([name, words]) => {
        const pair = ["dt", "dd"].map((tag) => document.createElement(tag));
        [pair[0].textContent, pair[1].textContent] = [name, words];
        return pair;
      }),
    );
    put(problem, model.get("problem"));
  };
  // Beside the form while that is in sight.
  const onToggle = (isOpen) => (isOpen ? form.after(problem) : el.append(problem));
  const menu = popover(opening, box, { onToggle });
  const act = (words) => model.send(words);

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    event.stopPropagation();
    act({ action: "connect", address: address.value, key: key.value });
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
    if (wanted === "embedded" || model.get("server")) act({ action: "use", address: wanted });
    show();
    menu.place();
    if (!form.hidden) address.focus();
  });
  el.addEventListener("click", ({ target }) => {
    if (target.dataset.action) act({ action: target.dataset.action });
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
    menu.stop();
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
