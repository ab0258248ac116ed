// What the hand comes to while it is typed: asked as soon as nothing is missing, shown on the button that saves it.

import { faultsOf } from "./faults.js";
import { page } from "./send.js";

const PAUSE = 150;
const PATIENCE = 8000;
const SETTLED = 400; // milliseconds a button has to stand there before a tap means it

const asked = async (form, head) => {
  const stop = new AbortController();
  const patience = setTimeout(() => stop.abort(), PATIENCE);
  try {
    const body = new URLSearchParams(new FormData(form));
    body.set("csrfmiddlewaretoken", page.csrf);
    body.set("head", head);
    const url = form.dataset.preview;
    const response = await fetch(url, { method: "POST", body, cache: "no-store", redirect: "error", signal: stop.signal });
    return response.ok ? await response.json() : null;
  } catch {
    return null; // no network: the form says what it can when the hand is checked
  } finally {
    clearTimeout(patience);
  }
};

// `typedIn()`: what is typed; `headNow()`: what the sheet ends with, null where the server's word is not to be had;
// `save(ruling)`: the hand as it stands.
export const startPreview = (form, { typedIn, headNow, save }) => {
  const button = form.querySelector("[data-save]");
  if (!button) return;
  const headline = button.querySelector("[data-headline]");
  const reason = form.querySelector("[data-reason]");
  let timer = null;
  let asking = 0;
  let there = null;
  const hide = () => {
    there = null;
    button.hidden = true;
    reason.hidden = true;
  };
  const ask = async () => {
    asking += 1;
    const mine = asking;
    const typed = JSON.stringify(typedIn());
    const head = faultsOf(form, typedIn()).length || !navigator.onLine ? null : await headNow();
    const ruling = head && (await asked(form, head));
    if (mine !== asking || typed !== JSON.stringify(typedIn()) || !ruling) return;
    const running = form.querySelector("[data-running]");
    const counted = !running.hidden && !running.closest("[hidden]"); // there it stands already
    reason.textContent = [...(counted ? [] : [ruling.reason]), ...ruling.doubts].join(" · ");
    reason.hidden = !reason.textContent;
    if (!ruling.plain) return;
    there = { ...ruling, head, since: performance.now() };
    headline.textContent = ruling.headline;
    button.hidden = false;
  };
  const later = () => {
    hide();
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  };
  form.addEventListener("input", later);
  later(); // a draft may be whole
  button.addEventListener("click", () => {
    if (there && performance.now() - there.since > SETTLED) save(there);
  });
};
