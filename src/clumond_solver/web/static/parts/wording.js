// How the page shows counts, times, and texts with suits.

import { suitClass, suitOf, symbolOf } from "./cards.js";
import { html } from "./view.js";

const SUITS_AND_CARDS = /([♣♥♠♦])\ufe0e?(10|[AKQJT2-9](?![\w]))?/g;

/**
 * Text with its suits in colour, and with tens written as 10. "♥ 2" and "50 %" stay on one line.
 * @param {{text: string}} props
 */
export function Words({ text: wrapping }) {
  const text = wrapping.replace(/([♣♥♠♦]\ufe0e?) (?=\d\b)|(\d) (?=%)/g, "$1$2\u00a0");
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(SUITS_AND_CARDS)) {
    parts.push(text.slice(end, match.index));
    const suit = suitOf(match[1]);
    const rank = match[2] === "T" ? "10" : (match[2] ?? "");
    parts.push(html`<span class=${suitClass(suit)}>${symbolOf(suit)}${rank}</span>`);
    end = match.index + match[0].length;
  }
  parts.push(text.slice(end));
  return html`<span class="words">${parts}</span>`;
}

/**
 * "3 tricks", "1 trick"
 * @param {number} count
 * @param {string} noun
 */
export const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** A number as it is shown: with a minus sign, not a hyphen. @param {number | string} value */
export const minus = (value) => String(value).replace("-", "−");

/** With a sign and one digit. @param {number} value */
export const signed = (value) => `${value < -0.05 ? "−" : "+"}${Math.abs(value).toFixed(1)}`;

/** A share in whole per cents; only what is certain is 100 or 0. @param {number} share */
export const wholePercent = (share) =>
  Math.min(share < 1 ? 99 : 100, Math.max(share > 0 ? 1 : 0, Math.round(100 * share)));

/** @param {number} share */
export const percent = (share) => `${wholePercent(share)} %`;

/** @param {string} text */
export const capital = (text) => (text ? text[0].toUpperCase() + text.slice(1) : text);

/** A time in the past, as "2 hours ago". @param {number} seconds */
export function ago(seconds) {
  if (seconds < 90) return "just now";
  if (seconds < 5400) return `${Math.round(seconds / 60)} minutes ago`;
  if (seconds < 129600) return `${Math.round(seconds / 3600)} hours ago`;
  return `${Math.round(seconds / 86400)} days ago`;
}
