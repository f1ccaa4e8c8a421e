// Says it in words where the page cannot work. A plain script, for browsers that know no modules.
"use strict";

(function () {
  /** @param {string} words */
  function say(words) {
    /** The place may not be there yet. */
    function show() {
      var page = document.getElementById("page");
      if (!page) return;
      var notice = document.createElement("p");
      notice.className = "notice error";
      notice.setAttribute("role", "alert");
      notice.textContent = words;
      page.replaceChildren(notice);
    }
    if (document.getElementById("page")) show();
    else document.addEventListener("DOMContentLoaded", show);
  }

  if (location.protocol === "file:") {
    say("Browsers run this page only when it comes from a web server. Any will do: "
      + "python3 -m http.server, started in this folder, and then http://localhost:8000/");
  } else if (typeof WebAssembly !== "object" || !("noModule" in document.createElement("script"))) {
    say("This browser lacks WebAssembly, or something else that the page needs: it is too old, or it was "
      + "switched off. Chromium, Edge, Firefox and Safari have it since 2023.");
  } else {
    // What cannot be loaded says so on its own element only.
    addEventListener("error", function (event) {
      if (event.target instanceof HTMLScriptElement) {
        say("The page could not be loaded. Is there a network, and does the server still have all of it?");
      }
    }, true);
  }
})();
