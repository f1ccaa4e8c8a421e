// Files that a person saves and opens.

/**
 * Save a text as a file.
 * @param {string} name
 * @param {string} text
 */
export function saveFile(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/**
 * Copy a text if the browser allows it.
 * @param {string} text
 * @returns {Promise<boolean>} whether the browser copied it
 */
export const copyText = async (text) => navigator.clipboard?.writeText(text).then(() => true, () => false) ?? false;

/**
 * Let the person choose a file; its text, or null if none was chosen.
 * @param {string} accept
 * @returns {Promise<string | null>}
 */
export function openFile(accept) {
  return new Promise((resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = accept;
    input.hidden = true;
    input.id = "opened-file";
    document.getElementById(input.id)?.remove();
    document.body.append(input);
    input.addEventListener("change", () => {
      const file = input.files?.[0];
      input.remove();
      resolve(file ? file.text() : null);
    });
    input.addEventListener("cancel", () => { input.remove(); resolve(null); });
    input.click();
  });
}
