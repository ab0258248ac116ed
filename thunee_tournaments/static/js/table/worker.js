// The service worker of a table's phone: its pages come from the network if there is any, else as they were kept.
// The server puts in front of this what belongs to the build: KNOWN = { build, shell, offline, static, skip, patience }.

const CACHE = `thunee-${self.KNOWN.build}`;
const PATIENCE = 4000 * self.KNOWN.patience; // of a page that is kept already; a hall's network may be there and still bring nothing

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(CACHE).then((cache) => cache.addAll([...self.KNOWN.shell, self.KNOWN.offline])).then(() => self.skipWaiting()),
  );
});

// Pages were kept with the files of their own build: with those they go, and are fetched anew (start.js).
self.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith("thunee-") && name !== CACHE).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => self.clients.claim()));
});

const keptOf = async (url) => (await caches.open(CACHE)).match(url, { ignoreVary: true, ignoreSearch: true });

const fromFile = async (request) => {
  const kept = await keptOf(request.url);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await (await caches.open(CACHE)).put(request, response.clone());
  return response;
};

// What a page asks for: its table's pages kept for later, or forgotten because the phone leaves the table.
const keep = async (urls) => {
  const cache = await caches.open(CACHE);
  for (const url of urls) {
    if (await keptOf(url)) continue;
    const response = await fetch(url);
    if (response.ok && !response.redirected) await cache.put(url, response);
  }
};
const forget = async () => {
  const cache = await caches.open(CACHE);
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (pathname.startsWith("/table") && pathname !== self.KNOWN.offline) await cache.delete(url);
  }
};

self.addEventListener("message", (event) => {
  const work = event.data.forget ? forget() : keep(event.data.keep ?? []);
  event.waitUntil(work.catch(() => {}).then(() => event.ports[0]?.postMessage("done")));
});

// Says so in the page itself, for its scripts.
const asKept = async (response) => {
  const html = (await response.text()).replace("<html ", "<html data-kept ");
  return new Response(html, { headers: response.headers });
};

const orKept = async (path) => asKept((await keptOf(path)) ?? (await keptOf(self.KNOWN.offline)));

// A form that was sent into the void: where its page puts in again what was typed (entry.js), it comes back as it was
// kept; any other stays open as it is, and says so (scoring.js). If it is not open at all, somebody went back to what was
// answered to it, in a browser that does not tell the one from the other.
const unsent = async (path) => {
  const kept = await keptOf(path);
  if (!kept || (await kept.text()).includes("data-fresh=")) return orKept(path);
  const open = (await self.clients.matchAll()).filter((one) => new URL(one.url).pathname === path);
  for (const one of open) one.postMessage("unsent");
  return open.length ? new Response(null, { status: 204 }) : orKept(path);
};

const page = async (event, path) => {
  const asked = fetch(event.request).then(async (response) => {
    const cache = await caches.open(CACHE);
    const html = response.headers.get("Content-Type")?.startsWith("text/html");
    if (response.ok && html && !response.redirected) await cache.put(path, response.clone());
    // The link has ended: what was kept of its table must not look as if it were there.
    if (response.status === 404 && path === "/table") await cache.delete("/table");
    return response;
  });
  if (!(await keptOf(path))) return asked.catch(() => orKept(path));
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, null));
  const response = await Promise.race([asked.catch(() => null), late]);
  event.waitUntil(asked.catch(() => {}));
  return response ?? orKept(path);
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === "GET" && url.pathname.startsWith(self.KNOWN.static)) {
    event.respondWith(fromFile(request));
  } else if (request.mode === "navigate" && request.method === "GET" && !self.KNOWN.skip.includes(url.pathname)) {
    event.respondWith(page(event, url.pathname));
  } else if (request.mode === "navigate" && request.method === "POST") {
    // Going back to what was answered to a form sends nothing: it takes what is kept.
    event.respondWith(fetch(request).catch(() => (request.isHistoryNavigation ? orKept : unsent)(url.pathname)));
  }
});
