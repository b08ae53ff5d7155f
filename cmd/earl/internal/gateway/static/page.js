// Runs on every page about a URL. It copies the URL, adds a bookmark without reloading the
// page, and filters the entries while the user types.
"use strict";
(() => {
  const copy = document.getElementById("copy");
  if (copy && navigator.clipboard) {
    const text = copy.lastElementChild;
    const before = text.textContent;
    copy.hidden = false;
    copy.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(copy.dataset.copy);
        text.textContent = "Copied";
      } catch {
        text.textContent = "Not copied";
      }
      setTimeout(() => { text.textContent = before; }, 2000);
    });
  }

  const mark = document.getElementById("mark");
  mark?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = mark.querySelector("button");
    const add = button.value === "add";
    const body = new URLSearchParams(new FormData(mark));
    body.set("do", button.value);
    const answer = await fetch(mark.action, { method: "POST", body, redirect: "manual" });
    if (answer.type !== "opaqueredirect") { // the bookmark was not saved: submit the form to see why
      mark.append(Object.assign(document.createElement("input"), { type: "hidden", name: "do", value: button.value }));
      mark.submit();
      return;
    }
    button.value = add ? "remove" : "add";
    button.title = add ? "Remove the bookmark" : "Bookmark";
    button.setAttribute("aria-label", button.title);
    button.firstElementChild.className = `icon ${add ? "i-starred" : "i-star"}`;
  });

  const title = document.getElementById("content").dataset.title; // of a page whose content was sent late
  if (title) document.title = `${title} · earl`;

  const words = document.getElementById("words");
  const count = document.getElementById("count");
  const arrived = document.getElementById("arrived");
  if (arrived && count) {
    count.textContent = arrived.textContent;
    Object.assign(count.dataset, arrived.dataset);
    arrived.remove();
  }
  const entries = document.querySelectorAll("#entries tbody tr:not(.up), #entries > li:not(.thread), #entries .post");
  if (!words || !entries.length) return;
  // Each character becomes one character, so that "Σ" and "İ" match as in the gateway.
  const lower = (text) => Array.from(text, (c) => String.fromCodePoint(c.toLowerCase().codePointAt(0))).join("");
  const rows = Array.from(entries, (row) => ({ row, name: lower(row.querySelector("bdi").textContent), line: row.classList.contains("info") }));
  const all = rows.filter((r) => !r.line).length;
  const threads = document.querySelectorAll("#entries > .thread");
  const before = count.textContent;
  if (count.dataset.whole) words.form.querySelector("button").hidden = true;
  words.addEventListener("input", () => {
    const wanted = lower(words.value).split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { row, name, line } of rows) {
      row.hidden = !wanted.every((word) => name.includes(word));
      if (!row.hidden && !line) shown++;
    }
    for (const thread of threads) thread.hidden = !thread.querySelector(".post:not([hidden])");
    count.textContent = wanted.length ? `${shown} of ${all} on this page` : before;
  });
})();
