// An open page notices what was done at its table elsewhere: by the desk, a referee, another phone. The stream says when
// something was written in the tournament (thunee_tournaments/live.py); the mark, a short word, tells whether it was about
// this table (scoring/change_detection.py). A table's page nobody is at shows it by itself, any other offers to.

import { says, tell } from "./panel.js";
import { page } from "./send.js";

const AGAIN = 120_000;
const QUIET = 3000; // nobody touched the page for so long
const every = document.querySelector("[data-quick]") ? 4000 : 15_000; // without a stream
const first = document.getElementById("main").dataset.mark ?? "";
let mark = first;
let touched = 0;

// Most pages have no mark: they begin with what they hear first. One that was kept begins with what this phone heard when
// it last had a page from the server.
const HEARD = "thunee-mark";
const hear = (word) => {
  mark = word;
  try { localStorage[HEARD] = word; } catch {} // full, or forbidden
};

// What this phone wrote itself is no news to whoever types; the table's page is loaded anew for it (start.js).
export const ownDoing = () => hear(first);

const offer = () => {
  if (document.querySelector("form[data-fix]") || document.getElementById("saysChanged")) return;
  tell("saysChanged", Object.assign(document.createElement("a"), { className: "btn", href: "/table", textContent: says("saysShow") }));
};

// `busy()`: whether hands are on their way; `calm()`: whether the page may be loaded anew under its reader's eyes; `kept`:
// whether it was kept.
export const follow = (busy, calm, kept) => {
  if (!kept) hear(first);
  else try { mark ||= localStorage[HEARD]; } catch {} // forbidden
  let [stream, next] = [null, 0];
  const later = (wait) => {
    clearTimeout(next);
    next = setTimeout(look, wait);
  };
  const look = async () => {
    if (document.hidden) return;
    let [news, rings] = [false, Infinity];
    try {
      if (await busy()) ownDoing();
      else {
        const answer = await fetch("/table/mark", { cache: "no-store" });
        rings = 1000 * (answer.headers.get("X-Rings-In") ?? Infinity) + 200; // nothing is written then that a stream could tell
        const now = answer.ok ? await answer.text() : answer.status === 404 ? "gone" : mark;
        if (!mark) hear(now);
        news = now !== mark;
        if (news && calm() && performance.now() - touched > QUIET) location.reload();
        else if (news) offer();
        else document.getElementById("saysChanged")?.remove();
      }
    } catch {
      // No network just now: the next look will tell.
    }
    later(Math.min(rings, news && calm() ? QUIET : stream?.readyState === 1 && !news ? AGAIN : every));
  };
  const rest = () => {
    stream?.close();
    stream = null;
  };
  const wake = () => {
    rest();
    later(mark ? every : 1000);
    if (document.hidden || !window.EventSource) return;
    stream = new EventSource(page.live);
    stream.onmessage = (nudge) => later(Math.random() * JSON.parse(nudge.data).spread);
    stream.onerror = () => {
      if (mark) later(every); // else the first look is on its way
      if (stream?.readyState === 2) rest(); // no such stream here: it is asked now and then
    };
  };
  addEventListener("pointerdown", () => { touched = performance.now(); });
  document.addEventListener("visibilitychange", wake);
  addEventListener("pagehide", rest);
  addEventListener("pageshow", wake);
  wake();
};
