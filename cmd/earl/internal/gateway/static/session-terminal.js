// Connects the page of a session to its service with the terminal emulator xterm.js. If
// the service takes each key, the emulator sends the keys. If the service takes whole
// lines, the user types into the field below and the emulator sends nothing. No terminal
// sequence of the service can reach that field.
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

  // The policy of the page allows only the gateway's styles. So style elements of the
  // emulator get the nonce, and its style attributes are set as properties.
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
    import("/static/session.js"); // lines of text
    return;
  }

  // A service must not make the terminal create links, change or report its colours, or
  // respond with text of the service. The emulator itself sets no title, moves no window
  // and does not use the clipboard.
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

  // A text message describes the bytes of the binary message after it. The gateway sends
  // the next two messages when the page has drawn these bytes.
  let told = {}, keys = false;
  // A line that the user has begun stays in its field until Enter, even if the service
  // now takes each key: no key is lost, and the service cannot read an unfinished line.
  const take = () => {
    const here = [document.body, line].includes(document.activeElement) || box.contains(document.activeElement);
    const over = told.ended !== "", before = keys;
    keys = told.keys && !over && line.value === "";
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
  const press = (bytes) => {
    for (let i = 0; i < bytes.length; i += pieceSize) send(bytes.subarray(i, i + pieceSize));
  };
  terminal.onData((text) => press(new TextEncoder().encode(controlled(text))));
  box.addEventListener("paste", (event) => { // control characters in the text would act as keys
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
    if (!keys) { // letters go into the field; other keys keep their usual effect
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

  // Keys that a telephone does not have. Ctrl applies to the next key.
  const hold = (on) => ctrl.setAttribute("aria-pressed", on);
  const held = () => ctrl.getAttribute("aria-pressed") === "true";
  const controlled = (text) => {
    if (!held() || text.length > 1) return text;
    hold(false);
    return /[@-_a-z ]/.test(text) ? String.fromCharCode(text.charCodeAt(0) & 0x1f) : text;
  };
  const arrows = { up: "A", down: "B", right: "C", left: "D" };
  pad.addEventListener("pointerdown", (event) => event.preventDefault()); // the keyboard of the telephone stays open
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
    take();
  });
  line.addEventListener("input", () => { if (line.value === "") take(); });
})();
