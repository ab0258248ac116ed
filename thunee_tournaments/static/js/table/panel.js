// The hands on this phone, as a list on the page: what waits, what is on the server, and what a person has to decide.

import { page, reachable } from "./send.js";
import { standing } from "./standing.js";
import * as store from "./store.js";

const panel = document.getElementById("queue");
export const says = (name, values = {}) =>
  (panel.dataset[name] ?? "").replace(/%([A-Z]+)%/g, (all, key) => values[key] ?? all);
const part = (name) => document.getElementById(name).content.firstElementChild.cloneNode(true);
const fill = (node, name, text) => {
  const place = node.querySelector(`[data-${name}]`);
  place.hidden = !text;
  if (place.textContent !== (text || "")) place.textContent = text || "";
};

// The list with its words stands on the table's page alone, and is kept from there: a page that only has a place for it
// takes it from this phone, or from the server where it was never here, or is of an older build or another language.
const LIST = "queue";
const TABLE = "/table";
const stamp = `${page.build} ${document.documentElement.lang}`;
const listOf = (html) => {
  const there = new DOMParser().parseFromString(html, "text/html");
  const found = there.getElementById("queue");
  return there.documentElement.lang === document.documentElement.lang && found?.firstElementChild ? found : null;
};
const fromServer = async () =>
  (await reachable()) ? listOf(await (await fetch(TABLE, { signal: AbortSignal.timeout?.(10_000) })).text()) : null;
// The table's page as the worker kept it: the browser may have thrown away the database and left that.
const fromWorker = async () => {
  const table = await globalThis.caches?.match(TABLE, { ignoreVary: true });
  return table ? listOf(await table.text()) : null;
};
export const fillIn = async (works) => {
  if (panel.firstElementChild) return works && store.keepPage(LIST, panel.outerHTML, stamp);
  const kept = works && (await store.keptPage(LIST));
  const ask = kept ? fromServer : async () => (await fromWorker()) ?? fromServer();
  const fresh = kept?.build === stamp ? null : await ask().catch(() => null);
  if (fresh && works) await store.keepPage(LIST, fresh.outerHTML, stamp);
  const list = fresh ?? (kept && new DOMParser().parseFromString(kept.html, "text/html").getElementById("queue"));
  if (!list) return null;
  for (const { name, value } of list.attributes) if (!panel.hasAttribute(name)) panel.setAttribute(name, value);
  panel.append(...list.children);
  return null;
};

// A notice above everything else, with more in it or without.
export const tell = (name, more = "", values = {}) => {
  let notice = document.getElementById(name);
  if (!notice) {
    notice = document.createElement("p");
    notice.id = name;
    notice.className = "notice notice-warning told";
    notice.setAttribute("role", "alert");
    document.getElementById("main").prepend(notice);
  }
  notice.replaceChildren(says(name, values), " ", more);
  return notice;
};
// This browser keeps nothing: what was typed stays on the page.
export const keepsNothing = () => tell("saysNothing").scrollIntoView({ block: "center" });

let outcome = "idle";
const controlled = Boolean("serviceWorker" in navigator && navigator.serviceWorker.controller);

const button = (name, act, values) => {
  const made = document.createElement("button");
  made.type = "button";
  made.className = name === "saysMove" ? "btn btn-primary" : "btn";
  made.textContent = says(name, values);
  made.addEventListener("click", act);
  return made;
};

// A second tap, so that nothing is dropped by a slip of the thumb.
const dropButton = (hand, act) => {
  let sure = false;
  const made = button("saysDrop", () => {
    if (sure) return act(() => store.drop(hand.key));
    sure = true;
    made.textContent = says("saysReally");
    made.classList.add("btn-danger");
    return null;
  });
  return made;
};

// What came in meanwhile beside what was entered here: only a person knows whether it is the same hand. What keeps comes
// first: a hand too many can be struck out, one that was dropped is gone. templates/scoring/stale.html asks the same.
const conflict = (hand, act) => {
  const more = part("queue-conflict");
  for (const missed of hand.answer.missed ?? []) {
    const line = document.createElement("li");
    line.textContent = missed;
    more.querySelector("[data-missed]").append(line);
  }
  const mine = hand.answer.mine;
  fill(more, "mine", mine && says("saysMine", { RESULT: mine.headline, WHY: mine.reason }));
  const buttons = more.querySelector("[data-buttons]");
  if (hand.fix) {
    fill(more, "question", says("saysNeeded"));
    if (hand.answer.entry) buttons.append(button("saysFixIt", () => act(() => store.keep(hand.key))));
    buttons.append(button("saysLeave", () => act(() => store.drop(hand.key))));
    return more;
  }
  if (!hand.answer.now?.over) buttons.append(button("saysKeep", () => act(() => store.keep(hand.key)), { N: hand.answer.now?.number ?? hand.number }));
  buttons.append(button("saysSame", () => act(() => store.drop(hand.key))));
  return more;
};

const changeButton = (hand) => button("saysChange", () => location.assign(`/table/${hand.sheet}/${hand.typed.events ? "cards" : "hand"}#${hand.key}`));

const refused = (hand, act) => {
  const more = part("queue-refused");
  const answer = hand.answer;
  fill(more, "why", answer.message);
  for (const error of answer.errors ?? []) {
    const line = document.createElement("li");
    line.textContent = error.field ? `${error.field}: ${error.message}` : error.message;
    more.querySelector("[data-errors]").append(line);
  }
  const buttons = more.querySelector("[data-buttons]");
  const next = answer.next;
  if (next) buttons.append(button("saysMove", () => act(() => store.moveOn(hand.key, next)), { GAME: next.game }));
  if (answer.code === "not_here" || answer.code === "key_reused") {
    buttons.append(button("saysAgain", () => act(() => store.again(hand.key))));
  } else if (!next) {
    buttons.append(changeButton(hand));
  }
  buttons.append(dropButton(hand, act));
  return more;
};

