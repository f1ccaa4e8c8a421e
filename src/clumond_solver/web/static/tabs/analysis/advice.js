// Advice whether a hand should go for clumond, by seat, scoring and pot; it improves as games are played.

/** @import { Advice, AdviceShown } from "../../wire.d.ts" */

import { useAnswer } from "../../parts/answers.js";
import { LETTERS, ReadAs, SEAT_OPTIONS, Strain, strainName, STRAINS } from "../../parts/cards.js";
import { Button, ChanceBar, Choice, Field } from "../../parts/controls.js";
import { html, useState } from "../../parts/view.js";
import { capital, counted, percent, signed } from "../../parts/wording.js";

const SCORINGS = [{ value: "paper", text: "points on paper" }, { value: "chips", text: "chips" }];
/** Who plays the hand, and against whom, by default. */
const FOLLOWER = { value: "", text: "one who follows every hint" },
  FOLLOWERS = { value: "", text: "two who follow every hint" };
const MOST_CHIPS = 10 ** 12;

/**
 * @param {{deal: string | null, tens: string | null, tensUnknown: boolean, seat: string, isMain: boolean,
 *   onSeat: (seat: string) => void, onDeclare: (seat: string, strain: string) => void,
 *   askAdvice: {current: () => void}}} props
 *   tensUnknown: the play has supplementary tricks, but nobody knows who exposed which ten;
 *   askAdvice: set to the function that asks for advice
 */
