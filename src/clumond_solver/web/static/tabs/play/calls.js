// The person's calls as buttons or a list, the choice of rules, and the ways to play a wild card.

/** @import { LegalCall, LegalCard } from "../../wire.d.ts" */

import { CardFace, cardName, CardText, Strain, strainName, SUITS, symbolOf } from "../../parts/cards.js";
import { Button, Check, Choice } from "../../parts/controls.js";
import { Dialog } from "../../parts/dialog.js";
import { html, useState } from "../../parts/view.js";
import { capital, Words } from "../../parts/wording.js";

const MOST_BUTTONS = 30;

/** Calls as buttons; of very many, a list to choose from. @param {{calls: LegalCall[], onAct: (action: string) => void}} props */
export function Calls({ calls, onAct }) {
  const [chosen, setChosen] = useState(calls[0]?.action ?? "");
  if (calls.length > MOST_BUTTONS) {
    return html`<div class="calls bar">
      <${Choice} label="Your call" value=${chosen} onChange=${setChosen}
        options=${calls.map((call) => ({ value: call.action, text: call.text }))} />
      <${Button} kind="main" onClick=${() => onAct(chosen)}>Call<//>
    </div>`;
  }
  const start = commonStart(calls.map((call) => call.text));
  const grouped = calls.filter((call) => start && call.text.startsWith(start));
  const others = calls.filter((call) => !grouped.includes(call));
  return html`<div class="calls bar" role="group" tabindex="-1" aria-label="Your call">
    ${others.map((call) => html`<${Button} key=${call.action} onClick=${() => onAct(call.action)}><${Words} text=${capital(call.text)} /><//>`)}
    ${start ? html`<span class="saying" aria-hidden="true">${capital(start)}</span>
      <span class="bar">${grouped.map((call) => html`<${Button} key=${call.action} label=${capital(call.text)} onClick=${() => onAct(call.action)}><${Words} text=${call.text.slice(start.length)} /><//>`)}</span>` : null}
  </div>`;
}

/**
 * The words with which three calls or more begin, shown once before their buttons; "" if there are none.
 * @param {string[]} texts
 */
function commonStart(texts) {
  const starts = texts.map((text) => text.slice(0, text.lastIndexOf(" ") + 1)).filter(Boolean);
  return starts.find((start) => starts.filter((other) => other === start).length > 2) ?? "";
}

/**
 * The form in which a player sets the rules of a deal: the order of suits, the aims, the value of tricks.
 * @param {{values: {value: string, text: string}[], orders: {value: string, text: string}[], onAct: (action: string) => void}} props
 *   orders: the named orders of all four suits, the usual one first
 */
export function RulesForm({ values, orders, onAct }) {
  const [trumps, setTrumps] = useState("NT");
  const [order, setOrder] = useState([...orders[0].value]);
  const [flags, setFlags] = useState(/** @type {Record<string, boolean>} */ ({}));
  const [trickValue, setTrickValue] = useState("plain");
  const meanings = { nuloss: "low cards beat high ones", blind: "cards are played unseen", misere: "take no trick" };
  const words = /** @type {(keyof typeof meanings)[]} */ (Object.keys(meanings));
  const suits = trumps === "order" ? order.join("") : trumps;
  const action = ["call", suits, ...words.filter((word) => flags[word]), ...(trickValue === "plain" ? [] : [trickValue])].join(" ");
  /** Put a suit at an index of the order, and the suit there in its place. @param {number} index @param {string} suit */
  const put = (index, suit) => setOrder(order.map((old, n) =>
    n === index ? suit : old === suit ? order[index] : old));
  return html`<div class="calls rules-to-set">
    <div class="fields">
      <${Choice} label="Suits" value=${trumps} onChange=${setTrumps} options=${[
        { value: "NT", text: "no trumps" },
        ...SUITS.map((suit) => ({ value: suit, text: `${symbolOf(suit)} trumps` })),
        ...orders.map(({ value, text }) => ({ value, text: `${text} (${[...value].map(symbolOf).join(" ")})` })),
        { value: "order", text: "all four in another order" },
      ]} />
      ${trumps === "order" ? order.map((suit, index) => html`<${Choice} key=${index} label=${index ? "then" : "highest"} value=${suit}
        onChange=${(value) => put(index, value)} options=${SUITS.map((value) => ({ value, text: `${symbolOf(value)} ${strainName(value)}` }))} />`) : null}
      <${Choice} label="Tricks are worth" value=${trickValue} onChange=${setTrickValue} options=${values} />
    </div>
    ${words.map((word) => html`<${Check} key=${word} label=${`${capital(word)}: ${meanings[word]}`} checked=${flags[word] ?? false}
      onChange=${(on) => setFlags({ ...flags, [word]: on })} />`)}
    <div class="bar"><${Button} kind="main" onClick=${() => onAct(action)}>Call these rules<//></div>
  </div>`;
}

/**
 * Asks in which of several ways to play a card.
 * @param {{ways: LegalCard[], onAct: (action: string) => void, onClose: () => void}} props
 */
export function WaysDialog({ ways, onAct, onClose }) {
  const card = ways[0].card;
  const asOtherCards = ways.filter((way) => way.named);
  const others = ways.filter((way) => !way.named);
  return html`<${Dialog} title=${html`How do you play the ${cardName(card)}?`} onClose=${onClose} closeLabel="Another card">
    ${others.length ? html`<div class="bar">${others.map((way) => html`<${Button} key=${way.action} onClick=${() => onAct(way.action)}>
      ${way.led ? html`as a lead of <${Strain} strain=${way.led} />` : html`as itself, <${CardText} card=${way.card} />`}<//>`)}</div>` : null}
    ${asOtherCards.length ? html`<p>As which card?</p>${SUITS.map((suit) => html`<div class="name-row" key=${suit}>
      ${asOtherCards.filter(({ named }) => named?.[0] === suit).map((way) => html`<${CardFace} key=${way.action} small card=${way.named ?? ""}
        onPlay=${() => onAct(way.action)} />`)}</div>`)}` : null}
  <//>`;
}
