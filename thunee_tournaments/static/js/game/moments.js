// The moments of a hand: after every event who is to play, which cards are allowed, what may be called by whom, and the
// count so far. What engine.replay tells of a record, told by the phone (engine/thunee/moments.py).

import { factsOf, isPlayed, leaderAt, offencesIn, PACK, pointsOf, seats, toPlay } from "./play.js";
import { doubleTimely, hear, Jodhis, jodhiTimely, khanuckTimely } from "./calls.js";

const AFTER_LAST_CARD = ["accuse", "jodhi", "murrials", "khanuck"];

class Table {
  constructor(record, rules) {
    this.facts = factsOf(record, rules);
    this.heard = hear(this.facts);
    this.remaining = this.facts.known.map((cards) => new Set(cards));
    Object.assign(this, { trick: [], played: 0, allowed: null, holder: (record.dealer + 1) % 4, calling: true, answerable: null });
    Object.assign(this, { double: null, khanuck: null, place: -1, jodhis: new Jodhis(this.facts) });
    this.last = record.events.map((event) => !(event.type === "accuse" && event.late)).lastIndexOf(true);
  }

  // The cards a seat may play now, of those it is known to hold (the trick on the table as it lies).
  may(seat) {
    const trick = this.trick.length === 4 ? [] : this.trick;
    const leader = leaderAt(this.facts, this.played);
    return [...this.remaining[seat]].filter((card) => !offencesIn(this.facts, { seat, card }, trick, leader, this.remaining, this.played).found.length);
  }

  // Lets an event happen; false where the record cannot have happened from here on.
  happens(place, event) {
    this.place = place;
    this.allowed = null;
    if (event.type === "play") return this.card(event);
    this.said(place, event);
    return !this.facts.faults.has(place);
  }

  card({ seat, card }) {
    const { facts } = this;
    const understood = this.played < facts.played;
    if (!understood && !facts.stuck) return false;
    if (this.trick.length === 4) this.trick = [];
    if (understood) this.allowed = this.may(seat);
    this.trick.push({ seat, card });
    this.remaining[seat].delete(card);
    this.played += 1;
    this.calling = false;
    this.answerable = null;
    return true;
  }

  said(place, event) {
    const { facts, heard } = this;
    const bad = heard.bad.has(place) || facts.infractions.some((one) => one.place === place);
    if (event.type === "call" && !bad) this.holder = event.seat;
    else if (["trump", "declare"].includes(event.type) && !bad) this.calling = false;
    else if (["double", "khanuck"].includes(event.type) && !bad) {
      this.jodhis.special = place;
      this.answerable = null;
      this[event.type] = heard[event.type];
    } else if (event.type === "jodhi" && !facts.declaration) {
      this.jodhis.call(this.played, place, event);
      this.answerable = event.seat;
    } else if (event.type === "murrials") {
      this.jodhis.murrials(this.played, event);
      this.answerable = null;
    }
  }

  get ended() {
    return this.heard.ended !== null && this.place >= this.last;
  }

  get over() {
    const { lostAt } = this.facts;
    return this.ended || this.played >= 24 || (lostAt !== null && this.played >= lostAt);
  }

  windows() {
    const { facts, played } = this;
    if (this.ended) return {};
    const open = {};
    const put = (call, who) => { if (who.length) open[call] = who; };
    if (this.calling && !played) put("call", seats.filter((seat) => seat % 2 !== this.holder % 2));
    if (!played && !facts.declaration) for (const kind of ["thunee", "royals"]) if (isPlayed(kind, facts.rules)) put(kind, seats);
    if (!facts.declaration && played) {
      put("jodhi", seats.filter((seat) => played < 24 && jodhiTimely(facts, seat, played)));
      if (this.answerable !== null && facts.rules.murrials === "on") put("murrials", seats.filter((seat) => seat % 2 !== this.answerable % 2));
      if (played <= facts.played && !this.double) put("double", seats.filter((seat) => doubleTimely(facts, seat, played)));
      if (played <= facts.played && !this.khanuck) put("khanuck", seats.filter((seat) => khanuckTimely(facts, seat, played)));
    }
    if (played) put("accuse", seats);
    return this.over ? Object.fromEntries(Object.entries(open).filter(([call]) => AFTER_LAST_CARD.includes(call))) : open;
  }

  tally() {
    const { facts } = this;
    const done = Math.min(Math.floor(this.played / 4), facts.winners.length);
    const points = [0, 0];
    const tricks = [0, 0];
    facts.winners.slice(0, done).forEach((winner, number) => {
      points[winner % 2] += pointsOf(facts.tricks[number]);
      tricks[winner % 2] += 1;
    });
    const jodhi = this.jodhis.points();
    if (facts.declaration) return { points, tricks, jodhi, counting: null, total: null };
    const counting = 1 - facts.trumping;
    let total = points[counting] + jodhi[counting] - jodhi[1 - counting] + (facts.rules.call_counts === "yes" ? facts.call : 0);
    if (facts.complete && this.played >= 24) {
      if (facts.winners[5] % 2 === counting) total += 10;
      else if (facts.rules.last_trick === "transfer") total -= 10;
    }
    return { points, tricks, jodhi, counting, total };
  }

  moment() {
    const { facts, played } = this;
    const full = this.trick.length === 4;
    const trick = played ? Math.floor((played - 1) / 4) + 1 : 0;
    const known = leaderAt(facts, played) !== null;
    return {
      played, trick, allowed: this.allowed, table: this.trick.slice(),
      hands: this.remaining.map((cards) => PACK.filter((card) => cards.has(card))), whole: facts.whole,
      winner: full ? facts.winners[trick - 1] ?? null : null,
      toPlay: this.over || !known || played > facts.played ? null : toPlay(facts, played),
      windows: this.windows(), tally: { ...this.tally(), target: facts.rules.target_count },
    };
  }
}

// Every moment of a record's hand, from the deal on, as far as it can have happened.
export const moments = (record, rules) => {
  const table = new Table(record, rules);
  const told = [table.moment()];
  for (const [place, event] of record.events.entries()) {
    if (!table.happens(place, event)) break;
    told.push(table.moment());
  }
  return told;
};

// The table as it stands after everything written down: the last moment, the facts behind it, and what the seat whose turn
// it is may play.
export const standing = (record, rules) => {
  const table = new Table(record, rules);
  const possible = record.events.every((event, place) => table.happens(place, event));
  const now = table.moment();
  return { ...now, facts: table.facts, holder: table.holder, calling: table.calling, over: table.over, possible, legal: now.toPlay === null ? [] : table.may(now.toPlay) };
};
