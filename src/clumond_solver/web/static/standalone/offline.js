// The service worker, which has the whole page at hand when there is no network.

/**
 * Install it for the page at an address, once the page itself is at work.
 * @param {string} address
 * @param {(reload: () => void) => void} onNew is told of a new version, and how to take it
 */
export async function install(address, onNew) {
  if (!("serviceWorker" in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register(new URL("service-worker.js", address), { scope: address });
    const look = () => {
      const { waiting } = registration;
      // The first one of all takes nothing away from anybody.
      if (waiting && navigator.serviceWorker.controller) onNew(() => take(waiting));
    };
    look();
    registration.addEventListener("updatefound", () => {
      registration.installing?.addEventListener("statechange", look);
    });
  } catch (error) {
    // Nothing is lost but the page without a network.
    console.info(`no service worker: ${error}`);
  }
}

/** @param {ServiceWorker} waiting */
function take(waiting) {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  waiting.postMessage("take over");
}
