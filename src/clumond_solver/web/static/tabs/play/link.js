// A link to give to somebody: to share, to copy, as a QR code.

import { hasServer } from "../../ask.js";
import { useAnswer } from "../../parts/answers.js";
import { Button, Notice } from "../../parts/controls.js";
import { CopyButton } from "../../parts/copying.js";
import { html, useState } from "../../parts/view.js";

/** @param {{link: string, what: string}} props */
export function Link({ link, what }) {
  const [shows, setShows] = useState(false);
  const { answer: code, error } = useAnswer("qr-code", shows ? { text: link } : null);
  return html`<div class="invitation">
    <input readonly value=${link} aria-label=${what}
      onFocus=${(/** @type {any} */ event) => event.currentTarget.select()} />
    <div class="bar">
      ${"share" in navigator ? html`<${Button} label=${`Share ${what}`}
          onClick=${() => navigator.share({ url: link }).catch(() => {})}>Share<//>` : null}
      <${CopyButton} text=${link} label="Copy" copied="Copied">the link above yourself.<//>
      ${hasServer ? html`<${Button} label=${`QR code of ${what}`} pressed=${shows}
          onClick=${() => setShows(!shows)}>QR code<//>` : null}
    </div>
    ${shows && error ? html`<${Notice} kind="error">${error}<//>` : null}
    ${shows && code ? html`<svg class="qr" role="img" aria-label=${`QR code of ${what}`}
        viewBox=${`-4 -4 ${code.size + 8} ${code.size + 8}`}><rect x="-4" y="-4" width="100%" height="100%" />
        <path d=${code.path} /></svg>` : null}
  </div>`;
}
