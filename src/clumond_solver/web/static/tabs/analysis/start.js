// What the Analysis tab shows before anything is opened: the person's sessions.

import { useAnswer } from "../../parts/answers.js";
import { html } from "../../parts/view.js";
import { ago, counted } from "../../parts/wording.js";
import { linkTo } from "../../route.js";

export function Start() {
  const { answer } = useAnswer("sessions", {});
  const played = (answer?.sessions ?? []).filter((session) => session.deals > 0).slice(0, 12);
  return html`<p>One board for a hand that was played, a deal or a position. Of a played hand you see what each card cost, as its player saw it
      and with all hands open, and what was better; you can try other cards at any point, see what can be forced, and play it again from there.
      Enter or paste a hand, a deal, a record or a session, or open a file of them.</p>
    ${played.length ? html`<section class="panel" aria-labelledby="played">
      <h2 id="played">Your sessions</h2>
      <ul class="sessions">${played.map(({ id, game, names, deals, ago: seconds }) => html`<li key=${id}>
        <span class="what">${game}, ${names.join(", ")}, <span class="soft">${ago(seconds)}</span></span>
        <a class="button" href=${linkTo("analysis", { table: id, deal: deals })}>
          ${deals === 1 ? "Open it" : `Open the last of ${counted(deals, "deal")}`}</a></li>`)}</ul></section>`
      : answer ? html`<p>The deals that you play are listed here. <a href=${linkTo("play")}>Play one</a>.</p>` : null}`;
}
