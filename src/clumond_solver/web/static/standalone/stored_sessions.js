// Sessions stored in the browser: texts by name, in a database for the page's folder.

const STORE = "sessions";

/**
 * A stored session.
 * @typedef {object} StoredSession
 * @property {string} text
 * @property {number} touched when it was written, in seconds since 1970
 */

/**
 * A change of a stored session.
 * @typedef {object} Change
 * @property {string} name
 * @property {string | null} before the text that the change was made from; null for a new session
 * @property {StoredSession | null} after null removes the session
 */

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const resultOf = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** @param {string} address */
function openDatabase(address) {
  const request = indexedDB.open(`clumond ${address}`, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return resultOf(request);
}

export class Sessions {
  /** @param {string} address @param {IDBDatabase} database */
  constructor(address, database) {
    this.address = address;
    this.database = database;
    // After the browser has cleared the database, a missing session does not count as removed.
    this.wasCleared = false;
  }

  /** The sessions of the page at an address. Rejects if the browser stores nothing. @param {string} address */
  static async at(address) {
    return new Sessions(address, await openDatabase(address));
  }

  /** A transaction; in a new database if the browser has cleared the old one. @param {IDBTransactionMode} mode */
  async transaction(mode) {
    const begin = () => this.database.transaction(STORE, mode, { durability: "strict" });
    try {
      return begin();
    } catch {
      this.database = await openDatabase(this.address);
      this.wasCleared = true;
      return begin();
    }
  }

  /** @returns {Promise<Record<string, StoredSession>>} */
  async all() {
    const store = (await this.transaction("readonly")).objectStore(STORE);
    const [names, values] = await Promise.all([resultOf(store.getAllKeys()), resultOf(store.getAll())]);
    return Object.fromEntries(names.map((name, index) => [String(name), values[index]]));
  }

  /**
   * The session stored under a name.
   * @param {string} name
   * @returns {Promise<StoredSession | null>}
   */
  async read(name) {
    return (await resultOf((await this.transaction("readonly")).objectStore(STORE).get(name))) ?? null;
  }

  /**
   * Make a change if the stored text is still the one that the change was made from. It is on the
   * disk when the promise resolves.
   * @param {Change} change
   * @returns {Promise<boolean>} whether it was made
   */
  async make({ name, before, after }) {
    const transaction = await this.transaction("readwrite");
    const store = transaction.objectStore(STORE);
    let isMade = false;
    // In one transaction with the change, so that no other tab comes between.
    const request = store.get(name);
    request.onsuccess = () => {
      const present = textOf(request.result);
      isMade = present === before || (present === null && this.wasCleared);
      if (isMade && after) store.put(after, name);
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
 * The text of a stored value: null if there is none, empty (as in Python) if it is not a session.
 * @param {any} value
 * @returns {string | null}
 */
function textOf(value) {
  if (value === undefined) return null;
  return typeof value?.text === "string" ? value.text : "";
}
