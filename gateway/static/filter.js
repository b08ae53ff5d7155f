// Filters the entries that are on the page while words are typed. What is not on
// the page the form's button looks for.
"use strict";
(() => {
  const words = document.getElementById("words");
  const count = document.getElementById("count");
  const list = document.querySelector("#entries tbody") || document.getElementById("entries");
  if (!words || !list) return;
  const rows = Array.from(list.children, (row) => ({ row, text: row.textContent.toLowerCase() }));
  const before = count.textContent;
  words.addEventListener("input", () => {
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { row, text } of rows) {
      row.hidden = !wanted.every((word) => text.includes(word));
      if (!row.hidden) shown++;
    }
    count.textContent = wanted.length ? `${shown} of ${rows.length} on this page` : before;
  });
})();
