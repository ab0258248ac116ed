// What a plain hand comes to, as far as a phone can say without the server: { winner: 0 | 1 | null, balls }, winner null for
// a hand that is dealt again; null where only the server can judge it. Held against the engine by tests/pages/test_results.py.

import { factsOf, isPlayed } from "./play.js";
import { gameWinner, hear } from "./calls.js";

const VOID = { winner: null, balls: 0 };
const won = (winner, balls) => ({ winner, balls });
const number = (text) => (/^\d+$/.test(text ?? "") ? Number(text) : null);

const declared = (rules, kind, seat, lostTo) => {
  const family = kind.startsWith("blind") ? "blind" : kind;
  if (lostTo === null) return won(seat % 2, rules[`${family}_win`]);
  return won(1 - (seat % 2), rules[`${family}_${lostTo % 2 === seat % 2 ? "partner_catch" : "loss"}`]);
};

const counted = (rules, trumping, count, call, blind) => {
  if (count < rules.target_count) return won(trumping, call && blind ? 2 : 1);
  if (!call) return won(1 - trumping, 1);
  return won(1 - trumping, blind ? rules.blind_call_loss : rules.call_and_loss);
};

// The jodhi of each side as they were typed; null where one of them looks wrong, which the server judges.
const jodhiOf = (typed, trump) => {
  const points = [0, 0];
  const suits = new Set();
  for (let row = 0; row < 4; row += 1) {
    const get = (name) => typed[`jodhi${row}_${name}`];
    const value = number(get("value"));
    const seat = number(get("seat"));
    if (value === null && seat === null) continue;
    const suit = get("suit");
    const right = trump && suit ? (suit === trump) === value >= 40 : true;
    if (value === null || seat === null || !right || get("trick") || get("murrials") || (suit && suits.has(suit))) return null;
    if (suit) suits.add(suit);
    points[seat % 2] += value;
  }
  return points;
};

// From what was typed into the form of figures.
export const ofFigures = (typed, rules) => {
  if (typed.double || typed.khanuck || typed.unnoticed) return null;
  if (typed.redeal) return VOID;
  const caught = number(typed.four_ball);
  if (caught !== null) return typed.offence === "six_of_suit" ? null : won(1 - (caught % 2), rules.four_ball);
  if (typed.false_by) return rules.false_accusation && typed.false_against ? won(number(typed.false_against) % 2, rules.false_accusation) : null;
  if (typed.declared) {
    const seat = number(typed.declared_seat);
    const lostTo = number(typed.declared_lost_to);
    if (!isPlayed(typed.declared, rules) || seat === null || (lostTo === null && typed.declared_lost_to !== "won") || lostTo === seat) return null;
    const kept = lostTo !== null && lostTo % 2 === seat % 2 && rules.thunee_winner === "team";
    return declared(rules, typed.declared, seat, kept ? null : lostTo);
  }
  const [trumper, points, last] = ["trumper", "points", "last_trick"].map((name) => number(typed[name]));
  const call = number(typed.call) ?? 0;
  const jodhi = jodhiOf(typed, typed.trump);
  if (call > rules.max_call || (typed.blind && rules.blind_call === "off")) return null;
  if (trumper === null || points === null || points > 304 || last === null || !jodhi) return null;
  const trumping = trumper % 2;
  const cards = [0, 0];
  cards[trumping] = typed.points_of === "trumping" ? points : 304 - points;
  cards[1 - trumping] = 304 - cards[trumping];
  if (!cards[last % 2] || cards.some((none, side) => !none && jodhi[side])) return null; // no points, no trick
  let count = cards[1 - trumping] + jodhi[1 - trumping] - jodhi[trumping] + (rules.call_counts === "yes" ? call : 0);
  if (last % 2 !== trumping) count += 10;
  else if (rules.last_trick === "transfer") count -= 10;
  return counted(rules, trumping, count, call, Boolean(typed.blind));
};

// From the cards.
export const ofCards = (record, rules, total) => {
  const facts = factsOf(record, rules);
  const { double, khanuck, ended } = hear(facts);
  if (double || khanuck || ended !== null || facts.faults.size || facts.stuck) return null;
  if (record.events.some((event) => event.type === "accuse" || event.type === "redeal")) return null;
  const { declaration, lostAt } = facts;
  if (declaration ? lostAt === null && !facts.complete : !facts.complete) return null;
  const held = (side) => facts.known.some((cards, seat) => seat % 2 === side && [...cards].some((card) => card[1] === facts.trump));
  if (!held(1 - facts.trumping)) return null; // trumpless, perhaps: the server knows whether anybody has to notice
  if (!declaration) return counted(rules, facts.trumping, total, facts.call, facts.blind);
  return declared(rules, declaration.kind, declaration.seat, lostAt === null ? null : facts.winners[lostAt / 4 - 1]);
};

// Who deals next (TH-DEAL-4); `balls` are those after the hand.
const nextDealer = (dealer, balls, again, rules) => {
  if (again) return dealer;
  const stays = rules.dealer_rotation !== "always" && balls[dealer % 2] < balls[1 - (dealer % 2)];
  return stays ? dealer : (dealer + 1) % 4;
};

// A game as it goes on by hands that only this phone knows: `game` has balls, khanuck, dealer; `hands` their results, in
// order. Stops at the first that only the server can judge, or when the game is over; `judged` counts those before.
export const goOn = (game, hands, rules) => {
  const balls = [...game.balls];
  let { dealer } = game;
  let judged = 0;
  let winner = gameWinner(balls, game.khanuck, rules);
  for (const hand of hands) {
    if (!hand || winner !== null) break;
    if (hand.winner !== null) balls[hand.winner] += hand.balls;
    winner = gameWinner(balls, game.khanuck, rules);
    if (dealer !== null) dealer = nextDealer(dealer, balls, hand.winner === null, rules);
    judged += 1;
  }
  return { balls, dealer, judged, winner };
};
