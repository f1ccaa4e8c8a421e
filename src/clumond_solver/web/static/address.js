// What this page knows of addresses. Who serves or writes the page (page_address.py) says otherwise here.

/**
 * `needsKey`: whether nobody opens the page without a key; `public`: the address of a page for everybody, "" for none.
 */
export const ADDRESS = {"needsKey": false, "public": ""};
