// The hands on this phone, as a list on the page: what waits, what is on the server, and what a person has to decide.

import { page } from "./send.js";
import * as store from "./store.js";

const panel = document.getElementById("queue");
const says = (name, values = {}) =>
  (panel.dataset[name] ?? "").replace(/%([A-Z]+)%/g, (all, key) => values[key] ?? all);
const part = (name) => document.getElementById(name).content.firstElementChild.cloneNode(true);
const fill = (node, name, text) => {
  const place = node.querySelector(`[data-${name}]`);
  place.textContent = text ?? "";
  place.hidden = !text;
};

let outcome = "idle";

const button = (name, act, values) => {
  const made = document.createElement("button");
  made.type = "button";
  made.className = name === "saysKeep" || name === "saysMove" ? "btn btn-primary" : "btn";
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

// What came in meanwhile beside what was entered here: only a person knows whether it is the same hand.
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
  buttons.append(button("saysSame", () => act(() => store.drop(hand.key))));
  if (!hand.answer.now?.over) buttons.append(button("saysKeep", () => act(() => store.keep(hand.key))));
  return more;
};

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
    buttons.append(button("saysChange", () => location.assign(`/table/${hand.sheet}/${hand.typed.events ? "cards" : "hand"}#${hand.key}`)));
  }
  buttons.append(dropButton(hand, act));
  return more;
};

const row = (hand, behind, alone, act) => {
  const line = part("queue-hand");
  line.dataset.state = hand.state;
  fill(line, "title", says("saysHand", { N: hand.answer?.number ?? hand.number }));
  const chip = line.querySelector("[data-chip]");
  const onServer = hand.state === "sent";
  chip.textContent = onServer ? says("saysServer", { N: hand.answer.number ?? "–" }) : says("saysPhone");
  chip.classList.toggle("chip-done", onServer);
  fill(line, "result", onServer ? !alone && hand.answer.headline : hand.count);
  fill(line, "said", onServer ? "" : hand.said);
  fill(line, "behind", behind && hand.state === "waiting" ? says("saysBehind") : "");
  if (hand.state === "conflict") line.append(conflict(hand, act));
  if (hand.state === "refused") line.append(refused(hand, act));
  return line;
};

const status = (waiting, last) => {
  if (!waiting) return last ? says(last.answer.repeated ? "saysTwice" : "saysSaved", { RESULT: last.answer.headline }) : "";
  if (outcome === "gone") return says("saysGone");
  if (outcome === "broken") return says("saysBroken");
  if (outcome === "held") return says("saysHeld");
  return outcome === "offline" ? says("saysOffline") : says("saysSending");
};

// Draws the list anew. `act(work)` does what a person decided, then sends.
export const draw = async (act, latest) => {
  if (!panel) return;
  if (latest) outcome = latest;
  const hands = await store.all();
  const waiting = hands.filter((hand) => hand.state !== "sent");
  const stuck = new Set();
  const rows = hands.map((hand) => {
    const behind = stuck.has(hand.sheet);
    if (hand.state === "conflict" || hand.state === "refused") stuck.add(hand.sheet);
    return row(hand, behind, hands.length === 1, act);
  });
  const list = panel.querySelector("[data-hands]");
  list.replaceChildren(...rows);
  list.hidden = !rows.length;
  const notice = panel.querySelector("[data-notice]");
  fill(panel, "unjudged", waiting.length ? says(waiting.length === 1 ? "saysOne" : "saysMany", { N: waiting.length }) : "");
  fill(panel, "status", status(waiting.length, hands.at(-1)));
  notice.className = `notice notice-${waiting.length ? "warning" : "success"}`;
  notice.hidden = !hands.length;
  const lost = outcome === "offline" && !("serviceWorker" in navigator && navigator.serviceWorker.controller);
  fill(panel, "plain", lost ? says("saysPlain") : "");
  panel.querySelector("[data-escape]").hidden = !waiting.length;
  panel.hidden = !hands.length && !lost;
};

// After the list was seen: what is on the server and on the page need not stay.
export const tidy = () => store.forget(page.sheet?.sheet ?? "", page.sheet?.seq ?? 0);
