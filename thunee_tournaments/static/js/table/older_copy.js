// The site has gone back to an older copy of its database: what this phone had sent since can be sent once more.

import { says, tell } from "./panel.js";
import { page } from "./send.js";
import { got, unsent, within } from "./store.js";

// The hands that this phone has sent and that the sheet, as the server has it (`fresh`), does not reach to any more; in the
// order in which they were written. A fix of an entry that is not among them, or not before it, is left out.
const lost = async (hands, sheets, fresh) => {
  const here = new Set((await got(hands.getAll())).filter(unsent).map((hand) => hand.key));
  const sent = (await got(sheets.getAll())).filter((one) => one.of === fresh.sheet);
  const gone = sent.filter((hand) => hand.seq > fresh.seq && !here.has(hand.key));
  gone.sort((one, other) => one.seq - other.seq);
  const whole = gone.every((hand, place) => hand.seq === fresh.seq + 1 + place);
  return whole ? gone : gone.filter((hand) => !hand.fix);
};
const missing = (fresh) => within("readonly", (hands, sheets) => lost(hands, sheets, fresh));

// They wait once more, before what waits already; the sheet is what the server says it is, however much more was known.
const sendAgain = (fresh) =>
  within("readwrite", async (hands, sheets) => {
    const gone = await lost(hands, sheets, fresh);
    if (!gone.length) return;
    const waiting = (await got(hands.getAll())).filter((hand) => hand.sheet === fresh.sheet);
    for (const hand of waiting) await got(hands.delete(hand.n));
    await got(sheets.put({ ...(await got(sheets.get(fresh.sheet))), ...fresh }));
    let last = null;
    for (const hand of [...gone, ...waiting.filter(unsent)]) {
      const place = last ? { head: null, prev: last } : { head: fresh.head, prev: null };
      const again = { ...hand, ...place, sheet: fresh.sheet, state: "waiting", answer: null, earlier: [] };
      delete again.n; // it gets another: their order is that of these
      await got(hands.add(again));
      last = hand.key;
    }
  });

// The sheet as it is on the server at this moment: a page may be older than what another tab has written since.
const fromServer = async () => {
  const { sheet } = await (await fetch(page.state, { cache: "no-store" })).json();
  return sheet?.sheet === page.sheet.sheet ? sheet : null;
};

// Says what is missing, with a button; `decide` does what a person decided, then sends.
export const offer = async (decide) => {
  const now = await fromServer();
  const gone = now ? await missing(now) : [];
  if (!gone.length) return;
  const again = Object.assign(document.createElement("button"), { type: "button", className: "btn", textContent: says("saysAgain") });
  again.addEventListener("click", async () => {
    document.getElementById("saysBack")?.remove();
    await decide(() => sendAgain(now));
  });
  tell("saysBack", again, { N: gone.length });
};
