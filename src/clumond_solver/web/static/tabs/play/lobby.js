// Before a table: choose a game, set its options, or continue a session.

/** @import { GameListed, GameOption, Games, SessionListed, Sessions } from "../../wire.d.ts" */

import { ask, Refusal } from "../../ask.js";
import { Button, Choice, Field, messageOf, Notice } from "../../parts/controls.js";
import { Dialog } from "../../parts/dialog.js";
import { everything, isEverything, takeOver } from "../../parts/backup.js";
import { openFile, saveFile } from "../../parts/files.js";
import { useStored } from "../../parts/stored.js";
import { announce } from "../../parts/announcements.js";
import { html, useEffect, useState } from "../../parts/view.js";
import { ago, capital, counted, minus, today } from "../../parts/wording.js";
import { linkTo } from "../../route.js";
import { Learn } from "./learn.js";
import { RulesDialog } from "./rules.js";
import { playToday, sitDown } from "./table_state.js";

/** What a new table is agreed to be. @typedef {{game: string, names: string[], options?: Record<string, string>, levels?: string[], guided?: boolean}} Agreed */

/** @param {{params: URLSearchParams}} props */
export function Lobby({ params }) {
  const [games, setGames] = useState(/** @type {Games | null} */ (null));
  const [tables, setTables] = useState(/** @type {SessionListed[] | null} */ (null));
  const [fault, setFault] = useState("");
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const [agreeing, setAgreeing] = useState(/** @type {GameListed | null} */ (null));
  const [rulesOf, setRulesOf] = useState("");
  const [news, setNews] = useState("");
  const [learning, setLearning] = useState(false);
  const [name] = useStored("name", "You");
  useEffect(() => {
    ask("games", {}).then(setGames, setError);
    listTables();
  }, []);
  /** @param {Agreed} question */
  const begin = (question) => ask("table-new", question).then(sitDown);
  /** @param {GameListed} game */
  const usual = (game) => ({ game: game.key, names: namesFor(game.players, name, games?.names ?? []) });
  /** @param {Sessions} answer */
  const show = (answer) => { setTables(answer.tables.filter((table) => table.begun)); setFault(answer.fault); };
  const listTables = () => ask("tables", {}).then(show, setError);
  const importFile = async () => {
    const text = await openFile(".session,.txt,.clumond,.json,text/plain,application/json");
    if (text === null) return;
    if (!isEverything(text)) {
      await ask("table-open", { text }).then(sitDown, setError);
      return;
    }
    await takeOver(text).then(({ added, known, refused }) => {
      setError(refused.length ? new Refusal(`Not imported: ${refused.slice(0, 5).join(", ")}${refused.length > 5 ? `, and ${refused.length - 5} more` : ""}.`) : null);
      setNews(`${counted(added, "session")} imported${known ? `; ${known} ${known === 1 ? "was" : "were"} here already` : ""}.`);
    }, setError);
    await listTables();
  };
  const saveEverything = () => everything().then((text) => saveFile("clumond-sessions.json", text)).catch(setError);
  const wanted = params.get("game");
  const all = games?.games ?? [];
  const chosen = all.filter((game) => game.key === wanted);
  const list = chosen.length ? chosen : all;
  const guided = list.find((game) => game.guided);
  return html`<div class="lobby">
    <h1>Play</h1>
    ${error ? html`<${Notice} kind="error">${messageOf(error)}<//>` : null}
    ${wanted && games && !chosen.length ? html`<${Notice} kind="error">There is no game called “${wanted}” here; choose one of these.<//>` : null}
    <section aria-labelledby="games-title">
      <h2 id="games-title">A new game</h2>
      ${games || error ? null : html`<p class="loading">Loading …</p>`}
      <ul class="games">
        ${list.map((game) => html`<li key=${game.key} class="panel">
          <h3>${game.title} <${Button} kind="quiet" label=${`Rules of ${game.title}`} onClick=${() => setRulesOf(game.key)}>Rules<//></h3>
          <p class="soft small-text">${game.words.about || counted(game.players, "player")}</p>
          <div class="bar">
            <${Button} kind="main" label=${`Play ${game.title}`} onClick=${() => begin(usual(game)).catch(setError)}>Play<//>
            ${game.guided ? html`<${Button} label=${`Learn ${game.title}`} onClick=${() => setLearning(true)}>Learn<//>` : null}
            <${Button} label=${`Options … ${game.title}`} onClick=${() => setAgreeing(game)}>Options …<//>
          </div>
        </li>`)}
      </ul>
    </section>
    <section class="panel day-deal" aria-labelledby="day-title">
      <h2 id="day-title">The deal of the day</h2>
      <p class="soft small-text">One hand of Clumond against strong players, the same cards for everybody on ${today()} (UTC); at the end you get a result to send to friends.</p>
      <div class="bar"><${Button} onClick=${() => playToday().catch(setError)}>${
        { new: "Play today’s deal", begun: "Continue today’s deal", over: "View your result" }[dayState(tables ?? [])]}<//></div>
    </section>
    <section class="panel" aria-labelledby="sessions-title">
      <h2 id="sessions-title">Your sessions</h2>
      ${fault ? html`<${Notice} kind="error">Your sessions cannot be read: ${fault}<//>` : null}
      ${tables ? html`<${SessionList} tables=${tables} onList=${show} onError=${setError} />`
        : error ? null : html`<p class="loading">Loading …</p>`}
      ${news ? html`<${Notice} kind="good">${news}<//>` : null}
      <div class="bar">
        ${tables?.length ? html`<a class="button" href=${linkTo("practice", { show: "yours" })}>Your play in figures</a>` : null}
        <${Button} id="open-session" onClick=${importFile}>Open a session file …<//>
        <${Button} id="save-everything" onClick=${saveEverything}
          title="Sessions, practice and settings in one file, as a backup or for another browser">Save all as a file<//>
      </div>
    </section>
    ${agreeing && games ? html`<${Agreement} game=${agreeing} games=${games} onClose=${() => setAgreeing(null)} onBegin=${begin} />` : null}
    ${learning && guided ? html`<${Learn} onClose=${() => setLearning(false)}
      onPlay=${() => begin({ ...usual(guided), guided: true }).catch(setError)} />` : null}
    ${rulesOf ? html`<${RulesDialog} game=${rulesOf} onClose=${() => setRulesOf("")} />` : null}
  </div>`;
}

/** How far today's deal is. @param {SessionListed[]} tables */
function dayState(tables) {
  const session = tables.find((table) => table.day === today());
  return session ? (session.finished ? "over" : "begun") : "new";
}

/**
 * The person, then usual names.
 * @param {number} players
 * @param {string} own
 * @param {string[]} others
 */
const namesFor = (players, own, others) => [own || "You", ...others.slice(0, players - 1)];

/** @param {{tables: SessionListed[], onList: (answer: Sessions) => void, onError: (error: unknown) => void}} props */
function SessionList({ tables, onList, onError }) {
  const [asking, setAsking] = useState(/** @type {SessionListed | null} */ (null));
  /** @param {SessionListed} table */
  const save = (table) => ask("table-save", { id: table.id })
    .then(({ name, text }) => saveFile(name, text)).catch(onError);
  /** @param {SessionListed} table */
  const remove = (table) => {
    setAsking(null);
    return ask("table-remove", { id: table.id, at: table.at }).then((answer) => {
      onList(answer);
      if (answer.late) onError(new Refusal("This session was continued elsewhere, so it was not removed."));
      else announce("Session removed.");
    }, onError);
  };
  if (!tables.length) return html`<p class="soft">None yet. Games are saved automatically and appear here.</p>`;
  return html`<ul class="sessions">
    ${tables.map((table) => html`<li key=${table.id}>
      ${table.fault ? html`<span class="soft">A file that cannot be read: ${table.fault}</span>` : html`
        <span class="what"><b>${table.game}</b>${table.day ? `, deal of ${table.day}` : ""}${" "}
          <span class="soft">${table.finished ? "finished" : table.deals ? `${counted(table.deals, "deal")} played` : "first deal"},
            ${" "}${ago(table.ago)}</span>${" "}
          <span class="small-text">${table.names.map((name, n) =>
            `${name} ${minus(table.totals[n])}`).join(", ")}</span></span>`}
      <span class="bar">
        ${table.fault ? null : html`<a class="button" href=${linkTo("play", { table: table.id })}
          aria-label=${`${table.finished ? "View" : "Continue"} ${table.game}`}>${table.finished ? "View" : "Continue"}</a>
        <${Button} kind="quiet" label=${`Save ${table.game} as a file`} onClick=${() => save(table)}>Save<//>`}
        <${Button} kind="quiet" label=${`Remove ${table.game || "the file"}`} onClick=${() => setAsking(table)}>Remove<//>
      </span>
    </li>`)}
  </ul>
  ${asking ? html`<${Dialog} title="Remove this session?" onClose=${() => setAsking(null)} closing="Keep it">
    <p>${asking.game || "The file"}: this cannot be undone.</p>
    <${Button} kind="main" onClick=${() => remove(asking)}>Remove it<//>
  <//>` : null}`;
}

/**
 * What the table agrees on, and who sits there: all in one place.
 * @param {{game: GameListed, games: Games, onClose: () => void, onBegin: (question: Agreed) => Promise<void>}} props
 */
function Agreement({ game, games, onClose, onBegin }) {
  const [options, setOptions] = useState(/** @type {Record<string, string>} */ ({}));
  const [level, setLevel] = useStored("level", /** @type {string} */ ("medium"));
  const [name, setName] = useStored("name", "You");
  const players = Number(options.players ?? game.players) || game.players;
  const [levels, setLevels] = useState(/** @type {Record<number, string>} */ ({}));
  const [names, setNames] = useState(/** @type {Record<number, string>} */ ({}));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const others = Array.from({ length: Math.max(0, Math.min(players, 7) - 1) }, (_, n) => n + 1);
  /** @param {Event} event */
  const begin = (event) => {
    event.preventDefault();
    setError(null);
    onBegin({
      game: game.key,
      options,
      names: [name || "You", ...others.map((n) => names[n] ?? games.names[n - 1])],
      levels: ["medium", ...others.map((n) => levels[n] ?? level)],
    }).catch(setError);
  };
  return html`<${Dialog} title=${`Options of ${game.title}`} onClose=${onClose} wide closing=${null}>
    <form onSubmit=${begin} class="agreement">
      ${error ? html`<${Notice} kind="error">${messageOf(error)}<//>` : null}
      <fieldset><legend>Game</legend>
        <div class="fields">${game.options.map((option) => html`<${Option} key=${option.name} option=${option}
          value=${options[option.name] ?? option.default}
          onChange=${(value) => setOptions({ ...options, [option.name]: value })} />`)}</div>
      </fieldset>
      <fieldset><legend>Players</legend>
        <div class="fields">
          <${Field} label="Your name" value=${name} maxLength=${30} onInput=${setName} />
          <${Choice} label="All opponents play" value=${level} options=${games.levels}
            onChange=${(value) => { setLevel(value); setLevels({}); }} />
        </div>
        <div class="fields">${others.map((n) => html`<div class="pair" key=${n}>
          <${Field} label=${`Opponent ${n}`} value=${names[n] ?? games.names[n - 1]} maxLength=${30}
            onInput=${(value) => setNames({ ...names, [n]: value })} />
          <${Choice} label="plays" value=${levels[n] ?? level} options=${games.levels}
            onChange=${(value) => setLevels({ ...levels, [n]: value })} />
        </div>`)}</div>
      </fieldset>
      <div class="bar end"><${Button} onClick=${onClose}>Cancel<//><${Button} kind="main" type="submit">Deal<//></div>
    </form>
  <//>`;
}

/**
 * One thing to agree on, by its kind.
 * @param {{option: GameOption, value: string, onChange: (value: string) => void}} props
 */
function Option({ option, value, onChange }) {
  const label = capital(option.title);
  const help = capital(option.help);
  if (option.kind === "yes or no") {
    return html`<${Choice} label=${label} help=${help} value=${value} onChange=${onChange}
      options=${["yes", "no"]} />`;
  }
  if (option.choices.length) {
    return html`<${Choice} label=${label} help=${help} value=${value} onChange=${onChange}
      options=${option.choices} />`;
  }
  return html`<${Field} label=${label} help=${help} value=${value} onInput=${onChange} />`;
}
