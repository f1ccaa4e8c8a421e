// The position on the board, whose state is only in the page's URL: a link shows the same to everybody.

/** @import { Answers, BoardTrick, ContractChange, OpenedPlay, Position, ReviewShown } from "../../wire.d.ts" */

import { anySeed, ask, askUntilAnswered, isAborted, isReport } from "../../ask.js";
import { announce } from "../../parts/announcements.js";
import { LETTERS } from "../../parts/cards.js";
import { messageOf } from "../../parts/controls.js";
import { copyText, NOT_COPIED } from "../../parts/copying.js";
import { isBackup, openFile, saveFile } from "../../parts/storage.js";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "../../parts/view.js";
import { goTo, linkForOthers, linkTo } from "../../route.js";
import { storeText } from "./review.js";

/**
 * A played hand under review.
 * @typedef {object} Played
 * @property {Record<string, string | null>} source the URL parameters that name it
 * @property {string} start empty if the game is not Clumond: no other cards can be tried then
 * @property {string[]} cards
 * @property {number} calls the reviewed calls before the first card
 * @property {number} at the point shown first
 * @property {number} last the last point that can be shown
 * @property {string} title
 * @property {string[]} players
 * @property {string | null} tens
 */

/**
 * @typedef {object} State
 * @property {Played | null} played the hand under review, if the cards start from it
 * @property {string} start the position where the play starts, as the library writes a play
 * @property {string[]} cards all cards played since; those of `played`, or others that are tried
 * @property {number} at the number of these that are played in the position shown; negative before reviewed calls
 * @property {string} goal the letter of the seat whose success is analysed; empty for declarer
 * @property {string} view the letter of the only seat whose hand is shown; empty for all hands
 * @property {string} title
 * @property {string[]} players three names, empty where there is none
 * @property {string | null} tens where the tens lie, as the library writes it; null in the base game
 */

/**
 * @param {ReviewShown} review
 * @param {Record<string, string | null>} source
 * @param {boolean} isComplete
 * @returns {Played}
 */
export function playedOf({ plays, hand, costliest, person, title }, source, isComplete) {
  const cards = plays.flatMap(({ card }) => card ?? []);
  const calls = plays.length - cards.length;
  const costly = costliest.find((number) => person === null || plays[number - 1].seat === person) ?? costliest[0];
  return {
    source, cards, calls, title, start: hand?.start ?? "", players: hand?.players ?? [], tens: hand?.tens ?? null,
    at: (isComplete && costly ? costly - 1 : 0) - calls, last: isComplete ? cards.length : cards.length - 1,
  };
}

/**
 * The state of URL parameters; null if they hold none.
 * @param {URLSearchParams} params
 * @param {Played | null} played
 * @returns {State | null}
 */
function stateOf(params, played) {
  const start = played?.start ?? params.get("start");
  if (!start && !played) return null;
  const isTried = !played || (played.start && params.has("cards"));
  const cards = isTried ? (params.get("cards") ?? "").split(".").filter(Boolean) : played.cards;
  const [first, last] = played ? [-played.calls, isTried ? cards.length : played.last] : [0, cards.length];
  const given = params.get("at");
  const at = given === null ? played?.at ?? last : Number(given) + (played ? first - 1 : 0);
  return {
    played, cards, start: start ?? "",
    at: Number.isInteger(at) && at >= first && at <= last ? at : last,
    goal: letterOf(params.get("goal")),
    view: letterOf(params.get("view")),
    title: played?.title ?? params.get("title") ?? "",
    players: LETTERS.map((letter, seat) => played?.players[seat] ?? params.get(letter) ?? ""),
    tens: played ? played.tens : params.get("tens"),
  };
}

/** @param {string | null} value */
const letterOf = (value) => (value !== null && LETTERS.includes(value) ? value : "");

/**
 * The URL parameters of a state.
 * @param {State} state
 * @returns {Record<string, string | number | null>}
 */
function paramsOf({ played, start, cards, at, goal, view, title, players, tens }) {
  if (played) {
    return { ...played.source, cards: isPlayed({ played, cards }) ? null : cards.join("."), at: at + played.calls + 1,
      goal, view };
  }
  const names = Object.fromEntries(LETTERS.map((letter, seat) => [letter, players[seat]]));
  return { start, cards: cards.join("."), at: at === cards.length ? null : Math.max(at, 0), goal, view, title, tens,
    ...names };
}

/** Whether the cards are those of the hand under review. @param {Pick<State, "played" | "cards">} state */
export const isPlayed = ({ played, cards }) =>
  played !== null && sharedCards({ played, cards }) === Math.max(cards.length, played.cards.length);

