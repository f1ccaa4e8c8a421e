// The Explore tab: any position of Clumond with all hands open, or as one seat sees it.

import { Step, Steps } from "../parts/board.js";
import { Button, Notice } from "../parts/controls.js";
import { useKeys } from "../parts/keys.js";
import { html, useRef, useState } from "../parts/view.js";
import { AdvicePanel } from "./explore/advice.js";
import { ConfirmChange, Contract } from "./explore/contract.js";
import { useEngines } from "./explore/engines.js";
import { EnterDialog } from "./explore/enter_dialog.js";
import { useExplored } from "./explore/explored.js";
import { OpenHands, Retentions } from "./explore/findings.js";
import { Hands } from "./explore/hands.js";
import { Help, Legend } from "./explore/help.js";
import { PlayList } from "./explore/play.js";

/** @param {{params: URLSearchParams}} props */
export default function Explore({ params }) {
  const explored = useExplored(params);
  const { wanted, shown, fault, news, pendingChange, records, advisedSeat, setAdvisedSeat, change, deal, read, save, copyLink, copyCards, recontract, play } = explored;
  const { openHands, hero, finishes, playVerdicts, evaluation, status } = useEngines(shown);
  const [dialog, setDialog] = useState("");
  const [more, setMore] = useState(false);
  // The advice panel puts the function here that the key `a` calls.
  const askAdvice = useRef(() => {});
  const file = useRef(/** @type {HTMLInputElement | null} */ (null));
  // Count from `wanted` (the URL), not from `shown`, which may lag behind it.
  const at = wanted?.at ?? 0;
  const most = wanted?.cards.length ?? 0;
  const undo = () => at > 0 && change({ cards: wanted?.cards.slice(0, at - 1), at: at - 1 });
  useKeys({
    Backspace: undo, d: () => void deal(), e: () => setDialog("enter"), o: () => file.current?.click(), s: () => void save(),
    l: () => void copyLink(), t: () => void copyCards(), a: () => askAdvice.current(), "?": () => setDialog("help"),
  });

  if (shown === null) {
    return html`${fault ? html`<${Notice} kind="error">${fault}<//>` : null}<h1>Explore</h1><p class="loading">Dealing …</p>`;
  }
  const { state, position } = shown;
  return html`<div class=${`explore ${more || records.list.length > 1 ? "" : "brief"}`}>
    <div class="heading"><h1 id="title">${state.title || "Explore"}</h1><div class="bar">
      <${Button} id="deal" keys="d" title="Deal at random (d)" onClick=${() => deal()}>Deal<//>
      <${Button} id="enter" keys="e" title="Enter or paste a hand, deal, play or record (e)" onClick=${() => setDialog("enter")}>Enter …<//>
      <${Button} id="more" expanded=${more} title="Contract, files and links" onClick=${() => setMore(!more)}>More<//>
      <span class="bar seldom"><${Button} id="open" keys="o" title="Open a file of records (o)" onClick=${() => file.current?.click()}>Open …<//>
      <${Button} id="save" keys="s" title="Save the play as a record (s)" onClick=${save}>Save<//>
      <${Button} id="link" keys="l" title="Copy a link to this point (l)" onClick=${copyLink}>Copy link<//>
      <${Button} id="text-copy" keys="t" title="Copy the cards as text (t)" onClick=${copyCards}>Copy text<//>
      <${Button} id="help" label="Keys and colours" keys="?" title="Keys and colours (?)" onClick=${() => setDialog("help")}>?<//></span>
    </div></div>
    <input id="file" ref=${file} type="file" accept=".clumond,.txt,text/plain" hidden aria-label="A file of records"
      onChange=${async (event) => { const input = event.currentTarget; await explored.openFile(input.files?.[0]); input.value = ""; }} />
    ${fault ? html`<${Notice} kind="error"><span id="fault">${fault}</span><//>` : null}
    ${news ? html`<${Notice} kind=${news.kind}><span id="news">${news.text}</span><//>` : null}
    <${Contract} state=${state} position=${position} records=${records.list} record=${records.index} chosenTens=${explored.chosenTens} onTerms=${recontract} onChange=${change} onRecord=${explored.openRecord} />
    <p id="status" class="headline" role="status">${status}</p>
    <div class="columns">
      <div class="left">
        <${Hands} state=${state} position=${position} evaluation=${evaluation} onPlay=${play} onEngine=${explored.letEnginePlay} />
        <${Legend} view=${state.view} />
      </div>
      <aside class="right" aria-label="The play and what the program says">
        <${Steps} at=${at} last=${most} onStep=${(to) => change({ at: to })}>
          <${Step} id="undo" label="Take back the last card" keys="Backspace" off=${at === 0} onStep=${undo}>Take back<//><//>
        ${openHands ? html`<${OpenHands} finishes=${finishes} />` : null}
        <section class="panel" id="play" aria-labelledby="play-title"><h2 id="play-title">The play</h2>
          <${PlayList} tricks=${position.tricks} at=${state.at} verdicts=${playVerdicts.verdicts} isComputing=${playVerdicts.isComputing} hero=${hero} onJump=${(cards) => change({ at: cards })} /></section>
        <${AdvicePanel} deal=${position.deal} tens=${state.tens} tensUnknown=${state.tens === null && position.supplementary.some(Boolean)}
          seat=${state.view || advisedSeat} onSeat=${setAdvisedSeat} askAdvice=${askAdvice}
          onDeclare=${(seat, strain) => recontract({ declarer: seat, strain })} />
      </aside>
      ${openHands ? html`<div class="under"><${Retentions} start=${state.start} cards=${state.cards.slice(0, state.at)}
        seat=${hero} deal=${state.at ? null : position.deal} tens=${state.tens} /></div>` : null}
    </div>
    ${dialog === "enter" ? html`<${EnterDialog} seat=${state.view || advisedSeat} onClose=${() => setDialog("")}
      onEnter=${async (text, seat, oneHandOnly) => {
        const error = await read(text, { seat, oneHandOnly });
        if (!error) setDialog("");
        return error;
      }} />` : null}
    ${dialog === "help" ? html`<${Help} view=${state.view} onClose=${() => setDialog("")} />` : null}
    ${pendingChange ? html`<${ConfirmChange} change=${pendingChange} played=${state.cards.length} onClose=${explored.cancelChange} onChoose=${explored.confirmChange} />` : null}
  </div>`;
}