export function AdvicePanel({ deal, tens, tensUnknown, seat, isMain, onSeat, onDeclare, askAdvice }) {
  const [scoring, setScoring] = useState("paper");
  const [pot, setPot] = useState("6");
  const { answer: games } = useAnswer("games", {});
  const [style, setStyle] = useState("");
  const [opponents, setOpponents] = useState("");
  const [request, setRequest] = useState(
    /** @type {{key: string, stopped: AdviceShown | null}} */ ({ key: "", stopped: null }));
  /** @type {string[]} */
  const levels = games?.levels ?? [];
  const hand = deal?.split(":")[1].split(" ")[LETTERS.indexOf(seat)] ?? null;
  const chips = Number(pot);
  const possible = hand !== null && !tensUnknown
    && (scoring === "paper" || (pot !== "" && Number.isInteger(chips) && chips >= 0 && chips <= MOST_CHIPS));
  const question = { hand, seat, tens, scoring, pot: scoring === "chips" ? chips : null, style: style || null,
    opponents: opponents || null };
  const key = JSON.stringify(question);
  const isCurrent = request.key === key;
  const { answer, part, error, isAsked } = useAnswer("advice", isCurrent && !request.stopped ? question : null,
    { parts: true });
  const shown = isCurrent ? request.stopped ?? answer ?? part : null;
  const begin = () => possible && setRequest({ key, stopped: null });
  askAdvice.current = begin;

  return html`<section class="panel" id="advice" aria-labelledby="advice-title">
    <h2 id="advice-title">Should this hand go for clumond?</h2>
    <div class="bar fields">
      <${Choice} id="advised" label="Hand of" value=${seat} options=${SEAT_OPTIONS} onChange=${onSeat} />
      <${Choice} id="scoring" label="Played for" value=${scoring} options=${SCORINGS} onChange=${setScoring} />
      ${scoring === "chips" ? html`<${Field} id="pot" label="In the pot" type="number" min=${0} max=${MOST_CHIPS}
          value=${pot} onInput=${setPot} />` : null}
      <${Choice} id="style" label="Played by" value=${style}
        options=${[FOLLOWER, ...levels.map((level) =>
          ({ value: level, text: `${level === "easy" ? "an" : "a"} ${level} player` }))]} onChange=${setStyle} />
      <${Choice} id="opponents" label="Against" value=${opponents}
        options=${[FOLLOWERS, ...levels.map((level) => ({ value: level, text: `two ${level} players` }))]}
        onChange=${setOpponents} />
      <${Button} id="advise" kind=${isMain ? "main" : "plain"} disabled=${!possible} title="Ask for advice (a)"
        onClick=${begin}>Ask<//>
      ${isAsked ? html`<${Button} id="advise-stop"
          onClick=${() => setRequest({ key: part ? key : "", stopped: part })}>Stop<//>` : null}
    </div>
    ${hand === null ? html`<p class="soft small-text">Advice is for a whole hand, before a card is played: this play
      begins later.</p>` : null}
    ${tensUnknown ? html`<p class="soft small-text">Advice needs to know who exposed which ten: choose the game Four
      Tens.</p>` : null}
    <p id="call" role="status">${error || (shown ? callText(shown, isAsked) : isAsked ? "Thinking …" : "")}</p>
    ${shown ? html`<${Bars} advice=${shown.advice} unit=${shown.unit}
        onDeclare=${(strain) => onDeclare(seat, strain)} />` : null}
  </section>`;
}

/** @param {AdviceShown} shown @param {boolean} isRunning */
function callText({ headline, terms, advice: { break_even: even, games, passing } }, isRunning) {
  if (isRunning) return `${counted(games, "simulated game")} played so far …`;
  return `${headline} ${terms}${passing.relative_score_error === null ? "" : ` Break-even: ${percent(even)}.`}`;
}

/** @param {{advice: Advice, unit: string, onDeclare: (strain: string) => void}} props */
function Bars({ advice, unit, onDeclare }) {
  const isPassingKnown = advice.passing.relative_score_error !== null;
  return html`<div class="scroller" tabindex="0" role="region"
      aria-label="Declaring and passing compared"><table id="bars">
    <caption class="soft small-text">
      ${capital(unit)} expected: own, and relative (own minus the average of the two others). Dashed line: break-even.
      Solid line: where the chance lies, 95 times in 100.</caption>
    <thead><tr><th scope="col">Call</th><th scope="col">Success</th>
      <th scope="col" class="number"><span class="unseen">in per cent</span></th>
      <th scope="col" class="number">Own</th><th scope="col" class="number">Relative</th></tr></thead>
    <tbody>${STRAINS.map((strain) =>
      html`<${Bar} key=${strain} strain=${strain} advice=${advice} onDeclare=${onDeclare} />`)}
      <tr id="passing" class=${advice.call === null ? "called" : ""}><th scope="row">pass</th>
        <td class="soft">${isPassingKnown ? "" : "not simulated yet"}</td><td></td>
        <td class="number">${isPassingKnown ? signed(advice.passing.own) : ""}</td>
        <td class="number">${isPassingKnown ? signed(advice.passing.relative) : ""}</td></tr>
    </tbody></table></div>`;
}

/** @param {{strain: string, advice: Advice, onDeclare: (strain: string) => void}} props */
function Bar({ strain, advice, onDeclare }) {
  const { p, interval, games, proved } = advice.estimates[strain], { own, relative } = advice.declaring[strain];
  const range = proved || `${percent(p)}, from ${percent(interval[0])} to ${percent(interval[1])}`;
  const figure = proved || percent(p);
  return html`<tr class=${advice.call === strain ? "called" : ""}>
    <th scope="row"><button type="button" class="button quiet" title=${`declare ${strainName(strain)}`}
      onClick=${() => onDeclare(strain)}>
      <${ReadAs} name=${`declare ${strainName(strain)}`}><${Strain} strain=${strain} />${
        strain === "NT" ? "" : html`<span class="suit-name"> ${strainName(strain)}</span>`}<//></button></th>
    <td class="wide-cell"><div class="meter" role="img" aria-label=${range}>
      <${ChanceBar} chance=${p} range=${games ? interval : null} breakEven=${advice.break_even} /></div></td>
    <td class="number" data-strain=${strain}>${strain === advice.best ? html`<b>${figure}</b>` : figure}</td>
    <td class="number">${signed(own)}</td><td class="number">${signed(relative)}</td></tr>`;
}
