// Accepts a file that the user drops on the form, counts the rows of a running check, and
// sorts and filters the rows of the page.
"use strict";
(() => {
  const form = document.getElementById("find");
  if (form) {
    const file = document.getElementById("links-file");
    const over = (e) => {
      if (!e.dataTransfer.types.includes("Files")) return;
      e.preventDefault();
      form.classList.toggle("over", e.type === "dragover");
      if (e.type === "drop") file.files = e.dataTransfer.files;
    };
    for (const type of ["dragover", "dragleave", "drop"]) form.addEventListener(type, over);
    return;
  }
  const list = document.getElementById("links");
  if (!list || list.children.length + !!document.getElementById("progress") < 2) return;
  const progress = document.getElementById("progress");
  const tools = document.createElement("div");
  tools.className = "tools";
  const add = (tag, name, options) => {
    const field = document.createElement(tag);
    field.setAttribute("aria-label", name);
    for (const [value, text] of options) field.add(new Option(text, value));
    tools.append(field);
    return field;
  };
  const words = add("input", "Filter", []);
  words.type = "search";
  words.placeholder = "Filter";
  const state = add("select", "Show", [["", "All links"], ["is-fault", "Broken"], ["is-warning", "To look at"], ["is-ok", "Fine"]]);
  const order = add("select", "Order", [["", "As they came"], ["where", "By position"], ["text", "By text"]]);
  list.before(tools);
  const show = (row) => {
    row.hidden = state.value !== "" && !row.classList.contains(state.value) || !row.textContent.toLowerCase().includes(words.value.trim().toLowerCase());
  };
  const came = new Map();
  const take = () => {
    for (const row of list.children) {
      if (came.has(row)) continue;
      came.set(row, came.size);
      show(row);
    }
    if (progress) progress.textContent = `${list.children.length} done.`;
  };
  const where = (row) => row.querySelector(".where").textContent.split(":").reduce((n, part) => n * 1e7 + Number(part), 0);
  const keys = { "": (row) => came.get(row), where, text: (row) => row.querySelector("bdi").textContent };
  const sort = () => {
    const key = keys[order.value];
    const rows = Array.from(list.children, (row) => [key(row), row]);
    rows.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    list.append(...rows.map(([, row]) => row));
  };
  for (const field of [words, state]) field.addEventListener("input", () => Array.prototype.forEach.call(list.children, show));
  order.addEventListener("input", sort);
  take();
  new MutationObserver(take).observe(list, { childList: true });
})();
