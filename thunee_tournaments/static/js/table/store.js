// What is kept on this phone, in IndexedDB: every hand from the moment Save is pressed until the server has it, what was
// last seen of each sheet, and, where no service worker can be, the pages for when there is no network.
//
// A hand: { n, key, device, sheet, number, head | null, prev | null, typed, said, count, result, form, fix, earlier, state,
// answer }. `result` is what the phone takes it to be worth, `form` the version of the form it was typed into, `fix` the
// entry it corrects, where it is no hand of its own, `earlier` what may have been sent of it before it was changed.
// It expects the head of the sheet its writer has seen, or, behind another one that waits, whatever that one becomes.
// States: waiting, conflict and refused (a person has to decide), sent (shown once, then forgotten).

// Browsers throw a database away where room is short: of what is not sent there is a copy in the smaller store beside it,
// from which a new database begins.
const COPY = "thunee-hands";
const copied = () => { try { return JSON.parse(localStorage.getItem(COPY)); } catch { return null; } };
const copy = (hands) => { try { localStorage.setItem(COPY, JSON.stringify(hands)); } catch {} }; // full, or forbidden
const CLEARED = " cleared";

let opened = null;

const database = () => {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("thunee", 1);
    request.onupgradeneeded = () => {
      const hands = request.result.createObjectStore("hands", { keyPath: "n", autoIncrement: true });
      hands.createIndex("key", "key", { unique: true });
      const sheets = request.result.createObjectStore("sheets", { keyPath: "sheet" });
      const before = copied();
      for (const hand of before ?? []) hands.put(hand);
      if (!before) sheets.put({ sheet: CLEARED });
      request.result.createObjectStore("pages", { keyPath: "url" });
    };
    request.onsuccess = () => {
      request.result.onclose = () => { opened = null; }; // thrown away while the page is open
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  return opened;
};

// Whether this browser keeps anything at all.
export const works = () => database().then(() => true, () => false);

// The answer of one request, for `await` inside a transaction.
export const got = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

export const unsent = (hand) => hand.state !== "sent";

const attempt = async (mode, work) => {
  const transaction = (await database()).transaction(["hands", "sheets", "pages"], mode, { durability: "strict" });
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
  done.catch(() => {}); // whoever waits for it hears it
  const stores = ["hands", "sheets", "pages"].map((name) => transaction.objectStore(name));
  try {
    const result = await work(...stores);
    const now = mode === "readwrite" && (await got(stores[0].getAll()));
    await done;
    if (now) copy(now.filter(unsent));
    return result;
  } catch (error) {
    try { transaction.abort(); } catch {} // it is over already
    throw error;
  }
};

// Runs `work(hands, sheets, pages)` in one transaction, until its result is on the disk. Where the browser throws the
// database away meanwhile, nothing was written, and it is done in a new one.
export const within = (mode, work) =>
  attempt(mode, work).catch(() => {
    opened = null;
    return attempt(mode, work);
  });

const byKey = (hands, key) => got(hands.index("key").get(key));

// The newest that is known of a sheet: a page that was kept, or a late answer, never takes it back.
const raise = async (sheets, fresh) => {
  const known = await got(sheets.get(fresh.sheet));
  if (!known || fresh.seq >= known.seq) await got(sheets.put({ ...known, ...fresh }));
};

// Lets the hands that waited for `key` expect `head`, or wait for what it waited for.
const pass = async (hands, key, head, prev = null) => {
  for (const hand of await got(hands.getAll())) {
    if (hand.prev === key) await got(hands.put({ ...hand, head, prev }));
  }
};

// All hands in the order they were entered. The phone's clock has no part in it.
export const all = () => within("readonly", (hands) => got(hands.getAll()));

export const seen = (sheet) => within("readwrite", (hands, sheets) => raise(sheets, sheet));

export const known = (sheet) => within("readonly", (hands, sheets) => got(sheets.get(sheet)));

// A key of our own making: crypto.randomUUID is not there over plain http.
export const newKey = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
};

