// What is known of a sheet now: as the server said last, and with the hands that wait on this phone. What those come to is
// the phone's own word (js/game/result.js): the server judges them when they get there.

import { goOn, ofFigures } from "../game/result.js";
import { page } from "./send.js";
import * as store from "./store.js";

const waitingOn = async (sheet) => (await store.all()).filter((hand) => hand.sheet === sheet && hand.state !== "sent");

// The last hand as the phone may fix it without network; null where somebody wrote since it was seen.
export const lastOf = (known) => (known?.last && known.last.head === known.head ? known.last : null);

// The game before its last hand, if that is being fixed here.
const without = (game, last) => {
  const balls = [...game.balls];
  if (last.winner !== null) balls[last.winner] -= last.balls;
  return { ...game, balls, dealer: last.dealer };
};

export const standing = async (sheet) => {
  const known = (await store.known(sheet)) ?? page.sheet;
  const waiting = await waitingOn(sheet);
  const fresh = waiting.filter((hand) => !hand.fix);
  const fix = waiting.findLast((hand) => hand.fix);
  const number = (known?.number ?? 1) + fresh.length;
  const said = { ...known, number, waiting: waiting.length, plain: false };
  if (!waiting.length || !known?.balls || !known.rules) return { ...said, dealer: waiting.length ? null : known?.dealer ?? null };
  const last = lastOf(known);
  if (fix && !last) return { ...said, dealer: null };
  const game = { balls: known.balls, khanuck: known.khanuck, dealer: known.dealer };
  const hands = [...(fix ? [fix] : []), ...fresh].map((hand) => hand.result);
  const then = goOn(fix ? without(game, last) : game, hands, known.rules);
  const whole = then.judged === hands.length;
  return { ...said, plain: true, balls: then.balls, judged: then.judged, of: hands.length, winner: then.winner, dealer: whole ? then.dealer : null };
};

// What a hand comes to, as far as the phone can say.
export const resultOf = async (typed, known) => {
  if (!known?.rules) return null;
  if (!typed.events) return ofFigures(typed, known.rules);
  const { resultOfEvents } = await import("./cards.js");
  return resultOfEvents(typed, known);
};
