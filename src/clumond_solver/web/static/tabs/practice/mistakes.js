// Learn from your mistakes (`#/practice?show=mistakes`, of one hand `&table=…&deal=…`): a costly call or card as the
// person saw it, to find something better. The figures are those of the review that found it; nothing is searched.

/** @import { LegalCall, TableShown } from "../../wire.d.ts" */
/** @typedef {import("./mistake_boxes.js").Mistake} Mistake */

import { announce, spoken } from "../../parts/announcements.js";
import { useAnswer } from "../../parts/answers.js";
import { cardText } from "../../parts/cards.js";
import { Button, Notice, useKeys } from "../../parts/controls.js";
import { cardsPlayed, completeTricks, turnAt } from "../../parts/deal.js";
import { html, useEffect, useState } from "../../parts/view.js";
import { capital, counted, Words } from "../../parts/wording.js";
import { linkTo } from "../../route.js";
import { Facts, Felt, WaysDialog } from "../play/felt.js";
import { Helper, SHARE_NOTE } from "../play/panels.js";
import { useCardChoice, useMarkedCards } from "../play/table.js";
import { afterTry, counts, keyOf, toAsk, useMistakes } from "./mistake_boxes.js";

/** How many mistakes there are to find, and the way to them. @param {{mistakes: Mistake[]}} props */
export function MistakesPanel({ mistakes }) {
  const { due, later, learned } = counts(mistakes);
  return html`<section class="panel" aria-label="Learn from your mistakes"><h2>Learn from your mistakes</h2>
    ${mistakes.length ? html`<p>
      ${capital([`${due || "none"} to find today`, later && `${later} on later days`,
        learned && `${learned} learned`].filter(Boolean).join(", "))}.</p>`
      : html`<p class="soft">What a review, or the search for lost points, finds costly comes back here as a puzzle:
        what was better?</p>`}
    ${due ? html`<div class="bar">
      <a class="button main" href=${linkTo("practice", { show: "mistakes" })}>Find something better</a></div>`
      : null}</section>`;
}

/** @param {{params: URLSearchParams}} props */
export function Mistakes({ params }) {
  const [session, deal] = [params.get("table"), Number(params.get("deal"))];
  const hand = session ? { session, deal } : null;
  return html`<${Series} key=${`${session} ${deal}`} hand=${hand} />`;
}

/** The mistakes one after another, each asked once. @param {{hand: {session: string, deal: number} | null}} props */
function Series({ hand }) {
  const [mistakes, store] = useMistakes();
  const [series] = useState(() => toAsk(mistakes, hand));
  const [done, setDone] = useState(0);
  const mistake = series[done];
  const left = series.length - done;
  const { later } = counts(mistakes);
  /** Put something else in its place. @param {(mistake: Mistake) => Mistake[]} change */
  const replace = (change) => store(mistakes.flatMap((one) => (keyOf(one) === keyOf(mistake) ? change(one) : [one])));
  const next = () => setDone(done + 1);
  return html`<div class="practice-head"><h1>Learn from your mistakes</h1>
      <p class="record">${mistake ? `${left} left` : ""}
        ${hand ? " of this hand" : mistake ? " for today" : ""}</p></div>
    ${mistake ? html`<${Asked} key=${keyOf(mistake)} mistake=${mistake} isLast=${left === 1} onNext=${next}
        onTried=${(/** @type {boolean} */ isFound) => replace((one) => [afterTry(one, isFound)])}
        onForget=${() => { replace(() => []); next(); }} />`
      : html`<section class="panel">
        <p>${series.length ? "That was the last one." : "There is nothing to find now."}
          ${later ? ` ${capital(counted(later, "mistake"))} will come back in some days.` : ""}</p>
        <div class="bar"><a class="button main"
          href=${hand ? linkTo("analysis", { table: hand.session, deal: hand.deal })
            : linkTo("practice", { show: "yours" })}>${hand ? "Back to the review" : "Your play"}</a></div>
            </section>`}`;
}

/**
 * @param {{mistake: Mistake, isLast: boolean, onTried: (isFound: boolean) => void, onNext: () => void,
 *   onForget: () => void}} props
 */
function Asked({ mistake, onForget, ...props }) {
  const { session, deal, at } = mistake;
  const { answer: table, error, isAsked } = useAnswer("as-seen", { session, deal, at });
  if (error) {
    return html`<${Notice} kind="error">${error}<//>
      ${isAsked ? null : html`<div class="bar"><${Button} onClick=${onForget}>Leave it out<//></div>`}`;
  }
  return table ? html`<${OneMistake} table=${table} mistake=${mistake} ...${props} />`
    : html`<p class="loading">Going back to the hand …</p>`;
}

