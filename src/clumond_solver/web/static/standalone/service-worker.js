// Caches the whole page for offline use: every version in a cache of its own.

// `clumond web --static` writes BUILT at the beginning of this file.
/** @type {{version: string, files: string[]}} */
const { version, files } = /** @type {any} */ (self).BUILT;
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const OURS = `clumond ${worker.registration.scope} `;
const CACHE = OURS + version;

worker.addEventListener("install", (event) => event.waitUntil(fill()));
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
worker.addEventListener("message", ({ data }) => {
  if (data === "take over") worker.skipWaiting();
});
worker.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(worker.registration.scope)) event.respondWith(answer(event.request));
});

async function fill() {
  const cache = await caches.open(CACHE);
  // Bypass the browser's own cache, which may hold files of an older version.
  await cache.addAll(files.map((file) => new Request(file, { cache: "no-cache" })));
}

async function takeOver() {
  for (const name of await caches.keys()) {
    if (name.startsWith(OURS) && name !== CACHE) await caches.delete(name);
  }
  await worker.clients.claim();
}

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}
