// Joins the page of a session to its service by a terminal emulator, xterm.js.
// The service says how it wants typing: each key as it is pressed goes from the
// emulator; whole lines are typed into the field below, which no sequence of the
// service reaches, and then the emulator sends nothing at all.
"use strict";
(async () => {
  const box = document.getElementById("terminal");
  const form = document.getElementById("line-form");
  const line = document.getElementById("line");
  const ended = document.getElementById("ended");
  const hint = document.getElementById("keys");
  const reload = document.getElementById("reload");
  const pad = document.getElementById("pad");
  const ctrl = pad.querySelector("[value=ctrl]");
  const hangUp = document.querySelector("#hang-up button");
  const style = document.getElementById("emulator-style");

  // The page's policy lets in no style but ours: the elements that the emulator
  // makes get the nonce, its attributes are set as properties.
  const createElement = document.createElement;
  document.createElement = (name, ...options) => {
    const element = createElement.call(document, name, ...options);
    if (name === "style") element.nonce = style.nonce;
    return element;
  };
  HTMLSpanElement.prototype.setAttribute = function (name, value) {
    if (name === "style") this.style.cssText = value;
    else Element.prototype.setAttribute.call(this, name, value);
  };

  let terminal, fit;
  try {
    const [{ Terminal }, { FitAddon }] = await Promise.all([import("/static/xterm/xterm.mjs"), import("/static/xterm/addon-fit.mjs")]);
    terminal = new Terminal({ screenReaderMode: true, minimumContrastRatio: 4.5, scrollback: 5000, disableStdin: true });
    fit = new FitAddon();
  } catch {
    import("/static/session.js"); // text, line by line
    return;
  }

  // What a service may not have the terminal do: make links, change or tell its
  // colours, answer with what was asked. The emulator by itself sets no title,
  // moves no window and reaches no clipboard.
  const nothing = () => true;
  for (const n of [4, 8, 10, 11, 12]) terminal.parser.registerOscHandler(n, nothing);
  terminal.parser.registerDcsHandler({ intermediates: "$", final: "q" }, nothing);
  terminal.parser.registerCsiHandler({ intermediates: "$", final: "p" }, nothing);
  terminal.parser.registerCsiHandler({ prefix: "?", intermediates: "$", final: "p" }, nothing);

  box.replaceChildren();
  for (const name of ["role", "aria-live", "tabindex"]) box.removeAttribute(name);
  box.setAttribute("role", "group");
  box.classList.add("draws");
  const paint = () => {
    const { backgroundColor, color, fontFamily, fontSize } = getComputedStyle(box);
    terminal.options.theme = { background: backgroundColor, foreground: color, cursor: color, cursorAccent: backgroundColor };
    terminal.options.fontFamily = fontFamily;
    terminal.options.fontSize = parseFloat(fontSize);
  };
  paint();
  for (const wish of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) matchMedia(wish).addEventListener("change", paint);
  terminal.loadAddon(fit);
  terminal.open(box);
  terminal.textarea.setAttribute("aria-describedby", "keys");
  fit.fit();
  new ResizeObserver(() => fit.fit()).observe(box);
  document.getElementById("by-line").hidden = false;

  const socket = new WebSocket(`ws://${location.host}/session/socket?as=octets&id=${box.dataset.id}`);
  socket.binaryType = "arraybuffer";
  const send = (message) => { if (socket.readyState === WebSocket.OPEN) socket.send(message); };
  const say = (what) => send(JSON.stringify(what));
  const size = () => say({ columns: terminal.cols, rows: terminal.rows });
  terminal.onResize(size);
  socket.addEventListener("open", () => { reload.hidden = true; size(); });
  socket.addEventListener("close", () => { reload.hidden = false; terminal.options.disableStdin = true; });

  // A text message says how the octets of the binary message behind it are taken.
  // The next pair comes when these are drawn.
  let told = {}, keys = false;
  const take = () => {
    const here = [document.body, line].includes(document.activeElement) || box.contains(document.activeElement);
    const over = told.ended !== "", before = keys;
    keys = told.keys && !over;
    terminal.options.disableStdin = !keys || told.old;
    line.type = told.hide ? "password" : "text";
    hint.hidden = pad.hidden = !keys;
    form.hidden = keys || over;
    ended.textContent = told.ended;
    ended.hidden = !over;
    hangUp.form.hidden = over;
    if (keys !== before && here && !over) (keys ? terminal : line).focus();
  };
  socket.addEventListener("message", ({ data }) => {
    if (typeof data === "string") {
      told = JSON.parse(data);
      return;
    }
    take();
    terminal.write(new Uint8Array(data), () => say({ shown: true }));
  });

  const pieceSize = 1024;
  const press = (octets) => {
    for (let i = 0; i < octets.length; i += pieceSize) send(octets.subarray(i, i + pieceSize));
  };
  terminal.onData((text) => press(new TextEncoder().encode(controlled(text))));
  box.addEventListener("paste", (event) => { // control characters of a page would be keys that nobody pressed
    event.preventDefault();
    event.stopPropagation();
    const text = event.clipboardData.getData("text/plain").replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g, "");
    if (keys) terminal.paste(text);
    else {
      line.focus();
      line.setRangeText(text, line.selectionStart, line.selectionEnd, "end");
    }
  }, true);
  terminal.onBinary((text) => press(Uint8Array.from(text, (c) => c.charCodeAt(0))));
  terminal.attachCustomKeyEventHandler((event) => {
    if (!keys) { // a letter goes into the line, and every other key has its usual use
      if (event.type === "keydown" && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) line.focus();
      return false;
    }
    if (event.key === "Tab" && event.shiftKey) return false;
    if (event.key === "]" && event.ctrlKey && !event.altKey) {
      event.preventDefault();
      hangUp.focus();
      return false;
    }
    return true;
  });

  // The keys that a telephone has not. Ctrl holds for the key behind it.
  const hold = (on) => ctrl.setAttribute("aria-pressed", on);
  const held = () => ctrl.getAttribute("aria-pressed") === "true";
  const controlled = (text) => {
    if (!held() || text.length > 1) return text;
    hold(false);
    return /[@-_a-z ]/.test(text) ? String.fromCharCode(text.charCodeAt(0) & 0x1f) : text;
  };
  const arrows = { up: "A", down: "B", right: "C", left: "D" };
  pad.addEventListener("pointerdown", (event) => event.preventDefault()); // the telephone's own keys stay
  pad.addEventListener("click", ({ target: { value } }) => {
    terminal.focus();
    if (value === "ctrl") hold(!held());
    else if (value === "esc") terminal.input("\x1b");
    else if (value === "tab") terminal.input("\t");
    else if (value) {
      const plain = terminal.modes.applicationCursorKeysMode ? "\x1bO" : "\x1b[";
      terminal.input((held() ? "\x1b[1;5" : plain) + arrows[value]);
      hold(false);
    }
  });

  form.addEventListener("submit", (event) => {
    if (socket.readyState !== WebSocket.OPEN) return; // the form goes by itself
    event.preventDefault();
    say({ line: line.value });
    line.value = "";
  });
})();