// Puts a hand behind those that wait. One whose key is here already is not added, only sent once more.
export const add = (hand) =>
  within("readwrite", async (hands, sheets) => {
    const before = await byKey(hands, hand.key);
    if (before) {
      if (before.state === "sent") await got(hands.put({ ...before, state: "waiting" }));
      return;
    }
    const last = (await got(hands.getAll())).findLast((one) => one.sheet === hand.sheet && unsent(one));
    const head = hand.head ?? (await got(sheets.get(hand.sheet)))?.head ?? "";
    const place = last ? { head: null, prev: last.key } : { head, prev: null };
    await got(hands.add({ ...hand, ...place, state: "waiting", answer: null }));
  });

const same = (one, other) => one.form === other.form && JSON.stringify(one.typed) === JSON.stringify(other.typed);
// What was changed becomes a correction of what the server has.
const correcting = (hand, typed, answer) => ({
  ...hand, ...typed, typed: { why: "typed", ...typed.typed }, fix: answer.seq, number: answer.number ?? hand.number,
  head: answer.head, prev: null, earlier: [], state: "waiting", answer: null,
});

// The server has it: those behind it know what to expect. If it was changed on its way, the server has what it was before,
// and the change corrects that.
export const sent = (key, answer) =>
  within("readwrite", async (hands, sheets) => {
    const now = (await byKey(hands, key)) ?? (await got(hands.getAll())).find((one) => one.earlier?.some((was) => was.key === key));
    if (!now) return;
    const hand = { ...now, ...now.earlier?.find((was) => was.key === key) };
    if (now.key === key || same(now, hand)) {
      await got(hands.put({ ...now, state: "sent", answer }));
      const written = { of: now.sheet, seq: answer.seq, stamp: answer.stamp };
      await got(sheets.put({ ...now, sheet: ` ${now.key}`, ...written })); // for older_copy.js
      await pass(hands, now.key, answer.head);
    } else await got(hands.put(correcting(now, now, answer)));
    const { seq, head, over, number, dealer, score, khanuck, won } = answer;
    const before = await got(sheets.get(hand.sheet));
    const [winner, balls] = won ?? [null, 0];
    const dealt = hand.fix ? before?.last?.dealer : before?.dealer;
    const last = { head, entry: seq, number: number ?? hand.number, typed: hand.typed, winner, balls, dealer: dealt ?? null };
    // Only the newest entry says how the sheet goes on.
    const next = score ? { dealer, balls: score, khanuck, last, ...(number && !hand.fix ? { number: number + 1 } : {}) } : {};
    await raise(sheets, { sheet: hand.sheet, seq, head, over, ...next });
  });

// The server did not take it: it stays, and a person decides. If a person decided meanwhile, it expects another head by
// now, and the answer is not about that.
export const hold = (posted, state, answer) =>
  within("readwrite", async (hands) => {
    const hand = await byKey(hands, posted.key);
    if (hand?.n === posted.n && hand.head === posted.head) await got(hands.put({ ...hand, state, answer }));
  });

// Another hand than those that came in: it follows them.
export const keep = (key) =>
  within("readwrite", async (hands, sheets) => {
    const hand = await byKey(hands, key);
    if (!hand?.answer?.now) return;
    await raise(sheets, hand.answer.now);
    const fix = hand.fix ? { fix: hand.answer.entry ?? hand.fix } : {};
    await got(hands.put({ ...hand, ...fix, state: "waiting", head: hand.answer.now.head, earlier: [], answer: null }));
  });

// As it is, once more.
export const again = (key) =>
  within("readwrite", async (hands) => {
    const hand = await byKey(hands, key);
    if (hand) await got(hands.put({ ...hand, state: "waiting", answer: null }));
  });

// A person drops it: those behind it take its place.
export const drop = (key) =>
  within("readwrite", async (hands, sheets) => {
    const hand = await byKey(hands, key);
    if (!hand) return;
    const now = hand.answer?.now;
    if (now) await raise(sheets, now);
    await pass(hands, key, now ? now.head : hand.head, now ? null : hand.prev);
    await got(hands.delete(hand.n));
  });

