// A hand of Thunee for four, as far as a phone can tell without the server: who holds what, who sets trump, whose turn it
// is, who wins each trick, and which cards were against the rules. Read as the engine reads a record (engine/thunee:
// transcript, calling, play); tests/pages/test_moments.py holds every moment of tests/cases against the engine.
//
// A record is { dealer, before, deal, events }, `rules` the values of the tournament's profile. Cards are text ("Jh").

export const RANKS = "QKTA9J"; // from the lowest; in royals from the highest
export const SUITS = "shdc";
export const PACK = [...SUITS].flatMap((suit) => [...RANKS].reverse().map((rank) => rank + suit));
const POINTS = { J: 30, 9: 20, A: 11, T: 10, K: 3, Q: 2 };
export const pointsOf = (cards) => cards.reduce((sum, card) => sum + POINTS[card[0]], 0);
export const seats = [0, 1, 2, 3];
const rank = (card, royal) => (royal ? -1 : 1) * RANKS.indexOf(card[0]);

// What is known of each hand: the cards it was dealt, and where that is not all written, those it plays.
const handsOf = (record, plays) => {
  const given = seats.map((seat) => (record.deal?.[seat] ?? []).join(" ").split(" ").filter(Boolean));
  const known = given.map((cards) => new Set(cards));
  for (const { seat, card } of plays) if (given[seat].length < 6) known[seat].add(card);
  const unwritten = seats.filter((seat) => !given[seat].length);
  const all = given.flat();
  if (unwritten.length === 1 && all.length === 18) known[unwritten[0]] = new Set(PACK.filter((card) => !all.includes(card)));
  const first = seats.map((seat) => record.deal?.[seat]?.[0]?.split(" ") ?? null);
  return { given, known, first, whole: known.map((cards) => cards.size >= 6) };
};

export const nextStep = (amount) => (amount < 100 ? amount + 10 : 104);

// What a call counts as, or null when it is not allowed (TH-CALL-2, 3, 5, 8).
const accepted = (facts, event, holder, closed) => {
  const { rules, call } = facts;
  const { amount } = event;
  const blind = Boolean(event.blind);
  if (closed || event.seat % 2 === holder % 2 || amount <= call || amount > rules.max_call) return null;
  if (rules.call_step === "exact" ? amount !== nextStep(call) : amount % 10 && !(amount === 104 && call === 100)) return null;
  if (blind !== facts.blind && (facts.blind || rules.blind_call === "off")) return null;
  return event.both && rules.simultaneous_call === "escalate" ? Math.min(nextStep(amount), rules.max_call) : amount;
};

export const isPlayed = (kind, rules) => kind === "thunee" || rules[kind] === "on";

// Who holds the call, who sets trump, whether a declaration overrides both (TH-CALL-1 to 5, TH-THUN-1).
const settleCalls = (facts, record, plays) => {
  let holder = (record.dealer + 1) % 4;
  let played = 0;
  let trump = null;
  const declared = [];
  const bad = (offence, seat, place) => facts.infractions.push({ offence, seat, play: played, place });
  record.events.forEach((event, place) => {
    if (event.type === "play") played += 1;
    else if (event.type === "call") {
      const amount = accepted(facts, event, holder, played || trump || declared.length);
      if (amount === null) { bad("bad_call", event.seat, place); return; }
      holder = event.seat;
      Object.assign(facts, { call: amount, blind: Boolean(event.blind), both: Boolean(event.both) });
    } else if (event.type === "trump") {
      if (trump && (trump.seat !== event.seat || trump.suit !== event.suit)) facts.faults.add(place);
      if (trump) return;
      if (event.seat % 2 !== holder % 2) facts.faults.add(place);
      else if (event.seat !== holder && !facts.both) bad("bad_trump", event.seat, place);
      trump = event;
    } else if (event.type === "declare") {
      if (!played && isPlayed(event.kind, facts.rules)) declared.push(event);
      else bad("bad_call", event.seat, place);
    }
  });
  facts.trumper = trump ? trump.seat : holder;
  facts.trumping = facts.trumper % 2;
  facts.trump = trump ? trump.suit : null;
  facts.leader = (facts.trumper + 1) % 4;
  if (!declared.length) return;
  const one = declared.find((event) => event.seat === facts.trumper) ?? declared[0];
  const named = facts.rules.thunee_trump === "named" && one.suit ? one.suit : null;
  Object.assign(facts, {
    declaration: one, trumping: one.seat % 2, leader: one.seat, call: 0, blind: false, royal: one.kind.includes("royals"),
    trump: named ?? (plays.length ? plays[0].card[1] : null),
  });
};