/** The number of first cards that are those of the hand under review. @param {Pick<State, "played" | "cards">} state */
export function sharedCards({ played, cards }) {
  if (!played) return 0;
  const parted = cards.findIndex((card, index) => card !== played.cards[index]);
  return parted < 0 ? cards.length : parted;
}

/**
 * The state after the last card of an opened play.
 * @param {OpenedPlay} opened
 * @param {Partial<State>} [change]
 * @returns {State}
 */
function stateAt({ start, cards, title, players, tens }, change = {}) {
  return { played: null, start, cards, at: cards.length, goal: "", view: "", title, players, tens, ...change };
}

/**
 * The position after some cards; nothing in it can be played.
 * @param {ReviewShown} review
 * @param {number} at the number of cards played; negative before reviewed calls
 * @returns {Position}
 */
function playedPosition({ plays, hands, names, declarer, hand, finished }, at) {
  const cards = plays.filter(({ card }) => card);
  const past = cards.slice(0, Math.max(at, 0));
  const gone = past.map(({ card }) => card);
  const ended = finished && at === cards.length;
  return {
    start: hand?.start ?? "", play: "", deal: null, legal: [], may_play: [], signals: [], over: finished, declarer,
    hands: hands.map((hand) => [hand.filter((card) => !gone.includes(card))]),
    turn: plays[plays.length - cards.length + at]?.seat ?? null,
    taken: names.map((_, seat) => past.filter(({ won }) => won === seat).length),
    supplementary: hand?.supplementary ?? names.map(() => 0),
    strain: hand?.strain ?? "",
    tricks: tricksOf(cards),
    outcome: ended ? hand?.outcome ?? null : null,
  };
}

/** @param {ReviewShown["plays"]} cards */
function tricksOf(cards) {
  /** @type {BoardTrick[]} */
  const tricks = [];
  cards.forEach(({ seat, card, trick, leads, won }, index) => {
    if (leads || !tricks.length) tricks.push({ number: trick, cards: [], winner: null });
    const last = tricks[tricks.length - 1];
    last.cards.push({ card: card ?? "", seat, index });
    last.winner = won;
  });
  return tricks;
}

/** @typedef {import("./contract.js").Terms} Terms */
/** @typedef {{kind: "error" | "good" | "plain", text: string}} News */
/**
 * A change of contract that waits for the person to confirm it.
 * @typedef {ContractChange & {besides: Partial<State>}} PendingChange
 */

/**
 * The position of a URL, and the functions that change it.
 * @param {URLSearchParams} params
 * @param {Played | null} played
 * @param {ReviewShown | null} review the review of `played`
 */
