// Shows what the function page of earl.js returns. All texts are set as text, never as HTML.
"use strict";
(() => {
  const field = document.getElementById("url");
  const start = document.getElementById("start");
  const result = document.getElementById("result");
  const status = document.getElementById("status");
  const loading = document.getElementById("loading");
  const name = document.title;
  const prefix = "#u=";

  const examples = [
    ["http://127.0.0.1\\@1.1.1.1/", "the backslash of many security advisories"],
    ["http://good.example:80:8080/", "two ports"],
    ["http://0x7f.1/", "a number as an address"],
    ["https://example.com/a/..%2fb;c/d", "a path that proxies and servers read differently"],
    ["ftp://me@host.example/%2Fetc/motd;type=a", "a path from the root, and a type"],
    ["gopher://host.example/7/find%09cats", "a search from before the web"],
    ["http://b\u00fccher.example/", "a name outside ASCII"],
  ];

  // make returns an element with properties and children. Children that are null are left out.
  const make = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children.flat().filter((child) => child !== null && child !== undefined));
    return element;
  };

  const section = (id, heading, ...children) => {
    const element = make("section", {}, make("h2", { id: id + "-title" }, heading), ...children);
    element.setAttribute("aria-labelledby", id + "-title");
    return element;
  };

  const list = (id, className, items) => (items.length ? make("ul", { id, className }, items.map((item) => make("li", {}, item))) : null);

  const drawPiece = ({ name, text, after }) => {
    if (!name) return make("span", { className: "between" }, text);
    if (name !== "fault") {
      const between = after ? make("span", { className: "between" }, after) : null;
      return make("span", { className: "part part-" + name }, make("span", {}, make("bdi", {}, text), between), make("small", {}, name));
    }
    const here = make("small", {}, make("span", { className: "hide" }, "here"), make("span", { ariaHidden: "true" }, "^"));
    return make("span", { className: "part part-fault" }, make("bdi", {}, text || "‸"), here);
  };

  const drawing = (pieces) => (pieces.length ? make("p", { className: "drawing" }, pieces.map(drawPiece)) : null);

  const code = (text) => make("code", {}, text === "" ? "(empty)" : text);

  const scrolled = (label, table) => make("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: label }, table);

  const head = (...texts) => make("thead", {}, make("tr", {}, texts.map((text) => (text ? make("th", { scope: "col" }, text) : make("td")))));

  // groups shows texts, each with the names that belong to it.
  const groups = (id, title, items) =>
    scrolled(title + " and programs", make("table", { id }, head(title, "Programs"), make("tbody", {}, items.map(({ text, names }) =>
      make("tr", {}, make("td", {}, code(text)), make("td", {}, names.join(", ")))))));

  const cell = (value) => make("td", {}, value === null ? "—" : code(value));

  const programs = ({ heading, sentence, servers, refusedBy, pathsHeading, paths }) => {
    const several = servers.length > 1;
    const refused = refusedBy.length ? make("p", { id: "refused" }, "Refused by ", refusedBy.join(", "), ".") : null;
    return [
      section("programs", heading, several ? groups("servers", "Server", servers) : make("p", { id: "agreement" }, sentence), refused),
      paths.length > 1 ? section("paths", pathsHeading, groups("path-list", "Path", paths)) : null,
    ];
  };

  const editions = (all) =>
    section("editions", "Editions of the standard", make("dl", { className: "headers", id: "verdicts" }, all.map((e) =>
      make("div", {}, make("dt", {}, e.name), make("dd", {}, make("span", { className: e.valid ? "good" : "bad" }, e.verdict), ", by " + e.title, list("", "", e.faults))))));

  const differences = ({ readBy, differences: all }) => {
    if (readBy.length < 2 || !all.length) return null;
    const rows = all.map(({ name, values }) => make("tr", {}, make("th", { scope: "row" }, name), values.map(cell)));
    return section("differences", "They read different parts",
      scrolled("Table of the editions", make("table", { className: "matrix", id: "parts" }, head("", ...readBy), make("tbody", {}, rows))));
  };

  const view = (v) => {
    if (!v) return null;
    const parts = v.parts.map(({ text, names }) => make("div", {}, make("dt", {}, text), names.map((value) => make("dd", {}, code(value)))));
    return section("view", v.heading, v.sentence ? make("p", {}, v.sentence) : null, parts.length ? make("dl", { className: "headers", id: "view" }, parts) : null);
  };

  const plan = (p) => {
    if (!p) return null;
    const lines = p.lines.map(({ text, remark }) =>
      make("li", {}, code(text), " ", remark ? make("span", { className: "quiet" }, remark) : null));
    return section("plan", p.heading, lines.length ? make("ol", { className: "wire", id: "wire" }, lines) : null, p.note ? make("p", {}, p.note) : null);
  };

  const cautions = (all) => {
    if (!all.length) return null;
    const box = section("care", "Take care", list("cautions", "", all));
    box.className = "caution";
    return box;
  };

  const rewritten = (r) => (r ? section("rewritten", r.heading, drawing(r.pieces)) : null);

  const show = (page) => {
    result.replaceChildren(
      make("h1", {}, page.title),
      drawing(page.pieces),
      ...[list("faults", "faults", page.faults), rewritten(page.rewritten),
        page.layers.length ? section("layers", "Another URL is inside", list("inside", "", page.layers)) : null, cautions(page.cautions), ...programs(page.programs),
        view(page.view), plan(page.plan), editions(page.editions), differences(page)].filter(Boolean));
    status.textContent = page.title;
    document.title = page.title + " · earl";
  };

  const showStart = () => {
    document.title = name;
    status.textContent = "";
  };

  // explain shows the text of the field. The address gets the text without its password.
  const explain = (earl) => {
    const text = field.value;
    start.hidden = text !== "";
    result.hidden = text === "";
    let hash = "";
    if (text === "") showStart();
    else {
      const page = earl.page(text);
      show(page);
      hash = prefix + encodeURIComponent(page.text);
    }
    if (location.hash !== hash) history.replaceState(null, "", location.pathname + location.search + hash);
  };

  // linked returns the text in the address, as much as the field can have.
  const linked = () => {
    if (!location.hash.startsWith(prefix)) return "";
    let text = location.hash.slice(prefix.length);
    try {
      text = decodeURIComponent(text);
    } catch {} // a text with an escape that is no UTF-8 stays as it is
    return text.slice(0, field.maxLength);
  };

  document.getElementById("examples").append(...examples.map(([text, about]) =>
    make("li", {}, make("a", { href: prefix + encodeURIComponent(text) }, text), " ", make("span", { className: "quiet" }, about))));

  earl.then((earl) => {
    let waiting;
    const later = () => {
      clearTimeout(waiting);
      waiting = setTimeout(explain, 150, earl);
    };
    loading.remove();
    field.addEventListener("input", later);
    document.getElementById("form").addEventListener("submit", (event) => {
      event.preventDefault();
      clearTimeout(waiting);
      explain(earl);
    });
    addEventListener("hashchange", () => {
      if (location.hash.startsWith(prefix) || location.hash === "") field.value = linked();
      explain(earl);
    });
    field.value = linked() || field.value;
    explain(earl);
    document.documentElement.dataset.ready = "true";
  }).catch((error) => {
    loading.className = "fault";
    loading.textContent = "This browser cannot run the page: " + error.message;
  });
})();
