// Explains where the page cannot work. A plain script, for browsers without modules.
"use strict";

(function () {
  /** @param {string} text */
  function say(text) {
    var page = document.getElementById("page");
    if (!page) {
      document.addEventListener("readystatechange", function () { say(text); }, { once: true });
      return;
    }
    // Another id, so that later scripts do not overwrite it.
    page.id = "fault";
    page.innerHTML = '<p class="notice error" role="alert"></p>';
    /** @type {HTMLElement} */ (page.firstElementChild).textContent = text;
  }

  /** Whether WebAssembly supports vectors: whether it accepts a function that returns one. */
  function knowsVectors() {
    var module = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
    var kindOfFunction = [1, 5, 1, 0x60, 0, 1, 0x7b];
    var functions = [3, 2, 1, 0];
    var body = [10, 22, 1, 20, 0, 0xfd, 0x0c].concat(new Array(16).fill(0), 0x0b);
    return WebAssembly.validate(new Uint8Array(module.concat(kindOfFunction, functions, body)));
  }

  if (location.protocol === "file:") {
    say("Browsers run this page only when it comes from a web server. Any will do: run "
      + "python3 -m http.server in this folder, then open http://localhost:8000/");
  } else if (
    typeof WebAssembly !== "object" || !("noModule" in document.createElement("script")) || !knowsVectors()
  ) {
    say("This browser is too old for the page, or its WebAssembly is switched off. The page needs WebAssembly "
      + "with vectors, which Chromium, Edge, Firefox and Safari have had since 2023.");
  } else {
    // Loading errors reach only their own element, and capturing listeners.
    addEventListener("error", function (event) {
      if (event.target instanceof HTMLScriptElement) {
        say("The page could not be loaded. Check the network, and that the server still has all its files "
          + "and sends .js as text/javascript.");
      }
    }, true);
  }
})();
