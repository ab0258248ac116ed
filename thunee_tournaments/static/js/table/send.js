// Sends what waits, in the order in which it was entered, whenever there may be network.

import * as store from "./store.js";

const TIMEOUT = 10_000;
const SLOWEST = 60_000;

// The page's data, as the server wrote it into the page.
export const page = JSON.parse(document.getElementById("page-data").textContent);

const ask = async (url, options = {}, timeout = TIMEOUT) => {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), timeout);
  try {
    const response = await fetch(url, { ...options, cache: "no-store", redirect: "manual", signal: stop.signal });
    if (response.type === "opaqueredirect") return { status: 404, answer: { code: "no_table" } };
    const json = response.headers.get("Content-Type")?.startsWith("application/json");
    return { status: response.status, answer: json ? await response.json() : null };
  } catch {
    return { status: 0, answer: null }; // no network, or none worth the name
  } finally {
    clearTimeout(timer);
  }
};

// Whether the server can be reached now, as far as a short question tells. `page` learns a fresh token on the way.
export const reachable = async (timeout = 3000) => {
  const { status, answer } = await ask(page.state, {}, timeout * (page.patience ?? 1));
  if (answer?.csrf) page.csrf = answer.csrf;
  return status > 0 && status < 500;
};

const post = ({ sheet, key, device, head, typed, form, fix, stamp }) =>
  ask(`/table/${sheet}/queue`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": page.csrf },
    body: JSON.stringify({ key, device, head, typed, form, fix, stamp }),
  });

// A hand that was changed in the instant in which it was sent: with its old key the server says whether it has it as it
// was, and then the change corrects that. Nothing is written by asking: the head the old one expects is late, too.
const asItWas = async (hand) => {
  for (const was of hand.earlier ?? []) {
    const { status, answer } = await post({ ...hand, ...was });
    if (status === 200 && answer) {
      await store.sent(was.key, answer);
      return "sent";
    }
    if (status !== 409 && status !== 422) return "offline"; // not known yet
  }
  return null;
};

// One hand to the server. "sent", "held" (a person decides), "gone" (this phone is at no table), or "offline".
const sendOne = async (hand) => {
  let { status, answer } = await post(hand);
  if (status === 403) {
    await reachable(); // the token of a page that was kept may be too old
    ({ status, answer } = await post(hand));
  }
  if (status === 200 && answer) {
    await store.sent(hand.key, answer);
    return "sent";
  }
  const before = status === 409 ? await asItWas(hand) : null;
  if (before) return before;
  if (status === 404 && answer?.code === "no_table") return "gone";
  if (answer && (status === 409 || status === 422 || status === 404)) {
    await store.hold(hand, status === 409 ? "conflict" : "refused", answer);
    return "held";
  }
  return status === 403 ? "gone" : "offline";
};

// Says to the other tabs of this phone that the queue has changed.
const channel = "BroadcastChannel" in window ? new BroadcastChannel("thunee-queue") : null;
export const tellTabs = () => channel?.postMessage("changed");
export const onTabs = (act) => channel?.addEventListener("message", act);

const round = async (changed, mayGoOn = () => true) => {
  let outcome = "idle";
  for (;;) {
    const waiting = (await store.all()).filter((hand) => hand.state !== "sent");
    const held = new Set(); // sheets whose hands from here on wait for a person
    const next = waiting.find((hand) => {
      if (hand.state !== "waiting") held.add(hand.sheet);
      return hand.head !== null && !held.has(hand.sheet);
    });
    if (!next) return held.size ? "held" : outcome;
    if (!(await mayGoOn())) return "idle"; // another tab is at it
    outcome = await sendOne(next);
    tellTabs();
    await changed(outcome);
    if (outcome === "offline" || outcome === "gone") return outcome;
  }
};

// All that waits, one after the other. Of several tabs one sends: the one with the lock, or where there are no locks, the
// one whose claim is in the database. The keys see to it that nothing is written twice whatever happens.
const tab = store.newKey();
const claimed = async (changed) => {
  const hold = () => store.claim(tab, TIMEOUT * 3); // longer than a hand may take with all its tries
  try {
    return await round(changed, hold);
  } finally {
    await store.release(tab);
  }
};
const sendAll = (changed) => (navigator.locks ? navigator.locks.request("thunee-send", () => round(changed)) : claimed(changed));

let timer = null;
let wait = 0;
let running = null;

// Sends now, then again whenever it may help. `changed(outcome)` is told after every hand and at the end.
export const send = (changed) => {
  clearTimeout(timer);
  running ??= (async () => {
    const outcome = await sendAll(changed).catch(() => "broken");
    running = null;
    await changed(outcome, true);
    // Later each time, and never together with all the other phones of the hall.
    wait = outcome === "offline" ? Math.min(SLOWEST, Math.max(2000, wait * 2)) : 20_000;
    if (outcome !== "broken") timer = setTimeout(() => send(changed), wait * (0.5 + Math.random()));
    return outcome;
  })();
  return running;
};

export const sendWhenever = (changed) => {
  const now = () => document.visibilityState === "visible" && ((wait = 0), send(changed));
  for (const event of ["online", "pageshow"]) window.addEventListener(event, now);
  document.addEventListener("visibilitychange", now);
  window.addEventListener("offline", () => changed("offline", true));
  onTabs(() => changed()); // another tab entered a hand, or sent one
};
