// What was said during the play: jodhi and murrials, double, khanuck, accusations (engine/thunee: jodhi, claims, double,
// offences). A claim is one jodhi with what it scores; sides are 0 (even seats) and 1.

import { outAt, seats, toPlay } from "./play.js";

// Whether a jodhi called after `at` cards is within its window (TH-JODHI-2, 3); null where nobody can tell.
export const jodhiTimely = ({ winners, rules }, seat, at) => {
  const done = Math.floor(at / 4);
  const inTrick = at % 4;
  if (done > winners.length) return null;
  if (done % 6 === 0 || winners[done - 1] % 2 !== seat % 2) return false;
  if (inTrick && (inTrick > 2 || rules.jodhi_closes !== "third_card")) return false;
  if (done === 1 || rules.jodhi_window === "any_trick") return true;
  if (rules.jodhi_window === "trick_one_three") return done === 3;
  return [1, 3].includes(winners.slice(0, done).filter((winner) => winner % 2 === seat % 2).length);
};

const held = (facts, event, at) => {
  const wanted = [...(event.jack ? "JKQ" : "KQ")].map((rank) => rank + event.suit);
  const gone = facts.rules.jodhi_holding === "in_hand" ? facts.plays.slice(0, at).map((one) => one.card) : [];
  const known = facts.known[event.seat];
  if (wanted.some((card) => known.has(card) && gone.includes(card))) return false;
  if (wanted.every((card) => known.has(card))) return true;
  const elsewhere = wanted.some((card) => seats.some((seat) => seat !== event.seat && facts.known[seat].has(card)));
  return facts.whole[event.seat] || elsewhere ? false : null;
};

const worth = (event, trump) => (trump === null ? null : (event.jack ? 30 : 20) + (event.suit === trump ? 20 : 0));

// The jodhi of a hand as they are called (TH-JODHI-1 to 6, TH-MURR-1 to 4).
export class Jodhis {
  constructor(facts) {
    Object.assign(this, { facts, claims: [], scored: {}, barred: new Set(), special: -1 });
  }

  call(at, place, event) {
    const { facts } = this;
    const due = worth(event, facts.trump);
    const claim = { place, at, seat: event.seat, suit: event.suit, value: event.value, points: 0, answered: false };
    claim.held = held(facts, event, at);
    const timely = jodhiTimely(facts, event.seat, at);
    claim.timely = timely;
    this.claims.push(claim);
    if (this.scored[claim.suit] || this.barred.has(claim.suit)) return;
    claim.good = claim.value === due && timely === true && claim.held === true;
    if (claim.good || facts.rules.unanswered_jodhi === "stands") claim.points = claim.value;
    else if (timely !== false && claim.held !== false) claim.points = due ?? 0;
    if (claim.points) this.scored[claim.suit] = claim;
  }

  murrials(at, event) {
    if (this.facts.rules.murrials === "off") return;
    const claim = this.claims.findLast((one) => one.seat % 2 !== event.seat % 2 && (!event.suit || event.suit === one.suit));
    if (!claim || claim.answered || at > claim.at || this.special > claim.place || claim.good) return;
    claim.answered = true;
    claim.points = 0;
    if (this.scored[claim.suit] === claim) delete this.scored[claim.suit];
    this.barred.add(claim.suit);
  }

  // What the jodhi of each side score as they stand.
  points() {
    return [0, 1].map((side) => this.claims.filter((one) => one.seat % 2 === side).reduce((sum, one) => sum + one.points, 0));
  }
}

const onLastTrick = (facts, at) => at >= 20 && facts.winners.length >= 5;

// Whether a double comes at an allowed moment of the last trick (TH-DBL-1).
export const doubleTimely = (facts, seat, at) => {
  if (at >= 24 || !onLastTrick(facts, at)) return false;
  const rule = facts.rules.double_caller;
  if (rule === "own_turn") return seat === toPlay(facts, at);
  const leader = facts.winners[4];
  const out = outAt(facts, at);
  if (seat === leader) return !out.length;
  return rule === "leader_or_partner" && seat % 2 === leader % 2 && !out.includes(seat);
};

// Whether a khanuck comes at an allowed moment (TH-KHAN-1).
export const khanuckTimely = (facts, seat, at) => {
  if (!onLastTrick(facts, at)) return false;
  return facts.rules.khanuck_timing === "last_trick" || (at < 24 && toPlay(facts, at) === seat);
};

const target = (rules, khanuck) => (khanuck && rules.khanuck_raises_to ? Math.max(rules.balls_to_win, rules.khanuck_raises_to) : rules.balls_to_win);

