// The Explore place: any position of Clumond with all hands open, or as one seat sees it.
// What is explored stands in the address alone; the server keeps none of it.

/** @import { Answers, Chances, Opened, Position, Recontracted, Verdicts } from "../wire.d.ts" */

import { anySeed, ask, isAborted } from "../ask.js";
import { useAnswer } from "../parts/answers.js";
import { Button, messageOf, Notice } from "../parts/controls.js";
import { cardText, LETTERS, SEATS } from "../parts/cards.js";
import { Dialog } from "../parts/dialog.js";
import { copyText, saveFile } from "../parts/files.js";
import { useKeys } from "../parts/keys.js";
import { announce } from "../parts/live.js";
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../parts/view.js";
import { capital } from "../parts/wording.js";
import { goTo } from "../route.js";
import { Advise } from "./explore/advice.js";
import { AskBeforeLosing, Contract } from "./explore/contract.js";
import { Entering } from "./explore/entering.js";
import { OpenHands, Retentions } from "./explore/findings.js";
import { chanceText, Hands, Legend } from "./explore/hands.js";
import { PlayList } from "./explore/play.js";
import { stateAt, stateOf, wordsOf } from "./explore/state.js";

/** @typedef {import("./explore/state.js").State} State */
/** @typedef {import("./explore/contract.js").Terms} Terms */
/** @typedef {{kind: "error" | "good" | "plain", text: string}} News */
/** @typedef {Recontracted & {change: Partial<State>}} Losing */

// How long a position must have stood before more than its verdicts is asked for, in milliseconds.
const DEPTH_DELAY = 250;
const COURSE_DELAY = 500;

