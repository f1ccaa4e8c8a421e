// Installs the service worker, which caches the whole page for offline use.

/**
 * Install the service worker of the page at an address, once the page itself works.
 * @param {string} address
 * @param {(reload: () => void) => void} onNew takes a function that switches to a new version
 */
export async function install(address, onNew) {
  if (!("serviceWorker" in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register(new URL("service-worker.js", address), { scope: address });
    const check = () => {
      const { waiting } = registration;
      // The very first one replaces nothing.
      if (waiting && navigator.serviceWorker.controller) onNew(() => switchTo(waiting));
    };
    check();
    registration.addEventListener("updatefound", () => {
      registration.installing?.addEventListener("statechange", check);
    });
  } catch (error) {
    // Only offline use is lost.
    console.info(`no service worker: ${error}`);
  }
}

/** @param {ServiceWorker} waiting */
function switchTo(waiting) {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  waiting.postMessage("take over");
}