const row = (hand, behind, alone, newest, act) => {
  const line = part("queue-hand");
  line.dataset.state = hand.state;
  fill(line, "title", says(hand.fix ? "saysFix" : "saysHand", { N: hand.answer?.number ?? hand.number }));
  const chip = line.querySelector("[data-chip]");
  const onServer = hand.state === "sent";
  chip.textContent = says(onServer ? "saysServer" : "saysPhone");
  if (onServer) chip.dataset.saved = hand.answer.number ?? "";
  chip.classList.toggle("chip-done", onServer);
  fill(line, "result", onServer ? !alone && hand.answer.headline : hand.count);
  fill(line, "said", onServer ? "" : hand.said);
  fill(line, "behind", behind && hand.state === "waiting" ? says("saysBehind") : "");
  // What nobody has judged yet can still be put right here.
  if (hand.state === "waiting" && newest && outcome === "offline" && controlled) line.querySelector("[data-change]").append(changeButton(hand));
  if (hand.state === "conflict") line.append(conflict(hand, act));
  if (hand.state === "refused") line.append(refused(hand, act));
  return line;
};

const status = (waiting, last) => {
  if (!waiting) return last ? says(last.answer.repeated ? "saysTwice" : "saysSaved", { RESULT: last.answer.headline }) : "";
  if (outcome === "gone") return says("saysGone");
  if (outcome === "broken") return says("saysNothing");
  if (outcome === "held") return says("saysHeld");
  if (panel.dataset.page === "form") return ""; // the next hand comes first there
  return outcome === "offline" ? says("saysOffline") : says("saysSending");
};

// The board shows one score: that of the server, or dashed the one that counts what waits on this phone.
const onBoard = (balls) => {
  const board = panel.dataset.page === "table" ? document.querySelector("main .board") : null;
  if (!board) return false;
  ["a", "b"].forEach((side, index) => {
    const figure = board.querySelector(`.board-${side} .board-n`);
    figure.dataset.judged ??= figure.textContent;
    figure.textContent = balls ? balls[index] : figure.dataset.judged;
  });
  board.classList.toggle("is-provisional", Boolean(balls));
  board.dataset.note = says("saysNote");
  return Boolean(balls);
};

// The score as it would be with the hands on this phone, as far as the phone can tell.
const provisional = async () => {
  const now = page.sheet && (await standing(page.sheet.sheet));
  const known = Boolean(now?.waiting && now.plain && now.judged);
  const line = panel.querySelector("[data-provisional]");
  line.classList.toggle("sr-only", onBoard(known ? now.balls : null) && now.winner === null && now.judged === now.of);
  if (!known) return "";
  const [a, b] = now.balls;
  const [first, second] = now.teams ?? page.sheet.teams ?? [];
  const score = says("saysScore", { A: first, N: a, M: b, B: second });
  const more = now.winner !== null ? says("saysWon") : now.judged < now.of ? says("saysPartly", { N: now.judged, OF: now.of }) : "";
  return `${score} ${more}`.trim();
};

// Shows how it stands, and leaves alone what stands there already: a button would lose the finger on it, and would be read
// out once more. `act(work)` does what a person decided, then sends.
let drawn = "";
const waited = new Set(); // the keys of hands that were still to be sent while this page was open
export const draw = async (act, latest) => {
  if (!panel?.firstElementChild) return; // a phone that was at no table has no hands either
  if (latest) outcome = latest;
  // Above a form or its ruling nothing says "Saved", or it would be taken for the hand that is being written; but of a hand
  // that waited there, and has gone. Above a fix that is not saved yet nothing ever does.
  const everything = await store.all();
  for (const hand of everything) if (hand.state !== "sent") waited.add(hand.key);
  const writing = document.getElementById("hand") || panel.dataset.page === "review";
  const fixing = document.querySelector("form[data-fix]");
  const shown = (hand) => hand.state !== "sent" || !(fixing || (writing && !waited.has(hand.key)));
  const hands = everything.filter(shown);
  const waiting = hands.filter((hand) => hand.state !== "sent");
  const stuck = new Set();
  const rows = hands.map((hand) => {
    const behind = stuck.has(hand.sheet);
    if (hand.state === "conflict" || hand.state === "refused") stuck.add(hand.sheet);
    return row(hand, behind, hands.length === 1, hand === waiting.at(-1), act);
  });
  const list = panel.querySelector("[data-hands]");
  const now = JSON.stringify([hands, outcome === "offline"]);
  if (now !== drawn) list.replaceChildren(...rows);
  drawn = now;
  list.hidden = !rows.length;
  const notice = panel.querySelector("[data-notice]");
  fill(panel, "unjudged", waiting.length ? says(waiting.length === 1 ? "saysOne" : "saysMany", { N: waiting.length }) : "");
  fill(panel, "status", status(waiting.length, hands.at(-1)));
  notice.className = `notice notice-${waiting.length ? "warning" : "success"}`;
  notice.hidden = !hands.length;
  fill(panel, "provisional", await provisional());
  const lost = outcome === "offline" && !controlled;
  fill(panel, "plain", lost ? says("saysPlain") : "");
  panel.querySelector("[data-escape]").hidden = !waiting.length;
  panel.hidden = !hands.length && !lost;
};

// After the list was seen: what is on the server and on the page need not stay.
export const tidy = () => store.forget(page.sheet?.sheet ?? "", page.sheet?.seq ?? 0);
