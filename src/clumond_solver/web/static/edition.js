// Who answers on this page: a server. `clumond web --static` writes another one of these.

export { answerer } from "./server.js";
