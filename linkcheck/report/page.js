"use strict";
{
  const rows = [...document.querySelectorAll("tbody tr")];
  const box = document.querySelector(".filter");
  const input = box.querySelector("input");
  const output = box.querySelector("output");
  input.addEventListener("input", () => {
    const wanted = input.value.toLowerCase();
    let shown = 0;
    for (const row of rows) {
      row.hidden = !row.textContent.toLowerCase().includes(wanted);
      if (!row.hidden) shown++;
    }
    for (const section of document.querySelectorAll("section")) {
      section.hidden = !section.querySelector("tbody tr:not([hidden])");
    }
    output.textContent = wanted ? shown + " of " + rows.length : "";
  });
  box.hidden = rows.length === 0;

  for (const heading of document.querySelectorAll("th")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = heading.textContent;
    heading.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = heading.getAttribute("aria-sort") === "ascending";
      for (const other of heading.parentElement.children) other.removeAttribute("aria-sort");
      heading.setAttribute("aria-sort", down ? "descending" : "ascending");
      const body = heading.closest("table").tBodies[0];
      const text = (row) => row.cells[heading.cellIndex].textContent.trim();
      const sorted = [...body.rows].sort((a, b) => text(a).localeCompare(text(b), undefined, { numeric: true }));
      body.append(...(down ? sorted.reverse() : sorted));
    });
  }
}
