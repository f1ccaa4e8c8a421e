// The bar of a chance, inside an element of the class "meter".

import { html } from "./view.js";

/** @param {number} share */
const inPercent = (share) => `${100 * share}%`;

/** @param {{chance: number, range?: number[] | null, breakEven?: number}} props range: the ends of its interval */
export function ChanceBar({ chance, range, breakEven }) {
  return html`<div class="p" style=${{ width: inPercent(chance) }}></div>
    ${range ? html`<div class="range" style=${{ left: inPercent(range[0]), width: inPercent(range[1] - range[0]) }}></div>` : null}
    ${breakEven === undefined ? null : html`<div class="even" style=${{ left: inPercent(breakEven) }}></div>`}`;
}
