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
    const response = await fetch(url, { headers: { "X-Kept": "none" } }); // it will be built on: the server remembers it
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

// Of a page that is kept only what changed is asked for (scoring/page_changes.py): the number of a line that is kept and
// how many from there on, or a line as text.
const hex = (digest) => [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const ask = async (request, kept) => {
  if (!kept || !self.crypto?.subtle) return fetch(request);
  const old = await kept.arrayBuffer();
  const headers = { Accept: "text/html", "X-Kept": hex(await crypto.subtle.digest("SHA-256", old)) };
  const response = await fetch(request.url, { headers, redirect: "manual", cache: "no-cache" });
  if (!response.headers.get("Content-Type")?.includes("changes+json")) return response;
  const lines = new TextDecoder().decode(old).split("\n");
  const page = [];
  const found = await response.json();
  while (found.length) {
    const next = found.shift();
    if (typeof next === "string") page.push(next);
    else page.push(...lines.slice(next, next + found.shift()));
  }
  const said = new Headers(response.headers);
  said.set("Content-Type", "text/html; charset=utf-8");
  for (const name of ["Content-Length", "Content-Encoding"]) said.delete(name); // of what came
  return new Response(page.join("\n"), { headers: said });
};

// Says so in the page itself, for its scripts.
const asKept = async (response) => {
  const html = (await response.text()).replace("<html ", "<html data-kept ");
  return new Response(html, { headers: response.headers });
};

// The form that is kept, where the table's page says that a new one would show the same (start.js): at once, network or not.
const same = async ({ url, cache }) => {
  const { pathname, searchParams } = new URL(url);
  const kept = searchParams.has("as") && cache === "default" ? await keptOf(pathname) : null;
  const html = (await kept?.text()) ?? "";
  if (!html.includes(`data-as="${searchParams.get("as")}"`)) return null;
  return new Response(html.replace("<html ", "<html data-same "), { headers: kept.headers });
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
  const known = await keptOf(path);
  const asked = ask(event.request, known?.clone()).then(async (response) => {
    const cache = await caches.open(CACHE);
    const html = response.headers.get("Content-Type")?.startsWith("text/html");
    if (response.ok && html && !response.redirected) await cache.put(path, response.clone());
    // The link has ended: what was kept of its table must not look as if it were there.
    if (response.status === 404 && path === "/table") await cache.delete("/table");
    return response;
  });
  if (!known) return asked.catch(() => orKept(path));
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
    event.respondWith(same(request).then((there) => there ?? page(event, url.pathname)));
  } else if (request.mode === "navigate" && request.method === "POST") {
    // Going back to what was answered to a form sends nothing: it takes what is kept.
    event.respondWith(fetch(request).catch(() => (request.isHistoryNavigation ? orKept : unsent)(url.pathname)));
  }
});
