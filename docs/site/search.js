// Searches the manual as package internal/manual does. The script index.js sets manual.
"use strict";
(() => {
  const field = document.getElementById("manual-words");
  const status = document.getElementById("manual-status");
  const results = document.getElementById("manual-results");
  const mostWords = 10;
  const mostHits = 3;

  const count = (text, words) => words.filter((word) => text.toLowerCase().includes(word)).length;

  const best = (lines, words) => lines.reduce((a, line) => (count(line, words) > count(a, words) ? line : a), lines[0] ?? "");

  const searchPage = (page, words) => {
    const texts = page.sections.map((s) => `${s.heading}\n${s.lines.join("\n")}`);
    if (count([page.title, ...texts].join("\n"), words) < words.length) return null;
    const most = Math.max(0, ...texts.map((text) => count(text, words)));
    const hits = page.sections
      .map((section, i) => ({ section, words: count(texts[i], words) }))
      .filter((hit) => hit.words > 0 && hit.words === most)
      .map((hit) => ({ ...hit, score: 10 * count(hit.section.heading, words) + hit.words }))
      .sort((a, b) => b.score - a.score);
    return { page, hits: hits.slice(0, mostHits), score: 100 * count(page.title, words) + (hits[0]?.score ?? 0) };
  };

  const element = (name, text, properties) => Object.assign(document.createElement(name), { textContent: text }, properties);

  const marked = (line, words) => {
    const pattern = [...words].sort((a, b) => b.length - a.length).map((w) => w.replace(/[^\p{L}\p{N}_]/gu, "\\$&")).join("|");
    return line.split(new RegExp(`(${pattern})`, "i")).map((part, i) => (i % 2 ? element("mark", part) : part));
  };

  const shown = ({ page, hits }, words) => {
    const item = document.createElement("li");
    const title = document.createElement("h2");
    title.append(element("a", page.title, { href: page.link }), " ", element("small", page.group));
    item.append(title);
    for (const { section } of hits) {
      const line = document.createElement("p");
      if (section.heading) line.append(element("a", section.heading, { href: section.link }), ": ");
      line.append(...marked(best(section.lines, words), words));
      item.append(line);
    }
    return item;
  };

  const search = () => {
    const words = [...new Set(field.value.toLowerCase().split(/\s+/).filter(Boolean).slice(0, mostWords))].sort();
    const found = words.length ? manual.map((page) => searchPage(page, words)).filter(Boolean).sort((a, b) => b.score - a.score) : [];
    results.replaceChildren(...found.map((result) => shown(result, words)));
    if (!words.length) status.textContent = "Type a word to search for.";
    else if (!found.length) status.textContent = "No page matches. Try fewer or shorter words.";
    else status.textContent = found.length === 1 ? "1 page matches." : `${found.length} pages match.`;
  };

  field.value = new URLSearchParams(location.search).get("q") ?? "";
  field.addEventListener("input", search);
  search();
})();
