// A hand card by card: the deal as far as it is known, then what was said and played, in order. The phone knows what is
// allowed (js/game); what is not can be written down after a question. What is written are the events and the deal of the
// hand record; the ruling on them is the server's, and grows beside them while there is network.

import { factsOf } from "../game/play.js";
import { standing } from "../game/moments.js";
import { ofCards } from "../game/result.js";
import { growing } from "./live_ruling.js";
import { page } from "./send.js";

const sign = (card) => `${card[0] === "T" ? "10" : card[0]}${{ s: "♠", h: "♥", d: "♦", c: "♣" }[card[1]]}`;

// What a hand comes to that was written down here, as far as the phone can say.
export const resultOfEvents = (typed, { dealer, balls, khanuck, rules }) => {
  const record = {
    dealer: dealer ?? 0, before: { balls: { A: balls[0], B: balls[1] }, khanuck_called: khanuck },
    deal: typed.deal ? JSON.parse(typed.deal) : undefined, events: JSON.parse(typed.events),
  };
  return ofCards(record, rules, standing(record, rules).tally.total);
};

export const startCards = (form, box) => {
  const data = box.dataset;
  const names = JSON.parse(data.names);
  const { rules, teams, balls, khanuck } = page.sheet;
  const before = { balls: { A: balls[0], B: balls[1] }, khanuck_called: khanuck };
  const says = (name, values = {}) => data[name].replace(/%([A-Z]+)%/g, (all, key) => values[key] ?? all);
  const find = (name) => box.querySelector(`[data-${name}]`);
  const all = (name) => [...box.querySelectorAll(`[data-${name}]`)];
  const chosen = (name) => form.querySelector(`input[name="${name}"]:checked`)?.value ?? "";
  const tick = (name, value) => {
    const input = form.querySelector(`input[name="${name}"][value="${value}"]`);
    if (input) input.checked = true;
  };
  const asks = Object.fromEntries(all("ask").map((part) => [part.dataset.ask, part]));
  const buttons = all("card");

  let events = []; // as they were tapped: calls, declarations, cards, and what was said
  let dealt = [[], [], [], []]; // the cards of each seat, in dealing order
  let dealing = null; // the seat whose hand is being written down
  let turn = null; // the seat that plays next, where somebody said it is not the one whose turn it is
  let shown = null; // what the fields held when they were last written

  // --- what is written ---------------------------------------------------------------------------------------------
  const deal = () => {
    const packets = dealt.map((cards) => (cards.length < 4 ? null : cards.length === 6 ? [cards.slice(0, 4).join(" "), cards.slice(4).join(" ")] : [cards.slice(0, 4).join(" ")]));
    return packets.some(Boolean) ? packets : undefined;
  };
  const of = (...types) => events.filter((event) => types.includes(event.type));
  const written = () => {
    const trump = chosen("trump") ? [{ type: "trump", seat: Number(chosen("trumper") || 0), suit: chosen("trump") }] : [];
    return [...of("call"), ...trump, ...of("declare"), ...events.filter((event) => !["call", "declare"].includes(event.type))];
  };
  const record = (...more) => ({ dealer: Number(form.dataset.dealer ?? data.dealer), before, deal: deal(), events: [...written(), ...more] });

  const put = () => {
    form.elements.events.value = of("play", "declare").length ? JSON.stringify(written()) : "";
    form.elements.deal.value = deal() ? JSON.stringify(deal()) : "";
    shown = form.elements.events.value + form.elements.deal.value;
  };
  // What the fields hold: put there by the server, or by what was kept on this phone.
  const take = () => {
    if (form.elements.events.value + form.elements.deal.value === shown) return;
    const read = JSON.parse(form.elements.events.value || "[]");
    events = read.filter((event) => event.type !== "trump");
    const trump = read.find((event) => event.type === "trump");
    if (trump) { tick("trump", trump.suit); tick("trumper", trump.seat); }
    const packets = JSON.parse(form.elements.deal.value || "null") ?? [];
    dealt = [0, 1, 2, 3].map((seat) => (packets[seat] ?? []).join(" ").split(" ").filter(Boolean));
  };

  // --- what happens ------------------------------------------------------------------------------------------------
  const ask = (text, yes) => {
    const doubt = find("doubt");
    doubt.hidden = false;
    find("doubt-text").textContent = text;
    find("doubt-yes").onclick = () => { doubt.hidden = true; yes(); };
    doubt.scrollIntoView({ block: "nearest" });
  };
  const changed = () => {
    find("doubt").hidden = true;
    draw();
    form.dispatchEvent(new Event("input")); // for the draft
    tell(form.elements.events.value !== "");
  };
  const add = (event) => {
    events.push(event);
    turn = null;
    if (event.type === "call") tick("trumper", standing(record(), rules).holder);
    changed();
  };

  // What a card would make against the rules, of this player or of one before: said before it is written down.
  const against = (event, now) => {
    const known = now.facts.infractions.length;
    const fresh = factsOf(record(event), rules);
    if ([...fresh.faults].some((place) => !now.facts.faults.has(place))) return null;
    return fresh.infractions.length > known ? fresh.infractions.at(-1) : false;
  };
  const QUESTIONS = { revoke: "saysRevoke", undercut: "saysUndercut", out_of_turn: "saysTurned", blind_look: "saysBlind" };
  const play = (card, now) => {
    const event = { type: "play", seat: turn ?? now.toPlay, card };
    const wrong = against(event, now);
    if (!wrong) { add(event); return; }
    ask(says(QUESTIONS[wrong.offence], { NAME: names[wrong.seat], N: Math.floor(wrong.play / 4) + 1 }), () => add(event));
  };
  const dealCard = (card) => {
    const at = dealt.findIndex((cards) => cards.includes(card));
    if (at === dealing) dealt[at] = dealt[at].filter((one) => one !== card);
    else if (at < 0 && dealt[dealing].length < 6) dealt[dealing].push(card);
    if (at < 0 && dealt[dealing].length === 6) dealing = [1, 2, 3].map((step) => (dealing + step) % 4).find((seat) => !dealt[seat].length) ?? dealing;
    changed();
  };

  // What the questions of a panel were answered with, as an event.
  const said = (type, part) => {
    const event = { type };
    for (const field of part.querySelectorAll("[data-say]")) {
      const name = field.dataset.say;
      if (field.closest("[hidden]") || field.value === "") continue;
      if (field.type === "checkbox") { if (field.checked || name === "upheld") event[name] = field.checked; }
      else event[name] = ["seat", "against", "amount", "value"].includes(name) ? Number(field.value) : field.value;
    }
    return type === "jodhi" ? { ...event, jack: [30, 50].includes(event.value) } : event;
  };
  const windowOf = (event) => (event.type === "declare" ? (event.kind.includes("royals") ? "royals" : "thunee") : event.type);
  for (const [type, part] of Object.entries(asks)) {
    part.querySelector("[data-done]").addEventListener("click", () => {
      const event = said(type, part);
      const now = standing(record(), rules);
      part.open = false;
      if (now.windows[windowOf(event)]?.includes(event.seat)) add(event);
      else ask(says("saysLate"), () => add(event));
    });
    part.addEventListener("toggle", () => {
      if (!part.open) return;
      for (const other of Object.values(asks)) if (other !== part) other.open = false;
    });
  }
  const offence = asks.accuse.querySelector('[data-say="offence"]');
  const referee = asks.accuse.querySelector("[data-referee]");
  const whose = () => { referee.hidden = !referee.dataset.referee.split(" ").includes(offence.value); };
  offence.addEventListener("change", whose);

  // --- what is shown -----------------------------------------------------------------------------------------------
  const face = (card) => {
    const drawn = buttons.find((button) => button.dataset.card === card).firstElementChild.cloneNode(true);
    for (const named of [drawn, ...drawn.querySelectorAll("[id]")]) named.removeAttribute("id");
    return drawn;
  };
  const drawTrick = (now) => {
    for (const place of all("seat")) {
      const seat = Number(place.dataset.seat);
      const lies = now.table.find((one) => one.seat === seat);
      place.querySelector("[data-lies]").replaceChildren(...(lies ? [face(lies.card)] : []));
      place.classList.toggle("is-turn", (turn ?? now.toPlay) === seat && dealing === null);
      place.classList.toggle("is-winner", now.winner === seat);
      place.disabled = now.toPlay === null || (now.table.length < 4 && Boolean(lies));
    }
  };
  const drawPack = (now) => {
    const seat = turn ?? now.toPlay;
    const ready = seat !== null && (chosen("trump") || now.facts.declaration);
    const gone = new Set(of("play").map((event) => event.card));
    for (const button of buttons) {
      const { card } = button.dataset;
      const mine = dealing !== null && dealt[dealing].includes(card);
      const wrong = dealing !== null || !ready || gone.has(card) ? false : against({ type: "play", seat, card }, now);
      button.disabled = dealing !== null ? !mine && dealt.flat().includes(card) : !ready || gone.has(card) || wrong === null;
      button.classList.toggle("is-mine", mine);
      button.classList.toggle("is-lit", dealing === null && !button.disabled && wrong === false && now.facts.whole[seat]);
      button.classList.toggle("is-wrong", Boolean(wrong));
      if (dealing !== null) button.setAttribute("aria-pressed", String(mine));
      else button.removeAttribute("aria-pressed");
    }
  };
  const drawDeal = () => {
    const toggle = find("deal");
    find("deal-seats").hidden = dealing === null;
    toggle.setAttribute("aria-pressed", String(dealing !== null));
    toggle.textContent = dealing === null ? says("saysDeal", { N: dealt.flat().length }) : says("saysDealt");
    for (const button of all("deal-seat")) {
      const seat = Number(button.dataset.dealSeat);
      button.setAttribute("aria-pressed", String(seat === dealing));
      button.querySelector("[data-has]").textContent = says("saysHas", { N: dealt[seat].length });
    }
  };
  const drawAsks = (now) => {
    for (const [type, part] of Object.entries(asks)) {
      const open = type === "declare" ? now.windows.thunee ?? now.windows.royals : now.windows[type];
      const unknown = (type === "murrials" && rules.murrials === "off") || (type === "declare" && now.facts.declaration);
      const late = now.played > 0 && !now.over && ["jodhi", "double", "khanuck"].includes(type) && !now.facts.declaration;
      const home = find(open ? "open" : "closed");
      if (part.parentElement !== home) home.append(part);
      part.hidden = unknown || !(open || late);
      const seat = part.querySelector('[data-say="seat"]');
      if (!part.open && open) seat.value = String(open[0]);
    }
    const accused = asks.accuse.querySelector('[data-say="against"]');
    if (!asks.accuse.open && now.table.length) accused.value = String(now.table.at(-1).seat);
    find("untimely").hidden = ![...find("closed").children].some((part) => !part.hidden);
  };
  const turnText = (now) => {
    if (dealing !== null) return says("saysHand", { NAME: names[dealing] });
    if (!now.played && !chosen("trump") && !now.facts.declaration) return says("saysTrump");
    if (now.toPlay === null) return says(now.played >= 24 ? "saysOver" : "saysEnded");
    return says("saysTurn", { NAME: names[turn ?? now.toPlay] });
  };
  const countText = (now) => {
    const { declaration } = now.facts;
    if (declaration) {
      const kind = asks.declare.querySelector(`option[value="${declaration.kind}"]`)?.textContent ?? "";
      return says("saysDeclared", { NAME: names[declaration.seat], KIND: kind });
    }
    return says("saysCount", { TEAM: teams[now.tally.counting], HAS: now.tally.total, NEEDS: now.tally.target });
  };
  // Who set what is asked before the first card; after it one line says so, and the cards are in reach.
  const drawSet = (now) => {
    const begun = now.played > 0;
    const suit = form.querySelector('input[name="trump"]:checked')?.nextElementSibling.querySelector("title")?.textContent;
    for (const name of ["trumper", "trump"]) form.querySelector(`[data-field="${name}"]`).hidden = begun || dealing !== null;
    find("set").hidden = !begun || dealing !== null || !suit || Boolean(now.facts.declaration);
    find("set").textContent = says(now.facts.call ? "saysCalled" : "saysSet", { NAME: names[now.facts.trumper], SUIT: suit ?? "", N: now.facts.call });
    for (const part of [find("count"), box.querySelector(".trick-felt")]) part.hidden = dealing !== null;
  };
  const lineOf = (cards, winner) => {
    const line = document.createElement("li");
    line.textContent = cards.map((one) => `${names[one.seat]} ${sign(one.card)}`).join(" · ");
    if (winner !== undefined) line.append(` → ${names[winner]}`);
    return line;
  };
  const draw = () => {
    const now = standing(record(), rules);
    const cards = of("play");
    find("count").textContent = countText(now);
    find("count").classList.toggle("is-made", now.tally.total !== null && now.tally.total >= now.tally.target);
    find("turn").textContent = turnText(now);
    find("tricks").replaceChildren(...Array.from({ length: Math.floor(now.played / 4) }, (none, number) =>
      lineOf(cards.slice(number * 4, number * 4 + 4), now.facts.winners[number])));
    find("undo").disabled = !events.length;
    find("undo").hidden = dealing !== null;
    drawSet(now);
    drawTrick(now);
    drawPack(now);
    drawDeal();
    drawAsks(now);
    put();
  };

  // --- taps --------------------------------------------------------------------------------------------------------
  for (const button of buttons) {
    button.addEventListener("click", () => {
      if (dealing !== null) dealCard(button.dataset.card);
      else play(button.dataset.card, standing(record(), rules));
    });
  }
  for (const place of all("seat")) place.addEventListener("click", () => { turn = Number(place.dataset.seat); draw(); });
  for (const button of all("deal-seat")) button.addEventListener("click", () => { dealing = Number(button.dataset.dealSeat); draw(); });
  find("deal").addEventListener("click", () => { dealing = dealing === null ? dealt.findIndex((cards) => cards.length < 6) : null; if (dealing < 0) dealing = 0; draw(); });
  find("undo").addEventListener("click", () => { events.pop(); turn = null; changed(); });
  find("doubt-no").addEventListener("click", () => { find("doubt").hidden = true; });
  // Who sets trump against the dealer's right has to have called first; asked about a tap made before this page was ready, too.
  const callFirst = () => {
    const { holder, calling } = standing({ ...record(), events: of("call") }, rules);
    const seat = Number(chosen("trumper"));
    if (!calling || seat % 2 === holder % 2) return;
    tick("trumper", holder); // nobody outcalled that side yet
    asks.call.open = true;
    asks.call.querySelector('[data-say="seat"]').value = String(seat);
    find("turn").textContent = says("saysCallFirst", { NAME: names[seat] });
    asks.call.scrollIntoView({ block: "nearest" });
  };
  form.addEventListener("change", (event) => { if (event.target.name === "trumper") callFirst(); });
  form.addEventListener("input", (event) => { take(); if (event.target === form || ["trump", "trumper"].includes(event.target.name)) draw(); });

  const tell = growing(form, find("growing"), data.ruling, says("saysLater"));
  whose();
  take();
  draw();
  if (chosen("trumper") && !of("play").length) callFirst();
  tell(form.elements.events.value !== "");
};