// The side that has won the game at this score, or null (TH-GAME-1 to 3).
export const gameWinner = (balls, khanuck, rules) => {
  const side = balls[0] > balls[1] ? 0 : 1;
  const lead = rules.two_to_clear === "always" || (rules.two_to_clear === "after_khanuck" && khanuck) ? 2 : 1;
  return balls[side] >= target(rules, khanuck) && balls[side] - balls[1 - side] >= lead ? side : null;
};

const onCornerhouse = ({ balls, khanuck_called: khanuck }, side, rules) => {
  const then = [balls.A, balls.B];
  then[side] += 1;
  return gameWinner(then, khanuck, rules) === side;
};

const cornered = (facts, seat) => {
  const before = facts.record.before ?? { balls: { A: 0, B: 0 }, khanuck_called: false };
  const sides = facts.rules.cornerhouse_scope === "any" ? [0, 1] : [seat % 2];
  return sides.some((side) => onCornerhouse(before, side, facts.rules));
};

const BY_REFEREE = ["signal", "trump_change", "other"];

// Whether the accused is guilty on what was played so far; null when the record does not show it (TH-PEN-1 to 3, 6).
const upheld = (facts, event, at, place, claims) => {
  const { against, offence } = event;
  if (BY_REFEREE.includes(offence)) return event.upheld === true;
  const { declaration } = facts;
  if (offence === "six_of_suit") {
    const cards = [...facts.known[against]];
    if (declaration?.seat !== against || cards.some((card) => card[1] !== cards[0][1])) return false;
    return cards.length === 6 ? true : facts.whole[against] ? false : null;
  }
  if (offence === "false_jodhi") {
    const found = claims.filter((one) => one.seat === against && one.place < place).map((one) => one.held);
    return found.includes(false) ? true : found.includes(null) ? null : false;
  }
  const wanted = ["revoke", "undercut"].includes(offence) ? ["revoke", "undercut"] : [offence];
  if (facts.infractions.some((one) => one.seat === against && wanted.includes(one.offence) && one.play < at)) return true;
  const blind = declaration?.seat === against && declaration.kind.startsWith("blind");
  if (offence === "blind_look" && blind && !facts.first[against] && facts.plays.slice(0, at).some((one) => one.seat === against)) return null;
  if (wanted.includes("revoke") && (facts.stuck || facts.unsure.some((one) => one.seat === against && one.play < at))) return null;
  return false;
};

// Goes through what was said, in order. Tells the first double and khanuck, which calls were left out of account, and at
// which event the hand was ended by words; what comes after that, or after the end of the play, is a fault.
export const hear = (facts) => {
  const { record, rules, declaration, lostAt } = facts;
  const heard = { double: null, khanuck: null, bad: new Set(), ended: null };
  const jodhis = new Jodhis(facts);
  let at = 0;
  record.events.forEach((event, place) => {
    const { type, seat } = event;
    if (type === "play") { at += 1; return; }
    if (["call", "pass", "trump", "declare"].includes(type)) return;
    if (heard.ended !== null && !(type === "accuse" && event.late)) { facts.faults.add(place); return; }
    if (type === "accuse" && seat % 2 === event.against % 2) { facts.faults.add(place); return; }
    const late = ["accuse", "jodhi", "murrials", "khanuck"].includes(type) || (type === "redeal" && event.reason === "trumpless");
    const over = (lostAt !== null && at >= lostAt) || (at >= 24 && !late);
    if (over && !(type === "accuse" && event.late)) { facts.faults.add(place); return; }
    if (declaration && ["jodhi", "double", "khanuck"].includes(type)) heard.bad.add(place);
    else if (type === "jodhi") jodhis.call(at, place, event);
    else if (type === "murrials") jodhis.murrials(at, event);
    else if (type === "redeal") heard.ended = place;
    else if (type === "khanuck") heard.khanuck ??= event;
    else if (type === "double" && !heard.double) {
      const barred = rules.cornerhouse_double !== "allowed" && cornered(facts, seat);
      if (!barred || rules.cornerhouse_double !== "refused") heard.double = event;
      if (barred && rules.cornerhouse_double === "penalty") heard.ended = place;
    } else if (type === "accuse" && heard.ended === null && !(event.late && rules.late_accusation === "barred")) {
      const guilty = upheld(facts, event, at, place, jodhis.claims);
      if (guilty || (guilty === false && rules.false_accusation)) heard.ended = place;
    }
  });
  if (heard.ended !== null) {
    record.events.forEach((event, place) => {
      if (place > heard.ended && !(event.type === "accuse" && event.late)) facts.faults.add(place);
    });
  }
  return heard;
};
