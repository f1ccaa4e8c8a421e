// The explorer of open hands, which still has a page of its own.

import { html, useEffect } from "../parts/view.js";

export default function Explore() {
  useEffect(() => location.replace(new URL("explorer.html", document.baseURI)), []);
  return html`<p><a href="explorer.html">To the explorer</a></p>`;
}
