// The Play tab: the lobby, the table of a session (`#/play?table=…`, with the session's id), or a hand that was
// sent (`#/play?hand=…`), or a match of several (`#/play?match=…`).

import { html } from "../parts/view.js";
import { Lobby } from "./play/lobby.js";
import { Hand } from "./play/sent_hand.js";
import { Match } from "./play/sent_match.js";
import { Table } from "./play/table.js";

/** @param {{params: URLSearchParams}} props */
export default function Play({ params }) {
  const [table, hand, match] = [params.get("table"), params.get("hand"), params.get("match")];
  return match !== null ? html`<${Match} key=${match} link=${match} />`
    : hand !== null ? html`<${Hand} key=${hand} link=${hand} from=${(params.get("from") ?? "").slice(0, 30)} />`
    : table ? html`<${Table} key=${table} id=${table} />` : html`<${Lobby} params=${params} />`;
}
