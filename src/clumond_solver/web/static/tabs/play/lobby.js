// The lobby of the Play tab: start a session of a game, or continue a stored one.

/** @import { GameListed, Games, SessionList, SessionListed } from "../../wire.d.ts" */

import { ask, askUntilAnswered, canInvite, Refusal } from "../../ask.js";
import { announce } from "../../parts/announcements.js";
import { Button, Choice, Dialog, Field, messageOf, Notice } from "../../parts/controls.js";
import { isBackup, makeBackup, openFile, restoreBackup, saveFile, useStored } from "../../parts/storage.js";
import { html, useEffect, useState } from "../../parts/view.js";
import { daysInARow, today } from "../../parts/days.js";
import { ago, counted, minus } from "../../parts/wording.js";
import { goTo, linkTo } from "../../route.js";
import { LessonsDialog, RulesDialog } from "./learn.js";
import { HandDialog } from "./hand_dialog.js";
import { counts, OptionField } from "./table_dialogs.js";
import { invite } from "./friends.js";
import { isMatch } from "./sent_match.js";
import { goToTable, playToday } from "./table_state.js";

const FRIEND = "a friend";
/** The game whose hands the Analysis tab advises on. */
const CLUMOND = "clumond";
/** How many unfinished sessions come before the games; the others are in the list below them. */
const MOST_UNFINISHED = 3;

/**
 * A question for a new session.
 * @typedef {{game: string, names: string[], options?: Record<string, string>, levels?: string[], guided?: boolean,
 *   match?: number, friends?: number[]}} NewSession friends: the players who are people
 */

