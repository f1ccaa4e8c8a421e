// Texts that the browser stores. Browsers may store nothing, or be full: no other module calls their storage.

/**
 * Texts by name in a storage of the browser; those that it does not store last as long as the page.
 * @param {() => Storage} storage called each time, since a browser may refuse even to name it
 * @param {string} prefix of the names there
 */
export function textsIn(storage, prefix) {
  /** @type {Map<string, string>} */
  const unstored = new Map();
  return {
    /** Store a text; returns whether the browser did. @param {string} name @param {string} text */
    write(name, text) {
      try {
        storage().setItem(prefix + name, text);
        unstored.delete(name);
        return true;
      } catch {
        unstored.set(name, text);
        return false;
      }
    },
    /** @param {string} name @returns {string | null} */
    read(name) {
      try {
        return unstored.get(name) ?? storage().getItem(prefix + name);
      } catch {
        return null;
      }
    },
    /** Whether the browser has stored all texts, and would store another. */
    isStoring() {
      try {
        storage().setItem(prefix, "");
        storage().removeItem(prefix);
        return unstored.size === 0;
      } catch {
        return false;
      }
    },
    /** @returns {Record<string, string>} */
    all() {
      /** @type {[string, string][]} */
      let entries = [];
      try {
        entries = Object.entries(storage()).filter(([name]) => name.startsWith(prefix));
      } catch { /* no storage */ }
      return Object.fromEntries([...entries.map(([name, text]) => [name.slice(prefix.length), text]), ...unstored]);
    },
  };
}