export function useBoardState(params, played, review) {
  const query = params.toString();
  const wanted = useMemo(() => stateOf(params, played), [query, played]);
  const [answered, setAnswered] = useState(
    /** @type {{key: string, state: State, position: Position} | null} */ (null));
  const [fault, setFault] = useState("");
  const [news, setNews] = useState(/** @type {News | null} */ (null));
  const [pendingChange, setPendingChange] = useState(/** @type {PendingChange | null} */ (null));
  const [advisedSeat, setAdvisedSeat] = useState("F");
  // Choices of the contract that are not answered yet.
  const pendingTerms = useRef(/** @type {Terms} */ ({}));
  // Whether to deal as soon as the position of the URL is there.
  const pendingDeal = useRef(false);
  // The number of the latest request: answers to earlier ones are dropped.
  const latest = useRef(0);
  useEffect(() => () => { latest.current += 1; }, []);
  const question = wanted?.start ? positionQuestion(wanted) : null;
  const key = JSON.stringify([query, question]);
  const isAnswered = answered?.key === key;
  // The page knows the positions of a reviewed hand, but not which cards are legal in them.
  const local = wanted && review && isPlayed(wanted) ? playedPosition(review, wanted.at) : null;
  const shown = wanted && local
    ? { state: wanted, position: isAnswered
      ? { ...answered.position, tricks: local.tricks, ...(wanted.at < 0 ? { turn: local.turn, legal: [] } : {}) }
      : local } : answered;

  // What depends on the contract waits for a position that is on its way: it may have another contract.
  const isOnItsWay = question !== null && !local && !isAnswered && fault === "";

  // Ask for the position of the URL. This drops what was clicked before, so nothing may be clickable yet.
  useLayoutEffect(() => {
    latest.current += 1;
    if (wanted === null || question === null) {
      setFault("");
      return undefined;
    }
    const controller = new AbortController(), { signal } = controller;
    const showFault = (/** @type {unknown} */ error) => setFault(messageOf(error));
    askUntilAnswered("position", question, showFault, () => !signal.aborted, { signal }).then(
      (answer) => {
        setFault("");
        setAnswered({ key, state: { ...wanted, start: answer.start }, position: answer });
      },
      (error) => {
        if (isAborted(error)) return;
        pendingDeal.current = false;
        if (shown !== null) showFault(error);
        else if (wanted.cards.length) {
          go({ ...wanted, cards: [], at: 0 },
            { replace: true, message: { kind: "error",
              text: `The cards of this link cannot be played and are left out: ${messageOf(error)}.` } });
        } else {
          setNews({ kind: "error", text: `This link cannot be read: ${messageOf(error)}. Here is a random deal.` });
          void deal({ quietly: true });
        }
      },
    );
    return () => controller.abort();
  }, [key]);

  /**
   * Show another position and replace the message.
   * @param {State} state
   * @param {{replace?: boolean, message?: News | null}} [how]
   */
  const go = (state, { replace = false, message = null } = {}) => {
    setNews(message);
    if (message) announce(message.text);
    const { played, cards } = state;
    goTo("analysis", paramsOf(played && sharedCards(state) === cards.length ? { ...state, cards: played.cards }
      : state), { replace });
  };
  /** @param {Partial<State>} change @param {{replace?: boolean}} [how] */
  const change = (change, { replace = true } = {}) => wanted && go({ ...wanted, ...change }, { replace });

  /**
   * The answer to a request; null after an error, or if another request was made meanwhile.
   * @template {keyof Answers} K
   * @param {K} kind
   * @param {import("../../request.js").RequestData} question
   */
  const answerTo = async (kind, question) => {
    const number = ++latest.current;
    let isTold = false;
    const showFault = (/** @type {unknown} */ error) => {
      isTold = true;
      setNews({ kind: "error", text: messageOf(error) });
    };
    try {
      const answer = await askUntilAnswered(kind, question, showFault, () => number === latest.current);
      if (number !== latest.current) return null;
      if (isTold) setNews(null);
      return answer;
    } catch (error) {
      if (isAborted(error)) return null;
      pendingTerms.current = {};
      showFault(error);
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
    pendingDeal.current = isOnItsWay && !quietly;
    if (pendingDeal.current) return;
    const answer = await answerTo("deal", { seed: anySeed(), ...terms(), four_tens: terms().tens !== null });
    if (answer === null) return;
    const state = stateAt(answer, { view: shown?.state.view ?? "" });
    if (quietly) goTo("analysis", paramsOf(state), { replace: true });
    else go(state);
  };

  /**
   * Open a text; returns the error, or "".
   * @param {string} text
   * @param {{seat?: string, oneHandOnly?: boolean}} [how]
   */
  const read = async (text, { seat = "F", oneHandOnly = false } = {}) => {
    if (isBackup(text)) return "This is a file of all sessions: open it in the Play tab.";
    // The text of a play includes its supplementary tricks.
    const question = { text, seed: anySeed(), seat, ...terms(), ...(text.includes("=") ? { tens: null } : {}) };
    const number = ++latest.current;
    try {
      const { opened, deal } = await ask("read", question);
      if (number !== latest.current) return "";
      if (opened === null) {
        reviewText(text, deal);
        return "";
      }
      const isHand = !/[:=[]/.test(text.replace(/^[SHDC♠♥♦♣]\s*:/iu, ""));
      setAdvisedSeat(seat);
      go(stateAt(opened, { at: 0, view: isHand && oneHandOnly ? seat : "" }),
        { message: opened.note ? { kind: "plain", text: opened.note } : null });
      return "";
    } catch (error) {
      return isAborted(error) ? "" : messageOf(error);
    }
  };

  /** @param {string} text @param {number | null} deal the number of a record or deal in it; null for the last */
  const reviewText = (text, deal) => {
    setNews(null);
    storeText(text);
    goTo("analysis", { text: "yes", deal });
  };

  const open = async () => {
    const text = await openFile(".clumond,.session,.txt,text/plain");
    const error = text === null ? "" : await read(text);
    if (error) setNews({ kind: "error", text: error });
  };

  /** The record of the play on the board. */
  const record = async () => {
    if (!shown) return null;
    const { start, cards, title, players, tens } = shown.state;
    return answerTo("save", { start, cards, title, players, tens });
  };

  const judge = async () => {
    const text = await record();
    if (text !== null) reviewText(text, 1);
  };

  const save = async () => {
    const text = review?.hand && wanted && isPlayed(wanted) ? review.hand.record : await record();
    if (text === null) return;
    saveFile("hand.clumond", text);
    say("The play is saved as hand.clumond.");
  };

  /** @param {string} text */
  const say = (text) => {
    setNews({ kind: "good", text });
    announce(text);
  };

  /** @param {string} text @param {string} success the message if it is copied */
  const copy = async (text, success) => {
    if (await copyText(text)) say(success);
    else setNews({ kind: "plain", text: `${NOT_COPIED} Copy this yourself: ${text}` });
  };
  // A link to the position: the review and its session are on this machine.
  const copyLink = () => {
    if (!wanted) return;
    const link = linkTo("analysis", paramsOf({ ...wanted, played: null }));
    const forOthers = linkForOthers(link);
    copy(forOthers || new URL(link, location.href).href, forOthers
      ? "The link is copied." : "The link is copied. It opens for you only; for others, press More and Copy text.");
  };
  const copyCards = () => copy(shown?.position.play ?? "",
    "The cards are copied as text. Paste it under Enter …, here or elsewhere, or give it to the command.");

  /**
   * Change the contract; keep the play as far as it stays legal.
   * @param {Terms} changed
   * @param {Partial<State>} [besides] other changes of the state
   */
  const recontract = async (changed, besides = {}) => {
    if (!shown) return;
    const { state, position } = shown;
    const { start, cards } = state, at = Math.max(state.at, 0);
    pendingTerms.current = { ...pendingTerms.current, ...changed };
    if (isOnItsWay) return;
    const chosen = { ...pendingTerms.current };
    const answer = await answerTo("contract",
      { start, cards, at, supplementary: position.supplementary, ...terms(), ...chosen });
    if (answer === null) return;
    pendingTerms.current = Object.fromEntries(Object.entries(pendingTerms.current)
      .filter(([term, value]) => chosen[/** @type {keyof Terms} */ (term)] !== value));
    const rest = { ...state, ...besides };
    if (answer.lost) setPendingChange({ ...answer, besides: rest });
    else openUnderContract(answer.legal_part, rest, at);
  };

  // A choice that was made while the last answer was on its way needs a question of its own.
  useEffect(() => {
    if (pendingDeal.current) void deal();
    else if (Object.keys(pendingTerms.current).length) void recontract({});
  }, [shown]);

  /** @param {OpenedPlay} opened @param {Partial<State>} besides what stays of the state @param {number} at */
  const openUnderContract = (opened, { goal = "", view = "", title = "", players = ["", "", ""] }, at) => {
    setPendingChange(null);
    go(stateAt(opened, { at: Math.min(at, opened.cards.length), goal, view, title, players }));
  };

  /** @param {string} card */
  const play = async (card) => {
    if (!shown || !isAnswered) return; // another position is loading
    const { state, position } = shown;
    if (!position.legal.includes(card)) {
      await redealFor(card);
      return;
    }
    const isNextCard = state.cards[state.at] === card;
    if (isReport && !isNextCard) {
      const text = "A report shows the play as it was: other cards can be tried on the page (clumond web).";
      setNews({ kind: "plain", text });
      return;
    }
    const cards = isNextCard ? state.cards : [...state.cards.slice(0, state.at), card];
    change({ cards, at: state.at + 1 });
  };

  /** Let a hidden hand play a card that this deal gave to another: deal the hidden cards again. @param {string} card */
  const redealFor = async (card) => {
    if (!shown) return;
    const { state } = shown;
    const { start, view: seat, tens } = state;
    const answer = await answerTo("redeal",
      { start, cards: state.cards.slice(0, state.at), card, seat, tens, seed: anySeed() });
    if (answer) {
      go({ ...state, played: null, start: answer.start, cards: answer.cards, at: answer.cards.length },
        { replace: true });
    }
  };

  const letEnginePlay = async () => {
    if (!shown) return;
    const { start, cards, at } = shown.state;
    const answer = await answerTo("chances", { start, cards: cards.slice(0, at) });
    if (answer) await play(answer.best);
  };

  return {
    wanted, shown, fault, news, pendingChange, advisedSeat, setAdvisedSeat, change, deal, read, open, judge, save,
      copyLink, copyCards, recontract, play, letEnginePlay,
    chosenTens: pendingTerms.current.tens ?? wanted?.tens ?? null,
    /** Change the contract although cards are lost. @param {OpenedPlay} opened */
    confirmChange: (opened) => pendingChange && openUnderContract(opened, pendingChange.besides, opened.cards.length),
    cancelChange: () => { pendingTerms.current = {}; setPendingChange(null); },
  };
}

/** The question for the position of a state; of a reviewed hand without the cards that follow. @param {State} state */
function positionQuestion(state) {
  const { start, cards, tens, view } = state, at = Math.max(state.at, 0);
  return { start, cards: isPlayed(state) ? cards.slice(0, at) : cards, at, tens, view: view || null };
}
