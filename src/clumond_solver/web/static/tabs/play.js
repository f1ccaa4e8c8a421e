// The Play tab: the lobby, or the table of a session (`#/play?table=…`, with the session's id).

import { html } from "../parts/view.js";
import { Lobby } from "./play/lobby.js";
import { Table } from "./play/table.js";

/** @param {{params: URLSearchParams}} props */
export default function Play({ params }) {
  const table = params.get("table");
  return table ? html`<${Table} key=${table} id=${table} />` : html`<${Lobby} params=${params} />`;
}
