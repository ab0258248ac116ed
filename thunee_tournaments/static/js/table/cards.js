// A hand card by card: whose turn it is, who wins each trick, what was called when, and the count as it grows. What is
// written are the events of the hand record; the ruling on them is the server's.

const form = document.getElementById("hand");
const box = document.getElementById("by-cards");
const data = box.dataset;
const names = JSON.parse(data.names);
const RANKS = "J9ATKQ"; // from the highest
const POINTS = { J: 30, 9: 20, A: 11, T: 10, K: 3, Q: 2 };
const says = (name, values = {}) => data[name].replace(/%([A-Z]+)%/g, (all, key) => values[key] ?? all);
const find = (name) => box.querySelector(`[data-${name}]`);
const chosen = (name) => form.querySelector(`input[name="${name}"]:checked`)?.value ?? "";
const sign = (card) => `${card[0] === "T" ? "10" : card[0]}${{ s: "♠", h: "♥", d: "♦", c: "♣" }[card[1]]}`;

let events = []; // from the first card on; what stands before it is read from the questions above

// The hand so far: tricks with their winners, whose turn it is, and what each side has.
export const replay = (trumper, trump, later) => {
  const tricks = [];
  let leader = (trumper + 1) % 4;
  let cards = [];
  const points = [0, 0];
  for (const event of later.filter((one) => one.type === "play")) {
    cards.push(event);
    if (cards.length < 4) continue;
    const led = cards[0].card[1];
    const worth = ({ card }) => (card[1] === trump ? 20 : card[1] === led ? 10 : 0) - RANKS.indexOf(card[0]);
    const best = cards.reduce((one, other) => (worth(other) > worth(one) ? other : one));
    for (const { card } of cards) points[best.seat % 2] += POINTS[card[0]];
    tricks.push({ cards, winner: best.seat });
    leader = best.seat;
    cards = [];
  }
  const over = tricks.length === 6;
  return { tricks, open: cards, points, over, turn: over ? null : (leader + cards.length) % 4 };
};

// The trick in which this seat did not follow a suit it turns out to hold; 0 if there is none.
export const revoked = (state, seat, card) =>
  [...state.tricks.map((one) => one.cards), state.open].findIndex(
    (cards) => cards.length && cards[0].card[1] === card[1] && cards.some((one) => one.seat === seat && one.card[1] !== card[1]),
  ) + 1;

const jodhiOf = (side) => {
  const answered = new Set();
  events.forEach((event, index) => {
    const before = events.slice(0, index).filter((one) => one.type === "jodhi" && one.seat % 2 !== event.seat % 2);
    if (event.type === "murrials" && before.length) answered.add(before.at(-1));
  });
  return events.filter((one) => one.type === "jodhi" && one.seat % 2 === side && !answered.has(one)).reduce((sum, one) => sum + one.value, 0);
};

const questions = () => ({ trumper: Number(chosen("trumper") || 0), trump: chosen("trump"), call: Number(chosen("call")) });

const written = () => {
  const { trumper, trump, call } = questions();
  const calls = call ? [{ type: "call", seat: trumper, amount: call }] : [];
  return [...calls, ...(trump ? [{ type: "trump", seat: trumper, suit: trump }] : []), ...events];
};

const add = (event) => {
  events.push(event);
  draw();
  form.dispatchEvent(new Event("input")); // for the draft
};

// What the field holds: put there by the server, or by what was kept on this phone.
let shown = null;
const take = () => {
  if (form.elements.events.value === shown) return;
  const all = JSON.parse(form.elements.events.value || "[]");
  events = all.filter((one) => one.type !== "call" && one.type !== "trump");
  const trump = all.find((one) => one.type === "trump");
  const tapped = trump && form.querySelector(`input[name="trump"][value="${trump.suit}"]`);
  if (tapped) tapped.checked = true;
};

const play = (card) => {
  const { trumper, trump } = questions();
  const state = replay(trumper, trump, events);
  if (state.turn === null) return;
  const trick = revoked(state, state.turn, card);
  const event = { type: "play", seat: state.turn, card };
  const doubt = find("doubt");
  doubt.hidden = !trick;
  if (!trick) {
    add(event);
    return;
  }
  find("doubt-text").textContent = says("saysRevoke", { NAME: names[state.turn], N: trick });
  find("doubt-yes").onclick = () => { doubt.hidden = true; add(event); };
};

const draw = () => {
  const { trumper, trump, call } = questions();
  const state = replay(trumper, trump, events);
  const played = new Set(events.map((one) => one.card));
  for (const button of box.querySelectorAll("[data-card]")) {
    button.disabled = !trump || state.over || played.has(button.dataset.card);
  }
  find("turn").textContent = !trump ? says("saysTrump") : state.over ? says("saysOver") : says("saysTurn", { NAME: names[state.turn] });
  find("tricks").replaceChildren(...[...state.tricks, ...(state.open.length ? [{ cards: state.open }] : [])].map((trick) => {
    const line = document.createElement("li");
    line.textContent = trick.cards.map((one) => `${names[one.seat]} ${sign(one.card)}`).join(" · ");
    if (trick.winner !== undefined) line.append(` → ${names[trick.winner]}`);
    return line;
  }));
  const counting = 1 - (trumper % 2);
  const last = state.over ? state.tricks[5].winner % 2 : null;
  let has = state.points[counting] + jodhiOf(counting) - jodhiOf(1 - counting) + (form.dataset.callCounts === "yes" ? call : 0);
  if (last === counting) has += 10;
  else if (last !== null && form.dataset.transfer === "transfer") has -= 10;
  const team = counting ? form.dataset.teamB : form.dataset.teamA;
  find("count").textContent = says("saysCount", { TEAM: team, HAS: has, NEEDS: form.dataset.target });
  const tricks = state.tricks.length;
  // What can be said now: a jodhi after a trick till the third card of the next, the last calls with the last trick.
  find("jodhi").hidden = !tricks || state.open.length > 2;
  find("murrials").hidden = !events.some((one) => one.type === "jodhi") || events.at(-1)?.type === "play";
  for (const name of ["double", "khanuck"]) find(name).hidden = tricks < 5 || state.over;
  find("undo").disabled = !events.length;
  shown = events.length ? JSON.stringify(written()) : "";
  form.elements.events.value = shown;
};

const asked = (name) => {
  const part = find(`ask-${name}`);
  const value = (field) => part.querySelector(`[data-ask="${field}"]`).value;
  part.querySelector("[data-say]").addEventListener("click", () => {
    const seat = Number(value("seat"));
    if (name === "jodhi") add({ type: "jodhi", seat, suit: value("suit"), value: Number(value("value")), jack: ["30", "50"].includes(value("value")) });
    else if (name === "accuse") add({ type: "accuse", seat, against: Number(value("against")), offence: value("offence") });
    else add({ type: name, seat });
    part.open = false;
  });
};

if (form && box) {
  for (const button of box.querySelectorAll("[data-card]")) button.addEventListener("click", () => play(button.dataset.card));
  for (const name of ["jodhi", "murrials", "double", "khanuck", "accuse"]) asked(name);
  find("undo").addEventListener("click", () => { events.pop(); find("doubt").hidden = true; draw(); form.dispatchEvent(new Event("input")); });
  find("doubt-no").addEventListener("click", () => { find("doubt").hidden = true; });
  form.addEventListener("input", () => { take(); draw(); });
  take();
  draw();
}
