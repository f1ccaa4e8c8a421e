// The Analysis tab: a played hand with its review, a deal or a position on one board, where one steps through the play
// and tries other cards. Any position of Clumond is analysed with all hands open, or as one seat sees it.

/** @import { OtherGame, ReviewShown } from "../wire.d.ts" */

import { ask, isReport } from "../ask.js";
import { announce } from "../parts/announcements.js";
import { CardText } from "../parts/cards.js";
import { Button, Choice, messageOf, Notice, Progress, useKeys } from "../parts/controls.js";
import { html, useEffect, useMemo, useRef, useState } from "../parts/view.js";
import { capital, Words } from "../parts/wording.js";
import { goTo, linkTo } from "../route.js";
import { AdvicePanel } from "./analysis/advice.js";
import { playedOf, sharedCards, useBoardState } from "./analysis/board_state.js";
import { Hands, PlayList, Step, Steps } from "./analysis/board_view.js";
import { Chart } from "./analysis/chart.js";
import { ConfirmChange, Contract } from "./analysis/contract.js";
import { EnterDialog } from "./analysis/enter_dialog.js";
import { OpenHands, Retentions, useEngines } from "./analysis/findings.js";
import { Help, Legend, MoreThanReport, Start } from "./analysis/help.js";
import { Calls, Costliest, Facts, PlayPanel, reviewQuestion, spokenMark, Story, ToMistakes,
  useReview } from "./analysis/review.js";
import { Signals } from "./analysis/signals.js";

/** @type {string[]} */
const NO_NAMES = [];

