// Filters the entries that are on the page while words are typed, by their names
// as the gateway does. What is not on the page the form's button looks for.
"use strict";
(() => {
  const words = document.getElementById("words");
  const count = document.getElementById("count");
  const entries = document.querySelectorAll("#entries tbody tr, #entries > li:not(.thread), #entries .post");
  if (!words || !entries.length) return;
  // One character for each, wherever it stands, so that both sides say the same of "Σ" and "İ".
  const lower = (text) => Array.from(text, (c) => String.fromCodePoint(c.toLowerCase().codePointAt(0))).join("");
  const rows = Array.from(entries, (row) => ({ row, name: lower(row.querySelector("bdi").textContent) }));
  const threads = document.querySelectorAll("#entries > .thread");
  const before = count.textContent;
  words.addEventListener("input", () => {
    const wanted = lower(words.value).split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { row, name } of rows) {
      row.hidden = !wanted.every((word) => name.includes(word));
      if (!row.hidden) shown++;
    }
    for (const thread of threads) thread.hidden = !thread.querySelector(".post:not([hidden])");
    count.textContent = wanted.length ? `${shown} of ${rows.length} on this page` : before;
  });
})();
