// Draws the tools of tools.json; without JavaScript the page is empty, as many are.
function card(tool) {
  const item = document.createElement("li");
  item.className = "tool";
  const picture = document.createElement("img");
  picture.src = tool.drawing;
  picture.alt = "";
  picture.width = picture.height = 64;
  const name = document.createElement("h2");
  name.textContent = tool.name;
  const fee = document.createElement("p");
  fee.className = "fee";
  const price = document.createElement("strong");
  price.textContent = "€" + tool.fee.toFixed(2);
  fee.append(price, " a day");
  const condition = document.createElement("p");
  const badge = document.createElement("span");
  badge.className = "badge";
  badge.textContent = tool.condition;
  condition.append(badge);
  item.append(picture, name, fee, condition);
  return item;
}

fetch("tools.json")
  .then((answer) => answer.json())
  .then((tools) => {
    const heading = document.createElement("h1");
    heading.textContent = "Free today";
    const list = document.createElement("ul");
    list.className = "tools";
    list.append(...tools.map(card));
    document.getElementById("app").replaceChildren(heading, list);
  });