/** What to say of a try. */
const REPLIES = {
  right: "is right.",
  same: "is what you chose. Find something better.",
  worse: "is not it: something else is clearly better. Try again.",
  unsearched: "looked too weak for the review to try it out. Try another.",
};

/**
 * @param {{table: TableShown, mistake: Mistake, isLast: boolean, onTried: (isFound: boolean) => void,
 *   onNext: () => void}} props
 */
function OneMistake({ table, mistake, isLast, onTried, onNext }) {
  const [reply, setReply] = useState(/** @type {{kind: keyof typeof REPLIES, text: string} | null} */ (null));
  const [isMissed, setMissed] = useState(false);
  const [isShown, setShown] = useState(false);
  const { deal } = table;
  const isOver = isShown || reply?.kind === "right";
  const task = `Here you ${deal.phase === "calls" ? "chose to" : "played"} ${mistake.text}: find something better.`;
  useEffect(() => announce(spoken(task)), []);
  /** Only the first try counts. @param {boolean} isFound */
  const count = (isFound) => {
    if (!isMissed) onTried(isFound);
    if (!isFound) setMissed(true);
  };
  const turn = { ...turnAt(table, completeTricks(deal), false), ...(isOver ? { mine: false } : {}) };
  const choice = useCardChoice(table, turn, (action) => {
    const kind = mistake.right.includes(action) ? "right"
      : action === mistake.action ? "same" : mistake.worse.includes(action) ? "worse" : "unsearched";
    const text = textOf(table, action);
    setReply({ kind, text: mistake.right.indexOf(action) > 0 ? `${text} is right too, within luck of the best`
      : `${text} ${REPLIES[kind]}` });
    if (kind === "right" || kind === "worse") count(kind === "right");
    announce(spoken(`${text} ${REPLIES[kind]} ${kind === "right" ? mistake.why : ""}`));
  });
  const markedCards = useMarkedCards(table, !isOver);
  useKeys(isOver ? { n: onNext } : { k: () => markedCards.toggleMarking?.() });
  const show = () => {
    count(false);
    setShown(true);
    announce(spoken(mistake.why));
  };
  return html`<div class="at-table"><${Facts} table=${table} over=${false} />
    <section class="round" aria-label="The table">
      <${Felt} table=${table} trick=${deal.tricks[turn.completeTricks] ?? null} turn=${turn} choice=${choice}
        markedCards=${markedCards}
        hint=${null} waits=${false} here=${[]} onClear=${() => {}} /></section>
    <aside aria-label="The task"><section class="panel mistake">
      <p class="task"><${Words} text=${task} /></p>
      ${isOver ? html`<div class=${`verdict ${isShown ? "hint" : "right"}`}>
        ${isShown ? null : html`<h2><${Words} text=${capital(reply?.text ?? "")} /></h2>`}
        <p><${Words} text=${capital(mistake.why)} /></p>
        ${deal.phase === "calls" ? null : html`<p class="soft small-text">${
          mistake.why.includes(" %") ? SHARE_NOTE : "Figures: the points that you could expect."}</p>`}</div>`
        : reply && reply.kind !== "right"
          ? html`<div class=${`verdict ${reply.kind === "worse" ? "wrong" : "hint"}`}>
            <p><${Words} text=${capital(reply.text)} /></p></div>` : null}
      <div class="bar">${isOver ? html`<${Button} kind="main" onClick=${onNext} keys="n">${isLast ? "Done" : "Next"}<//>
          <a class="button" href=${linkTo("analysis",
            { table: mistake.session, deal: mistake.deal, at: cardsPlayed(deal).length || null })}>To the review</a>`
        : html`<${Button} onClick=${show}>Show the answer<//>
          ${markedCards.toggleMarking
            ? html`<${Button} onClick=${markedCards.toggleMarking} pressed=${markedCards.isMarking}
                keys="k">${markedCards.isMarking ? "Done marking" : "Mark to keep"}<//>` : null}`}</div></section>
      <${Helper} table=${table} marked=${markedCards.marked} showsTrick=${false} /></aside>
    ${choice.ways ? html`<${WaysDialog} ways=${choice.ways} onAct=${choice.act} onClose=${choice.closeWays} />` : null}
  </div>`;
}

/** @param {TableShown} table @param {string} action */
function textOf({ deal: { legal } }, action) {
  const card = legal.cards.find((one) => one.action === action)?.card;
  return card ? cardText(card) : legal.calls.find((/** @type {LegalCall} */ call) => call.action === action)?.text
    ?? action;
}
