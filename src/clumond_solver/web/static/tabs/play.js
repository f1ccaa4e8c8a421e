// Play: the sessions that there are, a new one, or the table of one (`#/play?table=…`).

import { html } from "../parts/view.js";
import { Lobby } from "./play/lobby.js";
import { Table } from "./play/table.js";

/** @param {{params: URLSearchParams}} props */
export default function Play({ params }) {
  const table = params.get("table");
  return table ? html`<${Table} key=${table} id=${table} />` : html`<${Lobby} params=${params} />`;
}