/** @param {{params: URLSearchParams}} props */
export default function Explore({ params }) {
  const words = params.toString();
  const wanted = useMemo(() => stateOf(params), [words]);
  const [shown, setShown] = useState(/** @type {{words: string, state: State, position: Position} | null} */ (null));
  const [fault, setFault] = useState("");
  const [news, setNews] = useState(/** @type {News | null} */ (null));
  const [dialog, setDialog] = useState("");
  const [losing, setLosing] = useState(/** @type {Losing | null} */ (null));
  const [records, setRecords] = useState(/** @type {{list: Opened[], place: number}} */ ({ list: [], place: 0 }));
  const [advised, setAdvised] = useState("F");
  const advising = useRef(() => {});
  const pending = useRef(/** @type {Terms} */ ({}));
  // Counts what the person asked for: an answer to anything but the last of it comes too late.
  const wishes = useRef(0);

  // The position of the address.
  useEffect(() => {
    wishes.current += 1;
    if (wanted === null) {
      void deal();
      return undefined;
    }
    const asking = new AbortController();
    const { start, cards, at, tens, view } = wanted;
    ask("position", { start, cards, at, tens, view: view || null }, { signal: asking.signal }).then(
      (answer) => {
        setFault("");
        setShown({ words, state: { ...wanted, start: answer.start }, position: answer });
      },
      (error) => {
        if (isAborted(error)) return;
        if (shown !== null) setFault(messageOf(error));
        else if (wanted.cards.length) {
          go({ ...wanted, cards: [], at: 0 },
            { replace: true, say: { kind: "error", text: `The cards of this link cannot be played and are left out: ${messageOf(error)}.` } });
        } else {
          setNews({ kind: "error", text: `This link cannot be read: ${messageOf(error)}. Here is a random deal.` });
          void deal({ quietly: true });
        }
      },
    );
    return () => asking.abort();
  }, [words]);

  /**
   * Show something else; what was said of the last thing is over.
   * @param {State} state
   * @param {{replace?: boolean, say?: News | null}} [how]
   */
  const go = (state, { replace = false, say = null } = {}) => {
    setNews(say);
    if (say) announce(say.text);
    goTo("explore", wordsOf(state), { replace });
  };
  /** @param {Partial<State>} change @param {{replace?: boolean}} [how] */
  const change = (change, { replace = true } = {}) => wanted && go({ ...wanted, ...change }, { replace });

  /**
   * What the server says to a wish, unless another came after it; null if it comes too late or not.
   * @template {keyof Answers} K
   * @param {K} kind
   * @param {import("../request.js").Question} question
   */
  const answerTo = async (kind, question) => {
    const wish = ++wishes.current;
    try {
      const answer = await ask(kind, question);
      return wish === wishes.current ? answer : null;
    } catch (error) {
      pending.current = {};
      setNews({ kind: "error", text: messageOf(error) });
      return null;
    }
  };

  const terms = () => {
    const { state, position } = shown ?? {};
    return {
      declarer: !position ? "F" : position.declarer === null ? "none" : LETTERS[position.declarer],
      strain: position?.strain ?? "C",
      tens: state?.tens ?? null,
    };
  };

  const deal = async ({ quietly = false } = {}) => {
    const answer = await answerTo("deal", { seed: anySeed(), ...terms(), four_tens: terms().tens !== null });
    if (answer === null) return;
    setRecords({ list: [], place: 0 });
    const state = stateAt(answer, { view: shown?.state.view ?? "" });
    if (quietly) goTo("explore", wordsOf(state), { replace: true });
    else go(state, { replace: shown === null });
  };

  /**
   * Open what was entered; the complaint if nothing was.
   * @param {string} text
   * @param {{seat?: string, alone?: boolean}} [how]
   */
  const read = async (text, { seat = "F", alone = false } = {}) => {
    // A play says itself what its tens count for.
    const question = { text, seed: anySeed(), seat, ...terms(), ...(text.includes("=") ? { tens: null } : {}) };
    const wish = ++wishes.current;
    try {
      const answer = await ask("read", question);
      if (wish !== wishes.current) return "";
      const [first] = answer.opened;
      if (!first) return answer.errors.map(messageOf).join("\n") || "There is no record in this text.";
      const hand = !/[:=[]/.test(text.replace(/^[SHDC♠♥♦♣]\s*:/iu, ""));
      setRecords({ list: answer.opened, place: 0 });
      setAdvised(seat);
      const news = [...answer.errors, first.note].filter(Boolean).join("\n");
      const kind = answer.errors.length ? "error" : "plain";
      go(stateAt(first, { at: 0, view: hand && alone ? seat : "" }), { say: news ? { kind, text: news } : null });
      return "";
    } catch (error) {
      return isAborted(error) ? "" : messageOf(error);
    }
  };

  /** @param {File | undefined} file */
  const openFile = async (file) => {
    if (!file) return;
    const wrong = await read(await file.text());
    if (wrong) setNews({ kind: "error", text: wrong });
  };

  const save = async () => {
    if (!shown) return;
    const { start, cards, title, players, tens } = shown.state;
    const answer = await answerTo("save", { start, cards, title, players, tens });
    if (answer === null) return;
    saveFile("hand.clumond", answer.record);
    say("The play is saved as hand.clumond.");
  };

  /** @param {string} text */
  const say = (text) => {
    setNews({ kind: "good", text });
    announce(text);
  };

  /** @param {string} text @param {string} done */
  const copy = async (text, done) => {
    if (await copyText(text)) say(done);
    else setNews({ kind: "plain", text: `The browser does not allow copying. Copy this yourself: ${text}` });
  };
  const copyLink = () => copy(location.href, /^(localhost|127\.|\[::1\])/.test(location.hostname)
    ? "The link is copied. It opens on this machine only; for others, copy the text." : "The link is copied.");
  const copyCards = () => copy(shown?.position.play ?? "", "The cards are copied as text. Paste it under Enter …, here or elsewhere, or give it to the command.");

  // A new contract for the same cards; the play is kept as far as it is legal then.
  /** @param {Terms} wish @param {Partial<State>} [besides] */
  const recontract = async (wish, besides = {}) => {
    if (!shown) return;
    const { state, position } = shown;
    const { start, cards, at } = state;
    // What was chosen a moment ago and is not answered yet is wanted as well.
    pending.current = { ...pending.current, ...wish };
    const chosen = { ...pending.current };
    const answer = await answerTo("contract", { start, cards, at, supplementary: position.supplementary, ...terms(), ...chosen });
    if (answer === null) return;
    pending.current = Object.fromEntries(Object.entries(pending.current).filter(([term, value]) => chosen[/** @type {keyof Terms} */ (term)] !== value));
    const kept = { ...state, ...besides };
    if (answer.lost) setLosing({ ...answer, change: kept });
    else takeOn(answer.kept, kept, at);
  };

  // A choice that was made while the last answer was on its way needs a question of its own.
  useEffect(() => {
    if (Object.keys(pending.current).length) void recontract({});
  }, [shown]);

  /** @param {Opened} opened @param {Partial<State>} kept @param {number} at */
  const takeOn = (opened, { goal = "", view = "", title = "", players = ["", "", ""] }, at) => {
    setLosing(null);
    go(stateAt(opened, { at: Math.min(at, opened.cards.length), goal, view, title, players }));
  };

  /** @param {string} card */
  const play = async (card) => {
    if (!shown || shown.words !== words) return; // what is seen is no longer what is wanted
    const { state, position } = shown;
    if (!position.legal.includes(card)) {
      await layUnseen(card);
      return;
    }
    const follows = state.cards[state.at] === card;
    const cards = follows ? state.cards : [...state.cards.slice(0, state.at), card];
    change({ cards, at: state.at + 1 });
  };

  // Another hand is seen to have played a card that was not dealt to it here.
  /** @param {string} card */
  const layUnseen = async (card) => {
    if (!shown) return;
    const { state } = shown;
    const { start, view: seat, tens } = state;
    const answer = await answerTo("laid", { start, cards: state.cards.slice(0, state.at), card, seat, tens, seed: anySeed() });
    if (answer) go({ ...state, start: answer.start, cards: answer.cards, at: answer.cards.length }, { replace: true });
  };

  const letEnginePlay = async () => {
    if (!shown) return;
    const { start, cards, at } = shown.state;
    const answer = await answerTo("chances", { start, cards: cards.slice(0, at) });
    if (answer) await play(answer.best);
  };

  // Steps go on from the address, which may be ahead of what is shown.
  const at = wanted?.at ?? 0;
  const most = wanted?.cards.length ?? 0;
  const steps = {
    first: () => change({ at: 0 }),
    back: () => at > 0 && change({ at: at - 1 }),
    forward: () => at < most && change({ at: at + 1 }),
    last: () => change({ at: most }),
    undo: () => at > 0 && change({ cards: wanted?.cards.slice(0, at - 1), at: at - 1 }),
  };

  const file = useRef(/** @type {HTMLInputElement | null} */ (null));
  useKeys({
    ArrowLeft: steps.back, ArrowRight: steps.forward, Home: steps.first, End: steps.last, Backspace: steps.undo,
    ArrowUp: () => moveFocus(-1), ArrowDown: () => moveFocus(1),
    d: () => void deal(), e: () => setDialog("enter"), o: () => file.current?.click(), s: () => void save(),
    l: () => void copyLink(), t: () => void copyCards(), a: () => advising.current(), "?": () => setDialog("help"),
  });

  const openHands = shown !== null && shown.state.view === "";
  const subject = shown === null ? null : {
    start: shown.state.start, cards: shown.state.cards.slice(0, shown.state.at), seat: shown.state.goal || LETTERS[shown.position.declarer ?? 0],
  };
  const own = shown !== null && shown.position.turn !== null && LETTERS[shown.position.turn] === shown.state.view;
  const near = useAnswer("verdicts", openHands ? subject : null);
  const far = useAnswer("depth", openHands && near.answer ? subject : null, { delay: DEPTH_DELAY });
  const seen = useAnswer("chances", own && subject ? { start: subject.start, cards: subject.cards } : null);
  const whole = openHands && subject && shown.state.cards.length > 0 ? { ...subject, cards: shown.state.cards } : null;
  const course = useCourse(whole);
  const hero = subject ? LETTERS.indexOf(subject.seat) : 0;
  const whose = { hero, own: shown?.position.turn === hero };
  const known = openHands ? { ...whose, plays: near.answer?.plays, misses: far.answer?.misses }
    : { ...whose, chances: seen.answer?.cards, what: seen.answer?.what, best: seen.answer?.best };

  useFocusOnNext(shown);

  if (shown === null) {
    return html`${fault ? html`<${Notice} kind="error">${fault}<//>` : null}<h1>Explore</h1><p class="loading">Dealing …</p>`;
  }
  const { state, position } = shown;
  return html`<div class="explore">
    <div class="heading"><h1 id="title">${state.title || "Explore"}</h1><div class="bar">
      <${Button} id="deal" keys="d" title="Deal at random (d)" onClick=${() => deal()}>Deal<//>
      <${Button} id="enter" keys="e" title="Enter or paste a hand, deal, play or record (e)" onClick=${() => setDialog("enter")}>Enter …<//>
      <${Button} id="open" keys="o" title="Open a file of records (o)" onClick=${() => file.current?.click()}>Open …<//>
      <${Button} id="save" keys="s" title="Save the play as a record (s)" onClick=${save}>Save<//>
      <${Button} id="link" keys="l" title="Copy a link to this point (l)" onClick=${copyLink}>Copy link<//>
      <${Button} id="text-copy" keys="t" title="Copy the cards as text (t)" onClick=${copyCards}>Copy text<//>
      <${Button} id="help" label="Keys and colours" keys="?" title="Keys and colours (?)" onClick=${() => setDialog("help")}>?<//>
    </div></div>
    <input id="file" ref=${file} type="file" accept=".clumond,.txt,text/plain" hidden aria-label="A file of records"
      onChange=${async (event) => { const input = event.currentTarget; await openFile(input.files?.[0]); input.value = ""; }} />
    ${fault ? html`<${Notice} kind="error"><span id="fault">${fault}</span><//>` : null}
    ${news ? html`<${Notice} kind=${news.kind}><span id="news">${news.text}</span><//>` : null}
    <${Contract} state=${state} position=${position} records=${records.list} record=${records.place} chosenTens=${pending.current.tens ?? wanted?.tens ?? null} onTerms=${recontract} onChange=${change}
      onRecord=${(place) => { setRecords({ ...records, place }); go(stateAt(records.list[place], { at: 0 })); }} />
    <p id="status" class="headline" role="status">${statusText(position, state, near, seen)}</p>
    <div class="columns">
      <div class="left">
        <${Hands} state=${state} position=${position} known=${known} onPlay=${play} onEngine=${letEnginePlay} />
        <${Legend} view=${state.view} />
      </div>
      <aside class="right" aria-label="The play and what the engine says">
        <nav id="steps" class="bar" aria-label="Steps">
          <${Step} id="first" label="To the start" keys="Home" off=${at === 0} onStep=${steps.first}>«<//>
          <${Step} id="back" label="One card back" keys="ArrowLeft" off=${at === 0} onStep=${steps.back}>‹<//>
          <${Step} id="forward" label="One card forward" keys="ArrowRight" off=${at === most} onStep=${steps.forward}>›<//>
          <${Step} id="last" label="To the end" keys="End" off=${at === most} onStep=${steps.last}>»<//>
          <${Step} id="undo" label="Take back the last card" keys="Backspace" off=${at === 0} onStep=${steps.undo}>Take back<//>
        </nav>
        ${openHands ? html`<${OpenHands} far=${far} />` : null}
        <section class="panel" id="play" aria-labelledby="play-title"><h2 id="play-title">The play</h2>
          <${PlayList} tricks=${position.tricks} at=${state.at} verdicts=${course.verdicts} looking=${course.looking} hero=${hero} onJump=${(place) => change({ at: place })} /></section>
        <${Advise} deal=${position.deal} tens=${state.tens} counted=${state.tens === null && position.supplementary.some(Boolean)}
          seat=${state.view || advised} onSeat=${setAdvised} asking=${advising}
          onDeclare=${(seat, strain) => recontract({ declarer: seat, strain })} />
      </aside>
      ${openHands ? html`<div class="under"><${Retentions} start=${state.start} cards=${state.cards.slice(0, state.at)}
        seat=${hero} deal=${state.at ? null : position.deal} tens=${state.tens} /></div>` : null}
    </div>
    ${dialog === "enter" ? html`<${Entering} seat=${state.view || advised} onClose=${() => setDialog("")}
      onEnter=${async (text, seat, alone) => {
        const wrong = await read(text, { seat, alone });
        if (!wrong) setDialog("");
        return wrong;
      }} />` : null}
    ${dialog === "help" ? html`<${Help} onClose=${() => setDialog("")} />` : null}
    ${losing ? html`<${AskBeforeLosing} change=${losing} played=${state.cards.length} onClose=${() => { pending.current = {}; setLosing(null); }}
      onChoose=${(opened) => takeOn(opened, losing.change, opened.cards.length)} />` : null}
  </div>`;
}

/**
 * A button that stays where it is, and keeps the focus, while there is nothing for it to do.
 * @param {{id: string, label: string, keys: string, off: boolean, onStep: () => void, children?: any}} props
 */
function Step({ id, label, keys, off, onStep, children }) {
  return html`<button type="button" id=${id} class="button" aria-label=${label} title=${`${label} (${keys})`} aria-keyshortcuts=${keys}
    aria-disabled=${off ? "true" : undefined} onClick=${() => off || onStep()}>${children}</button>`;
}

/**
 * @param {Position} position
 * @param {State} state
 * @param {import("../parts/answers.js").Answered<Verdicts, never>} near
 * @param {import("../parts/answers.js").Answered<Chances, never>} seen
 */
function statusText(position, state, near, seen) {
  if (position.outcome) {
    const made = position.outcome.map((ended, seat) => `${SEATS[seat]} ${ended.success ? "succeeds" : `is ${ended.off} off`}`);
    return `The hand is over: ${made.join(", ")}.`;
  }
  const turn = `${capital(SEATS[position.turn ?? 0])} to play.`;
  if (state.view === "") return near.answer ? `${near.answer.text} ${near.answer.headline}` : near.error || turn;
  if (seen.error) return `${turn} ${seen.error}`;
  if (!seen.answer) return turn;
  const { best, cards, what } = seen.answer;
  return `${turn} From what ${SEATS[seen.answer.seat]} can see, ${cardText(best)} is best: ${chanceText(cards[best], what)}.`;
}

/**
 * The verdicts after each card of a play, as they come in.
 * @param {import("../request.js").Question | null} question
 */
function useCourse(question) {
  const key = JSON.stringify(question);
  const [soFar, setSoFar] = useState({ key: "", verdicts: /** @type {(boolean | null | undefined)[]} */ ([]) });
  const { answer, error } = useAnswer("course", question, { delay: COURSE_DELAY, onPart: ({ place, verdict }) => setSoFar((before) => {
    const verdicts = before.key === key ? [...before.verdicts] : [];
    verdicts[place] = verdict;
    return { key, verdicts };
  }) });
  if (answer) return { verdicts: answer.verdicts, looking: false };
  return { verdicts: soFar.key === key ? soFar.verdicts : [], looking: question !== null && !error };
}

const legalCards = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#table .held.legal")]);

/** @param {number} step */
function moveFocus(step) {
  const legal = legalCards();
  if (!legal.length) return;
  const here = legal.findIndex((card) => card === document.activeElement);
  legal[here < 0 ? 0 : (here + step + legal.length) % legal.length].focus();
}

/**
 * Who played a card by the keyboard goes on with the next player's cards.
 * @param {unknown} shown
 */
function useFocusOnNext(shown) {
  const held = useRef("");
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && focused.matches(".held.legal")) held.current = focused.dataset.card ?? "";
  else if (focused !== document.body) held.current = "";
  useLayoutEffect(() => {
    if (!held.current || (document.activeElement !== document.body && document.activeElement !== null)) return;
    const legal = legalCards();
    (legal.find((card) => card.dataset.card === held.current) ?? legal[0] ?? document.getElementById("undo"))?.focus();
  }, [shown]);
}

/** @param {{onClose: () => void}} props */
function Help({ onClose }) {
  return html`<${Dialog} title="Keys and colours" onClose=${onClose}><div id="helping">
    <ul class="key">
      <li><span class="held makes">K</span> good for the player to move: declarer can still force success, or a defender can stop him</li>
      <li><span class="held fails">K</span> bad for the player to move</li>
      <li><span class="held unknown">K</span> not known in the time allowed</li>
    </ul>
    <p>The small number on a card: after it, the nearest finish that can be forced is this many tricks off
      (1–4: between one and four). All of this is with all hands open and best play by everybody.</p>
    <p>With one hand shown, the number is declarer's chance in per cent as that seat sees it, from many deals of the unseen cards.</p>
    <dl>
      <dt>Tab, ↑ ↓, Enter</dt><dd>choose and play a card</dd>
      <dt>← →</dt><dd>one card back or forward</dd>
      <dt>Home End</dt><dd>to the start or the end</dd>
      <dt>Backspace</dt><dd>take back the last card</dd>
      <dt>← ↑ ↓ →, Space</dt><dd>move and click among the cards when you enter a hand</dd>
      <dt>d e o s l t a</dt><dd>deal, enter, open, save, copy link, copy text, advice</dd>
    </dl></div><//>`;
}
