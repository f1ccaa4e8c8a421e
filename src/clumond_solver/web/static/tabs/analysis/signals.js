// What the defenders' cards said so far by the author's signals, what partner reads, and the true lengths.

/** @import { Position } from "../../wire.d.ts" */

import { html } from "../../parts/view.js";
import { capital, Words } from "../../parts/wording.js";

/** @param {{rows: Position["signals"]}} props */
export function Signals({ rows }) {
  if (!rows.length) return null;
  return html`<details class="panel" id="signals"><summary>Signals of the defence</summary>
    <div class="scroller" tabindex="0" role="region" aria-label="Signals of the defence"><table>
      <thead><tr>${["Trick", "Who", "Card", "Says", "Partner reads", "Dealt"].map((head) =>
        html`<th key=${head} scope="col">${head}</th>`)}</tr></thead>
      <tbody>${rows.map((cells, n) =>
        html`<tr key=${n}>${cells.map((cell, column) =>
          html`<td key=${column}><${Words} text=${column === 1 ? capital(cell) : cell} /></td>`)}</tr>`)}</tbody>
    </table></div></details>`;
}