// What was typed is put right under a new key: nothing is known to be stored under the old one. If the server has it by
// now, what was typed corrects it; if it may be on its way, what it was is kept to ask about (send.js). `old`: the hand as
// the form found it; another tab may have seen it through, and forgotten it.
export const change = (old, typed, fresh) =>
  within("readwrite", async (hands) => {
    const found = await byKey(hands, old.key);
    const { n, ...whole } = found ?? { ...old, head: old.head ?? "", prev: null };
    if (whole.state === "sent") {
      if (!same(whole, typed)) await got(hands.add(correcting({ ...whole, key: fresh }, typed, whole.answer)));
      return;
    }
    const was = { key: old.key, typed: whole.typed, form: whole.form, fix: whole.fix, head: whole.head };
    const tried = whole.state === "waiting" && whole.head !== null;
    const hand = { ...whole, ...typed, key: fresh, earlier: [...(tried ? [was] : []), ...(whole.earlier ?? [])], state: "waiting", answer: null };
    for (const one of await got(hands.getAll())) if (one.prev === old.key) await got(hands.put({ ...one, prev: fresh }));
    await got(found ? hands.put({ ...hand, n }) : hands.add(hand));
  });

// The game was over: this hand and those behind it are of the next one.
export const moveOn = (key, next) =>
  within("readwrite", async (hands, sheets) => {
    const from = await byKey(hands, key);
    if (!from) return;
    await raise(sheets, next);
    let number = next.number;
    let last = null;
    for (const hand of (await got(hands.getAll())).filter((one) => one.sheet === from.sheet && unsent(one))) {
      const place = last ? { head: null, prev: last } : { head: next.head, prev: null };
      await got(hands.put({ ...hand, ...place, sheet: next.sheet, number, state: "waiting", answer: null }));
      last = hand.key;
      number += 1;
    }
  });

// Hands that are on the server, and stand on the page that came from there, or belong to another sheet.
export const forget = (sheet, seq) =>
  within("readwrite", async (hands) => {
    for (const hand of await got(hands.getAll())) {
      const shown = hand.sheet !== sheet || hand.answer?.seq <= seq;
      if (hand.state === "sent" && hand.told && shown) await got(hands.delete(hand.n));
      else if (hand.state === "sent" && !hand.told) await got(hands.put({ ...hand, told: true }));
    }
  });

// Of several tabs only the one that holds this may send, where browsers have no locks (over plain http). It runs out, for
// a tab that was closed; a clock that was set back keeps nobody waiting either.
const CLAIM = " sending";
export const claim = (tab, time) =>
  within("readwrite", async (hands, sheets) => {
    const held = await got(sheets.get(CLAIM));
    const now = Date.now();
    const free = !held || held.tab === tab || held.until <= now || held.until > now + time;
    if (free) await got(sheets.put({ sheet: CLAIM, tab, until: now + time }));
    return free;
  });
export const release = (tab) =>
  within("readwrite", async (hands, sheets) => {
    if ((await got(sheets.get(CLAIM)))?.tab === tab) await got(sheets.delete(CLAIM));
  });

// Whether what was kept here is gone, without a copy, while the page comes from this phone (`kept`): said until one comes
// from the server, which shows what is written.
export const cleared = (kept) =>
  within("readwrite", async (hands, sheets) => {
    const gone = Boolean(await got(sheets.get(CLEARED)));
    if (gone && !kept) await got(sheets.delete(CLEARED));
    return gone && kept;
  });

export const keepPage = (url, html, build) => within("readwrite", (hands, sheets, pages) => got(pages.put({ url, html, build })));
export const keptPage = (url) => within("readonly", (hands, sheets, pages) => got(pages.get(url)));

// The event as its bundle (kept_event.js): { name, tag, code, asked, at, content }. Phones keep one.
const EVENT = " event";
export const keepEvent = (event) => within("readwrite", (hands, sheets, pages) => got(pages.put({ ...event, url: EVENT })));
export const keptEvent = () => within("readonly", (hands, sheets, pages) => got(pages.get(EVENT)));
export const forgetPages = () => within("readwrite", (hands, sheets, pages) => got(pages.clear()));
