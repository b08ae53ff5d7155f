// Connects the page of a session to its service. The script appends the output of the
// service as text, never as markup, and sends each line that the user enters.
"use strict";
(() => {
  const terminal = document.getElementById("terminal");
  const form = document.getElementById("line-form");
  const line = document.getElementById("line");
  const ended = document.getElementById("ended");
  if (!terminal || !form) return;
  const { id, at } = terminal.dataset;
  const socket = new WebSocket(`ws://${location.host}/session/socket?id=${id}&from=${at}`);
  const toEnd = () => { terminal.scrollTop = terminal.scrollHeight; };
  toEnd();
  socket.addEventListener("open", () => { document.getElementById("reload").hidden = true; });
  socket.addEventListener("message", (event) => {
    const told = JSON.parse(event.data);
    terminal.append(told.text);
    line.type = told.hide ? "password" : "text";
    toEnd();
    if (told.ended) {
      ended.textContent = told.ended;
      ended.hidden = false;
      form.hidden = true;
    }
  });
  socket.addEventListener("close", () => { document.getElementById("reload").hidden = false; });
  form.addEventListener("submit", (event) => {
    if (socket.readyState !== WebSocket.OPEN) return; // the browser submits the form
    event.preventDefault();
    socket.send(JSON.stringify({ line: line.value }));
    line.value = "";
  });
})();
