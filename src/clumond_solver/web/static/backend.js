// The backend of this page: a server. `clumond web --static` replaces this file.

export { backend } from "./http_backend.js";
