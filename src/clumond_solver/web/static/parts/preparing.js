// The progress or the error of a backend that has to load before it answers questions.

import { onPreparing } from "../ask.js";
import { Button, Notice, Progress } from "./controls.js";
import { html, useEffect, useState } from "./view.js";

/** Shows nothing once the backend is ready. */
export function Preparation() {
  const [news, setNews] = useState(/** @type {import("../request.js").Preparing | null} */ (null));
  useEffect(() => onPreparing(setNews), []);
  if (!news) return null;
  const { text, done, total, fault, reload } = news;
  if (reload) return html`<${Notice}>${text} <${Button} onClick=${reload}>Use it<//><//>`;
  if (fault) return html`<${Notice} kind="error">${text}<//>`;
  return html`<div class="preparing"><${Progress} label=${text} done=${done} total=${total} /></div>`;
}
