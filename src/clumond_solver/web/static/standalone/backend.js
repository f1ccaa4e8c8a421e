// The backend of the page without a server: the library in this browser; on a friend's page, the browser that has the
// table.

import { isFriends } from "../keys.js";
import { backend as guestBackend } from "./guest_backend.js";
import { backend as workerBackend } from "./worker_backend.js";

const isGuest = isFriends();
export const backend = isGuest ? guestBackend : workerBackend;

// A link that was opened in this tab may need the other; but an answer goes to the table that is here.
addEventListener("hashchange", () => {
  const { invitations } = backend;
  if (isFriends() !== isGuest && !(invitations?.isUsed)) location.reload();
});