// What is against the rules in a card (TH-PLAY-2, 4, 5, TH-BLIND-3); `unsure` where the cards written down do not tell.
export const offencesIn = (facts, play, trick, leader, remaining, number) => {
  const { rules, trump } = facts;
  const { seat, card } = play;
  const found = [];
  const out = trick.map((one) => one.seat);
  const due = seats.map((step) => (leader + step) % 4).find((one) => !out.includes(one));
  if (seat !== due && rules.out_of_turn !== "ignore") found.push("out_of_turn");
  const led = trick.length ? trick[0].card[1] : card[1];
  let unsure = false;
  if (card[1] !== led) {
    const held = [...remaining[seat]];
    if (held.some((one) => one[1] === led)) found.push("revoke");
    else {
      unsure = !facts.whole[seat];
      const higher = (one) => one[1] === trump && rank(one, facts.royal) > rank(card, facts.royal);
      if (rules.undercut === "enforced" && card[1] === trump && led !== trump && trick.some((one) => higher(one.card))) {
        if (held.some((one) => one[1] !== trump)) found.push("undercut");
      }
    }
  }
  const { declaration } = facts;
  if (declaration?.kind.startsWith("blind") && seat === declaration.seat && number < 16) {
    if (facts.first[seat] && !facts.first[seat].includes(card)) found.push("blind_look");
  }
  return { found, unsure };
};

// The play that wins a trick (TH-PLAY-3); null when trump is unknown and might decide it.
const bestOf = (facts, trick) => {
  const led = trick[0].card[1];
  if (facts.trump === null && trick.some((one) => one.card[1] !== led)) return null;
  const suit = trick.some((one) => one.card[1] === facts.trump) ? facts.trump : led;
  const able = trick.filter((one) => one.card[1] === suit);
  return able.reduce((best, one) => (rank(one.card, facts.royal) > rank(best.card, facts.royal) ? one : best));
};

const impossible = (facts, { seat, card }, trick, gone, remaining) =>
  trick.some((one) => one.seat === seat) || gone.has(card) || !remaining[seat].has(card)
  || seats.some((other) => other !== seat && facts.given[other].includes(card));

// The play, card by card, up to where it can be understood: winners, tricks, offences.
const walk = (facts, plays) => {
  const remaining = facts.known.map((cards) => new Set(cards));
  const gone = new Set();
  let leader = facts.leader;
  let trick = [];
  for (const play of plays) {
    const number = facts.played;
    if (number === 24 || impossible(facts, play, trick, gone, remaining)) { facts.faults.add(play.place); return; }
    const { found, unsure } = offencesIn(facts, play, trick, leader, remaining, number);
    for (const offence of found) facts.infractions.push({ offence, seat: play.seat, play: number, place: play.place, card: play.card });
    if (unsure) facts.unsure.push({ seat: play.seat, play: number });
    trick.push(play);
    gone.add(play.card);
    remaining[play.seat].delete(play.card);
    facts.played += 1;
    if (trick.length < 4) continue;
    const best = bestOf(facts, trick);
    if (best === null) { facts.stuck = true; return; }
    facts.winners.push(best.seat);
    facts.tricks.push(trick.map((one) => one.card));
    const { declaration, rules } = facts;
    const held = declaration && (best.seat === declaration.seat
      || (rules.thunee_winner === "team" && best.seat % 2 === declaration.seat % 2));
    if (declaration && !held) facts.lostAt ??= facts.winners.length * 4;
    leader = best.seat;
    trick = [];
  }
  facts.complete = facts.winners.length === 6;
};

// Everything the cards of a record tell. Infractions have the offence, the seat, how many cards were played before, and
// their place among the events; `faults` are the places of what cannot have happened.
export const factsOf = (record, rules) => {
  const plays = record.events.flatMap((event, place) => (event.type === "play" ? [{ seat: event.seat, card: event.card, place }] : []));
  const facts = {
    record, rules, plays, ...handsOf(record, plays), call: 0, blind: false, both: false, declaration: null, royal: false,
    infractions: [], unsure: [], faults: new Set(), winners: [], tricks: [], played: 0, stuck: false, lostAt: null, complete: false,
  };
  settleCalls(facts, record, plays);
  walk(facts, plays);
  return facts;
};

// Who leads the trick that the card after `played` cards belongs to; null where nobody can tell.
export const leaderAt = (facts, played) => {
  const done = Math.floor(played / 4);
  if (!done) return facts.leader;
  return done <= facts.winners.length ? facts.winners[done - 1] : null;
};

export const outAt = (facts, at) => facts.plays.slice(at - (at % 4), at).map((one) => one.seat);

// The seat whose turn it is after `at` cards.
export const toPlay = (facts, at) => {
  const leader = leaderAt(facts, at) ?? 0;
  const out = outAt(facts, at);
  return seats.map((step) => (leader + step) % 4).find((seat) => !out.includes(seat));
};