/** @param {{params: URLSearchParams}} props */
export default function Analysis({ params }) {
  const source = reviewQuestion(params);
  const { review, isComplete, progress, error } = useReview(source);
  const played = useMemo(() => (review ? playedOf(review, sourceParams(params), isComplete) : null),
    [review, isComplete]);
  const board = useBoardState(params, played, review);
  const { shown, fault, news, pendingChange, change } = board;
  // Count from `wanted` (the URL), not from `shown`, which may lag behind it.
  const wanted = source && !review ? null : board.wanted;
  const { openHands, hero, finishes, playVerdicts, evaluation, status } = useEngines(wanted ? shown : null,
    review !== null && !isComplete, review?.names ?? NO_NAMES);
  const [dialog, setDialog] = useState("");
  const [more, setMore] = useState(false);
  // The advice panel puts the function here that the key `a` calls.
  const askAdvice = useRef(() => {});
  const [at, last] = [wanted?.at ?? 0, wanted?.cards.length ?? 0];
  const calls = wanted?.played?.calls ?? 0;
  const shared = wanted ? sharedCards(wanted) : 0;
  // The review of the card or call on view; undefined at the end of the play and after other cards.
  const reviewedPlay = at <= shared ? review?.plays[calls + at] : undefined;
  const isTrying = review !== null && at > shared;
  const isOpen = wanted !== null && shown !== null;
  const isClumond = isOpen && wanted.start !== "";
  const isOver = isOpen && shown.position.outcome !== null;
  const undo = () => at > 0 && (!review || last > shared)
    && change({ cards: wanted?.cards.slice(0, at - 1), at: at - 1 });
  useKeys({
    s: () => isClumond && void board.save(), t: () => isClumond && void board.copyCards(), "?": () => setDialog("help"),
    ...(isReport ? {} : {
      Backspace: undo, d: () => void board.deal(), e: () => setDialog("enter"), o: () => void board.open(),
      l: () => isClumond && void board.copyLink(), a: () => askAdvice.current(),
    }),
  });
  useEffect(() => {
    if (reviewedPlay && review) {
      announce(`${review.names[reviewedPlay.seat]}: ${reviewedPlay.text}. ${spokenMark(reviewedPlay,
        review.declarer)}`);
    }
  }, [reviewedPlay?.number]);

  const showPlayed = (/** @type {number} */ to) => change({ cards: wanted?.played?.cards, at: to });
  const watch = (/** @type {OtherGame} */ { cards, number }) => change({ cards, at: number - 1 });
  // The point on view in words: of a review the card that is played next, else the last card played.
  const point = isTrying || !review ? (last ? `${at} of ${last} played` : "")
    : at < 0 ? `Call ${at + calls + 1} of ${calls}`
    : at === last && isComplete ? "The end" : `Card ${at + 1} of ${last}`;
  const heading = isOpen ? shown.state.title || "Analysis" : "Analysis";
  const playPanel = isOpen ? html`<section class="panel" id="play"
      aria-labelledby="play-title"><h2 id="play-title">The play</h2>
      <${PlayList} tricks=${shown.position.tricks} isOver=${shown.position.over} state=${shown.state} review=${review}
        verdicts=${playVerdicts.verdicts} isComputing=${playVerdicts.isComputing}
        hero=${hero} onJump=${(to) => change({ at: to })} />
      ${!review && last ? html`<p><${Button} id="judge" onClick=${board.judge}>Judge every card<//></p>`
        : null}</section>` : null;
  return html`<div class=${`analysis ${more ? "" : "brief"} ${review ? "of-played" : ""}`}>
    <div class="heading"><h1 id="title">${capital(heading)}</h1>
      ${review && review.titles.length > 1 ? html`<${Choice} id="which" label="Hand" value=${String(review.chosen)}
        options=${review.titles.map((title, index) => ({ value: String(index + 1), text: `${index + 1}: ${title}` }))}
        onChange=${(value) => goTo("analysis", { ...sourceParams(params), deal: value })} />` : null}
      <div class="bar">${isReport ? null : html`
      <${Button} id="deal" keys="d" title="Deal at random (d)" onClick=${() => board.deal()}>Deal<//>
      <${Button} id="enter" keys="e" title="Enter or paste a hand, deal, play, record or session (e)"
        onClick=${() => setDialog("enter")}>Enter …<//>
      ${isClumond ? html`<${Button} id="link" keys="l" title="Copy a link to this point (l)"
          onClick=${board.copyLink}>Copy link<//>
      <${Button} id="more" expanded=${more} title="Contract, files and texts" onClick=${() => setMore(!more)}>More<//>`
      : null}`}
      <span class=${`bar ${isClumond && !isReport ? "seldom" : ""}`}>
        ${isReport ? null : html`<${Button} id="open" keys="o" title="Open a file of records or a session (o)"
            onClick=${board.open}>Open …<//>`}
      ${isClumond ? html`<${Button} id="save" keys="s" title="Save the play as a record (s)"
          onClick=${board.save}>Save<//>
      <${Button} id="text-copy" keys="t" title="Copy the cards as text (t)" onClick=${board.copyCards}>Copy text<//>`
      : null}
      <${Button} id="help" label="Keys and colours" keys="?" title="Keys and colours (?)"
        onClick=${() => setDialog("help")}>?<//></span>
    </div></div>
    ${fault ? html`<${Notice} kind="error"><span id="fault">${fault}</span><//>` : null}
    ${news ? html`<${Notice} kind=${news.kind}><span id="news">${news.text}</span><//>` : null}
    ${review?.fault ? html`<${Notice} kind="error">Reviewed up to an error: <${Words} text=${review.fault} />.<//>`
      : null}
    ${error ? html`<${Notice} kind="error">${error}<//>
      <p><a class="button" href=${linkTo("analysis")}>Open something else</a></p>`
      : source && !isComplete ? html`<${Progress} label="Reviewing every card" done=${progress?.done}
          total=${progress?.total} />` : null}
    ${!isOpen ? (source ? null : board.wanted ? html`<p class="loading">Loading …</p>` : html`<${Start} />`) : html`
    ${review ? html`<${Facts} review=${review} />` : null}
    ${isClumond ? html`<${Contract} state=${shown.state} position=${shown.position} chosenTens=${board.chosenTens}
        onTerms=${board.recontract} onChange=${change} />
      <p id="status" class="headline" role="status">${status}</p>` : null}
    <div class="columns">
      <div class="left">
        <${Steps} at=${at} first=${-calls} last=${review && last === shared ? wanted.played?.last ?? last : last}
          onStep=${(to) => change({ at: to })}>
          <span>${point}</span>
          ${isClumond && !isReport && (!review || last > shared)
            ? html`<${Step} id="undo" label="Take back the last card" keys="Backspace" off=${at === 0}
                onStep=${undo}>Take back<//>` : null}<//>
        <${Hands} state=${shown.state} position=${shown.position} evaluation=${evaluation}
          marks=${marksOf(reviewedPlay, wanted.cards[at], review !== null)}
          review=${review} onPlay=${board.play} onEngine=${board.letEnginePlay} />
        <div class="late">
          ${isClumond && !isOver ? html`<${Legend} view=${shown.state.view}
              goal=${shown.state.goal || (shown.position.declarer === null ? "F" : "")} />` : null}
          ${review ? html`<${Chart} review=${review} at=${isTrying ? 0 : at + calls + 1}
              onGo=${(number) => showPlayed(number - 1 - calls)} />${playPanel}` : null}</div>
      </div>
      <div class="right">
        ${review && last > shared
          ? html`<section class="panel trying" aria-labelledby="trying"><h2 id="trying">Other cards</h2>
          <p>You are trying <${CardText} card=${wanted.cards[shared]} />; ${wanted.played?.cards[shared]
            ? html`<${CardText} card=${wanted.played.cards[shared]} /> was played` : "the play stopped here"}.</p>
          <${Button} id="to-play" onClick=${() => showPlayed(shared)}>Back to the play<//></section>` : null}
        ${review && !isTrying ? html`<${PlayPanel} review=${review} play=${reviewedPlay}>
          ${source?.session && reviewedPlay
            ? html`<${PlayAgain} session=${source.session} review=${review}
                at=${(review.hand?.calls ?? 0) + reviewedPlay.at} />` : null}<//>
          ${isComplete && source?.session
            ? html`<div class="bar"><${ToMistakes} review=${review} session=${source.session} /></div>` : null}
          <${Costliest} key=${review.title} review=${review} isComplete=${isComplete} at=${calls + at + 1}
            onGo=${(number) => showPlayed(number - 1 - calls)} />
          <${Story} review=${review} onWatch=${watch} />` : null}
        ${openHands ? html`<${OpenHands} finishes=${finishes} isOver=${isOver} />` : null}
        ${review ? null : playPanel}
        ${review ? html`<${Calls} review=${review} />` : null}
        ${isClumond ? html`<${Signals} rows=${shown.position.signals} />` : null}
        ${isReport ? html`<${MoreThanReport} />`
          : isClumond && (!review || shown.position.deal)
            ? html`<${AdvicePanel} deal=${shown.position.deal} tens=${shown.state.tens}
          tensUnknown=${shown.state.tens === null && shown.position.supplementary.some(Boolean)}
          seat=${shown.state.view || board.advisedSeat} onSeat=${board.setAdvisedSeat} isMain=${!review}
          askAdvice=${askAdvice}
          onDeclare=${(seat, strain) => board.recontract({ declarer: seat, strain })} />` : null}
      </div>
      ${openHands && !isReport && !isOver ? html`<div class="under">
        <${Retentions} start=${shown.state.start} cards=${shown.state.cards.slice(0, shown.state.at)}
        seat=${hero} deal=${shown.state.at ? null : shown.position.deal} tens=${shown.state.tens} /></div>` : null}
    </div>`}
    ${dialog === "enter" ? html`<${EnterDialog} seat=${shown?.state.view || board.advisedSeat}
        onClose=${() => setDialog("")}
      onEnter=${async (text, seat, oneHandOnly) => {
        const error = await board.read(text, { seat, oneHandOnly });
        if (!error) setDialog("");
        return error;
      }} />` : null}
    ${dialog === "help" ? html`<${Help} view=${shown?.state.view ?? ""} onClose=${() => setDialog("")} />` : null}
    ${pendingChange && wanted ? html`<${ConfirmChange} change=${pendingChange} played=${wanted.cards.length}
        onClose=${board.cancelChange} onChoose=${board.confirmChange} />` : null}
  </div>`;
}