/** @param {{params: URLSearchParams}} props */
export function Lobby({ params }) {
  const [games, setGames] = useState(/** @type {Games | null} */ (null));
  const [sessions, setSessions] = useState(/** @type {SessionListed[] | null} */ (null));
  const [storeFault, setStoreFault] = useState("");
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const [optionsOf, setOptionsOf] = useState(/** @type {GameListed | null} */ (null));
  const [rulesOf, setRulesOf] = useState("");
  const [news, setNews] = useState("");
  const [learning, setLearning] = useState(/** @type {GameListed | null} */ (null));
  const [asking, setAsking] = useState(/** @type {GameListed | null} */ (null));
  const [isPasting, setPasting] = useState(false);
  const [name] = useStored("name", "You");
  useEffect(() => {
    let isHere = true;
    const isWanted = () => isHere;
    Promise.all([askUntilAnswered("games", {}, setError, isWanted).then(setGames),
      askUntilAnswered("sessions", {}, setError, isWanted).then(show)]).then(() => setError(null), setError);
    return () => { isHere = false; };
  }, []);
  /** @param {NewSession} question */
  const begin = async ({ friends = [], ...question }) => {
    const table = await ask("session-new", question);
    goToTable(friends.length ? await invite(table, friends) : table);
  };
  /** @param {GameListed} game */
  const withDefaults = (game) =>
    ({ game: game.key, names: [name || "You", ...(games?.names ?? []).slice(0, game.players - 1)] });
  /** @param {SessionList} answer */
  const show = (answer) => {
    setSessions(answer.sessions.filter((session) => session.begun));
    setStoreFault(answer.fault);
  };
  const listSessions = () => ask("sessions", {}).then(show, setError);
  const importFile = async () => {
    const text = await openFile(".session,.txt,.clumond,.json,text/plain,application/json");
    if (text === null) return;
    if (!isBackup(text)) {
      await ask("session-open", { text }).then(goToTable, setError);
      return;
    }
    await restoreBackup(text).then(({ added, known, refused, storedAll }) => {
      const faults = [refused.length
        && `Not imported: ${refused.slice(0, 5).join(", ")}${refused.length > 5 ? `, and ${refused.length - 5} more`
          : ""}.`,
        !storedAll && "This browser does not store the settings and the practice in the file: they last until you close"
          + " the page."].filter(Boolean);
      setError(faults.length ? new Refusal(faults.join(" ")) : null);
      setNews(`${counted(added, "session")} imported${known ? `; ${known} ${known === 1 ? "was" : "were"} here already`
        : ""}.`);
    }, setError);
    await listSessions();
  };
  const saveBackup = () => makeBackup()
    .then((text) => { setError(null); saveFile("clumond-sessions.json", text); }).catch(setError);
  const wanted = params.get("game");
  // Games appear together with the sessions above them, so that nothing moves under the pointer.
  const all = (sessions || error ? games?.games : null) ?? [];
  const letters = (/** @type {string} */ name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const chosen = all.filter((game) =>
    wanted && [game.key, ...game.words.also].some((name) => letters(name) === letters(wanted)));
  const list = chosen.length ? chosen : all;
  const guided = list.find((game) => game.guided);
  const days = daysInARow((sessions ?? []).filter(({ finished }) => finished).map(({ day }) => day));
  const unfinished = (sessions ?? []).filter((session) => !session.finished && !session.fault)
    .slice(0, MOST_UNFINISHED);
  const others = sessions?.filter((session) => !unfinished.includes(session)) ?? [];
  // One button stands out: continue, else learn, else play.
  const isNew = sessions !== null && !sessions.length;
  const main = unfinished.length ? "" : isNew && guided ? "learn" : list[0]?.key;
  return html`<div class="lobby">
    <h1 class="unseen">Play</h1>
    ${error ? html`<${Notice} kind="error">${messageOf(error)}<//>` : null}
    ${wanted && all.length && !chosen.length
      ? html`<${Notice} kind="error">There is no game called “${wanted}” here; choose one of these.<//>` : null}
    ${unfinished.length ? html`<section class="panel" aria-labelledby="unfinished-title">
      <h2 id="unfinished-title">Unfinished sessions</h2>
      <${StoredSessions} sessions=${unfinished} main onList=${show} onError=${setError} /></section>` : null}
    <section aria-labelledby="games-title">
      <div class="heading"><h2 id="games-title">A new game</h2>
        <${Button} id="open-hand" onClick=${() => setPasting(true)}>Open a hand that was sent …<//></div>
      ${all.length || error ? null : html`<p class="loading">Loading …</p>`}
      <ul class="games">
        ${list.map((game) => html`<li key=${game.key} class="panel">
          <h3>${game.title} <${Button} kind="quiet" label=${`Rules of ${game.title}`}
            onClick=${() => setRulesOf(game.key)}>Rules<//></h3>
          <p class="soft small-text">${game.words.about || `${game.about} ${counted(game.players, "player")}.`}
            ${game.lessons ? ` New to it? Learn has ${counted(game.lessons, "short lesson")}${game.guided
              ? " and a guided hand" : ""}.` : ""}</p>
          <div class="bar">
            <${Button} kind=${main === game.key ? "main" : "plain"} label=${`Play ${game.title}`}
              onClick=${() => begin(withDefaults(game)).catch(setError)}>Play<//>
            ${game.lessons ? html`<${Button} kind=${main === "learn" && game === guided ? "main" : "plain"}
                label=${`Learn ${game.title}`} onClick=${() => setLearning(game)}>Learn<//>` : null}
            ${game.key === CLUMOND ? null
              : html`<${Button} label=${`Ask about a hand … ${game.title}`}
                  onClick=${() => setAsking(game)}>Ask about a hand …<//>`}
            <${Button} label=${`Options … ${game.title}`} onClick=${() => setOptionsOf(game)}>Options …<//>
          </div>
        </li>`)}
      </ul>
    </section>
    <section class="panel day-deal" aria-labelledby="day-title">
      <h2 id="day-title">The deal of the day</h2>
      <p class="soft small-text">One hand of Clumond against strong players, the same cards for everybody
        on ${today()} (UTC); at the end you can send it to friends.${days > 1
          ? ` You have played it on ${days} days in a row.` : ""}</p>
      <div class="bar"><${Button} onClick=${() => playToday().catch(setError)}>${
        { new: "Play today's deal", begun: "Continue today's deal",
          over: "View your result" }[dayState(sessions ?? [])]}<//></div>
    </section>
    ${guided ? html`<section class="panel" aria-labelledby="match-title">
      <h2 id="match-title">A match with a friend</h2>
      <p class="soft small-text">Play four hands, then send them in one message: your friend plays the same cards, and
        you both see the results side by side.</p>
      <div class="bar"><${Button}
        onClick=${() => begin({ ...withDefaults(guided), options: { hands: "4" }, match: 4 }).catch(setError)}>Play a
        match of four hands<//></div>
    </section>` : null}
    <section class="panel" aria-labelledby="sessions-title">
      <h2 id="sessions-title">Your sessions</h2>
      ${storeFault ? html`<${Notice} kind="error">Your sessions cannot be read: ${storeFault}<//>` : null}
      ${!sessions ? error ? null : html`<p class="loading">Loading …</p>`
        : !sessions.length ? html`<p class="soft">None yet. Games are saved automatically and appear here.</p>`
        : others.length ? html`<${StoredSessions} sessions=${others} onList=${show} onError=${setError} />` : null}
      ${news ? html`<${Notice} kind="good">${news}<//>` : null}
      <div class="bar">
        ${sessions?.length ? html`<a class="button"
            href=${linkTo("practice", { show: "yours" })}>Your play in figures</a>` : null}
        <${Button} id="open-session" onClick=${importFile}>Open a session file …<//>
        <${Button} id="save-everything" onClick=${saveBackup}
          title="Sessions, practice and settings in one file, as a backup or for another browser">Save all as a file<//>
      </div>
    </section>
    ${optionsOf && games ? html`<${NewSessionDialog} game=${optionsOf} games=${games}
        onClose=${() => setOptionsOf(null)} onBegin=${begin} />` : null}
    ${learning ? html`<${LessonsDialog} game=${learning} onClose=${() => setLearning(null)}
      onPlay=${() => begin({ ...withDefaults(learning), guided: learning.guided }).catch(setError)} />` : null}
    ${asking ? html`<${HandDialog} game=${asking} onClose=${() => setAsking(null)} />` : null}
    ${isPasting ? html`<${PasteDialog} onClose=${() => setPasting(false)} />` : null}
    ${rulesOf ? html`<${RulesDialog} game=${rulesOf} onClose=${() => setRulesOf("")} />` : null}
  </div>`;
}

/** Opens a hand that somebody sent as a text. @param {{onClose: () => void}} props */
function PasteDialog({ onClose }) {
  const [text, setText] = useState("");
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const open = (/** @type {Event} */ event) => {
    event.preventDefault();
    const kind = isMatch(text) ? "match" : "hand";
    ask(kind, { text }).then(({ link }) => goTo("play", { [kind]: link }), setError);
  };
  return html`<${Dialog} title="Open a hand that was sent" onClose=${onClose} closeLabel="Cancel"
    actions=${html`<${Button} kind="main" type="submit" form="pasting">Open<//>`}><form id="pasting" onSubmit=${open}>
    ${error ? html`<${Notice} kind="error">${messageOf(error)}<//>` : null}
    <label class="field"><span>Paste the whole message, or the link in it</span>
      <textarea rows="4" value=${text} spellcheck=${false}
      onInput=${(/** @type {any} */ event) => setText(event.currentTarget.value)}></textarea></label></form><//>`;
}

/** Whether today's deal is new, begun or over. @param {SessionListed[]} sessions */
function dayState(sessions) {
  const session = sessions.find(({ day }) => day === today());
  return session ? (session.finished ? "over" : "begun") : "new";
}

/** That a session is a match, or a hand of one. @param {SessionListed} session */
const matchText = ({ match, hand }) => (!match ? ""
  : hand ? `, hand ${hand} of a match of ${match}` : `, match of ${counted(match, "hand")}`);

/** @param {SessionListed} session */
const scoresOf = ({ names, totals }) => names.map((name, n) => `${name} ${minus(totals[n])}`).join(", ");

/**
 * @param {{sessions: SessionListed[], main?: boolean, onList: (answer: SessionList) => void,
 *   onError: (error: unknown) => void}} props main: whether to continue the first one is the main thing to do
 */
function StoredSessions({ sessions, main = false, onList, onError }) {
  const [toRemove, setToRemove] = useState(/** @type {SessionListed | null} */ (null));
  /** @param {SessionListed} session */
  const save = (session) => ask("session-save", { id: session.id })
    .then(({ name, text }) => { onError(null); saveFile(name, text); }).catch(onError);
  /** @param {SessionListed} session */
  const remove = (session) => {
    setToRemove(null);
    return ask("session-remove", { id: session.id, at: session.at }).then((answer) => {
      onList(answer);
      onError(null);
      if (answer.late) onError(new Refusal("This session was continued elsewhere, so it was not removed."));
      else announce("Session removed.");
    }, onError);
  };
  return html`<ul class="sessions">
    ${sessions.map((session, n) => html`<li key=${session.id}>
      ${session.fault ? html`<span class="soft">A file that cannot be read: ${session.fault}</span>` : html`
        <span class="what"><b>${session.game}</b>${matchText(session)}${session.friends ? " with friends" : ""}
          ${session.day ? `, deal of ${session.day}` : ""}${" "}
          <span class="soft">${session.finished ? "finished"
            : session.deals ? `${counted(session.deals, "deal")} played` : "first deal"},
            ${" "}${ago(session.ago)}</span>${" "}
          <span class="small-text">${scoresOf(session)}</span></span>`}
      <span class="bar">
        ${session.fault ? null : html`<a class=${`button ${main && !n ? "main" : ""}`}
            href=${linkTo("play", { table: session.id })}
          aria-label=${`${session.finished ? "View" : "Continue"} ${session.game}`}>
          ${session.finished ? "View" : "Continue"}</a>
        <${Button} kind="quiet" label=${`Save ${session.game} as a file`} onClick=${() => save(session)}>Save<//>`}
        <${Button} kind="quiet" label=${`Remove ${session.game || "the file"}`}
          onClick=${() => setToRemove(session)}>Remove<//>
      </span>
    </li>`)}
  </ul>
  ${toRemove ? html`<${Dialog} title="Remove this session?" onClose=${() => setToRemove(null)} closeLabel="Keep it">
    <p>${toRemove.game || "The file"}${toRemove.names.length
      ? `, ${scoresOf(toRemove)}, last played ${ago(toRemove.ago)}` : ""}: this cannot be undone.</p>
    <${Button} kind="main" onClick=${() => remove(toRemove)}>Remove it<//>
  <//>` : null}`;
}

/**
 * The options and players of a new session.
 * @param {{game: GameListed, games: Games, onClose: () => void, onBegin: (question: NewSession) => Promise<void>}}
 *   props
 */
function NewSessionDialog({ game, games, onClose, onBegin }) {
  const [options, setOptions] = useState(/** @type {Record<string, string>} */ ({}));
  const [level, setLevel] = useStored("level", /** @type {string} */ ("medium"));
  const [name, setName] = useStored("name", "You");
  const values = Object.fromEntries(game.options.map((option) =>
    [option.name, options[option.name] ?? option.default_text]));
  const counting = game.options.filter((option) => counts(game.words.counts_with[option.name], values));
  const players = Number(options.players ?? game.players) || game.players;
  const [levels, setLevels] = useState(/** @type {Record<number, string>} */ ({}));
  const [names, setNames] = useState(/** @type {Record<number, string>} */ ({}));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const opponents = Array.from({ length: Math.max(0, Math.min(players, 7) - 1) }, (_, n) => n + 1);
  const levelOf = (/** @type {number} */ n) => levels[n] ?? level;
  const isFriend = (/** @type {number} */ n) => levelOf(n) === FRIEND;
  const choices = canInvite ? [...games.levels, FRIEND] : games.levels;
  const played = new Set(opponents.map(levelOf));
  const common = played.size === 1 ? [...played][0] : "";
  /** @param {Event} event */
  const begin = (event) => {
    event.preventDefault();
    setError(null);
    onBegin({
      game: game.key,
      options: Object.fromEntries(counting.map((option) => [option.name, values[option.name]])),
      names: [name || "You", ...opponents.map((n) => names[n] ?? games.names[n - 1])],
      levels: ["medium", ...opponents.map((n) => (isFriend(n) ? "medium" : levelOf(n)))],
      friends: opponents.filter(isFriend),
    }).catch(setError);
  };
  return html`<${Dialog} title=${`Options of ${game.title}`} onClose=${onClose} wide closeLabel=${null}>
    <form onSubmit=${begin} class="agreement">
      ${error ? html`<${Notice} kind="error">${messageOf(error)}<//>` : null}
      ${counting.length ? html`<fieldset><legend>Game</legend>
        <div class="fields wide">
          ${counting.map((option) => html`<${OptionField} key=${option.name} option=${option} words=${game.words}
          value=${values[option.name]}
          onChange=${(value) => setOptions({ ...options, [option.name]: value })} />`)}</div>
      </fieldset>` : null}
      <fieldset><legend>Players</legend>
        <div class="fields">
          <${Field} label="Your name" value=${name} maxLength=${30} onInput=${setName} />
          <${Choice} label="All opponents play" value=${common} options=${common ? choices : ["", ...choices]}
            onChange=${(value) => {
              if (value !== FRIEND) setLevel(value);
              setLevels(Object.fromEntries(opponents.map((n) => [n, value])));
            }} />
        </div>
        <div class="fields">${opponents.map((n) => html`<div class="pair" key=${n}>
          ${isFriend(n) ? html`<p class="field"><span class="soft small-text">Opponent ${n}</span>
            <span>by a link</span></p>`
            : html`<${Field} label=${`Opponent ${n}`} value=${names[n] ?? games.names[n - 1]} maxLength=${30}
            onInput=${(value) => setNames({ ...names, [n]: value })} />`}
          <${Choice} label="plays" value=${levelOf(n)} options=${choices}
            onChange=${(value) => setLevels({ ...levels, [n]: value })} />
        </div>`)}</div>
      </fieldset>
      <div class="bar end"><${Button} onClick=${onClose}>Cancel<//><${Button} kind="main" type="submit">Deal<//></div>
    </form>
  <//>`;
}
