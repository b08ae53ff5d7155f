// Registers the gateway as the browser's handler of schemes. The browser asks the user for
// permission.
"use strict";
(() => {
  const list = document.getElementById("handlers");
  for (const button of list.querySelectorAll("button")) {
    button.addEventListener("click", () => {
      const said = button.parentNode.querySelector("output");
      try {
        navigator.registerProtocolHandler(button.dataset.scheme, list.dataset.handler);
        said.textContent = "Now confirm it in the browser.";
      } catch {
        said.textContent = "This browser does not allow pages to register this scheme.";
      }
    });
  }
})();