/** The parameters that name what is reviewed. @param {URLSearchParams} params */
const sourceParams = (params) => ({ table: params.get("table"), text: params.get("text"), deal: params.get("deal") });

/**
 * The words on cards of the seat to play.
 * @param {ReviewShown["plays"][0] | undefined} reviewed
 * @param {string | undefined} next the next card of the line on the board
 * @param {boolean} isReview
 */
function marksOf(reviewed, next, isReview) {
  /** @type {Record<string, string>} */
  const marks = next && isReview ? { [next]: "next" } : {};
  const better = reviewed && !reviewed.is_best ? reviewed.choices[0]?.card : null;
  if (better) marks[better] = "better";
  if (reviewed?.card) marks[reviewed.card] = "played";
  return marks;
}

/**
 * Starts a new table with the same cards, just before the card on view.
 * @param {{session: string, review: ReviewShown, at: number}} props at: the number of calls and cards before it
 */
function PlayAgain({ session, review, at }) {
  const [error, setError] = useState("");
  const begin = async () => {
    try {
      const table = await ask("review-again", { session, deal: review.chosen, at });
      goTo("play", { table: table.id });
    } catch (fault) {
      setError(messageOf(fault));
    }
  };
  useEffect(() => setError(""), [at]);
  return html`<${Button} kind="main" onClick=${begin}>Play again from here<//>
    ${error ? html`<${Notice} kind="error">${error}<//>` : null}`;
}
