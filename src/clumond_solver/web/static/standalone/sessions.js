// Sessions stored in the browser: texts by name, in a database for the page's folder.

const STORE = "sessions";

/**
 * A stored session.
 * @typedef {object} StoredSession
 * @property {string} text
 * @property {number} touched when it was written, in seconds since 1970
 */

/**
 * A change of a stored session; `kept` is null to remove it.
 * @typedef {object} Change
 * @property {string} name
 * @property {string | null} before the text that it was made from, if there was one
 * @property {StoredSession | null} kept
 */

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** @param {string} address */
function opened(address) {
  const request = indexedDB.open(`clumond ${address}`, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return done(request);
}

export class Sessions {
  /** @param {string} address @param {IDBDatabase} database */
  constructor(address, database) {
    this.address = address;
    this.database = database;
    // After the browser has cleared the database, a missing session does not count as removed.
    this.wasCleared = false;
  }

  /**
   * Those of the page at an address. Rejects where the browser keeps nothing.
   * @param {string} address
   */
  static async at(address) {
    return new Sessions(address, await opened(address));
  }

  /**
   * A transaction; in a new database where the browser has cleared the one there was.
   * @param {IDBTransactionMode} mode
   */
  async transaction(mode) {
    const begin = () => this.database.transaction(STORE, mode, { durability: "strict" });
    try {
      return begin();
    } catch {
      this.database = await opened(this.address);
      this.wasCleared = true;
      return begin();
    }
  }

  /** @returns {Promise<Record<string, StoredSession>>} */
  async all() {
    const store = (await this.transaction("readonly")).objectStore(STORE);
    const [names, kept] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    return Object.fromEntries(names.map((name, place) => [String(name), kept[place]]));
  }

  /**
   * What is kept under a name now.
   * @param {string} name
   * @returns {Promise<StoredSession | null>}
   */
  async read(name) {
    return (await done((await this.transaction("readonly")).objectStore(STORE).get(name))) ?? null;
  }

  /**
   * Make a change, if what is kept is still what it was made from; then it is on the disk when the
   * promise is kept.
   * @param {Change} change
   * @returns {Promise<boolean>} whether it was made
   */
  async make({ name, before, kept }) {
    const transaction = await this.transaction("readwrite");
    const store = transaction.objectStore(STORE);
    let isMade = false;
    // In one transaction with the change, so that no other tab comes between.
    const request = store.get(name);
    request.onsuccess = () => {
      const now = textOf(request.result);
      isMade = now === before || (now === null && this.wasCleared);
      if (isMade && kept) store.put(kept, name);
      else if (isMade) store.delete(name);
    };
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    return isMade;
  }
}

/**
 * The text of what is kept, null if nothing is; of what is no session an empty one, as the engine has it.
 * @param {any} kept
 * @returns {string | null}
 */
function textOf(kept) {
  if (kept === undefined) return null;
  return typeof kept?.text === "string" ? kept.text : "";
}
