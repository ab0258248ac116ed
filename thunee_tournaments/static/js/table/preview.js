// What the hand comes to while it is typed: asked as soon as nothing is missing, shown on the button that saves it.

import { faultsOf } from "./faults.js";
import { asked } from "./live_ruling.js";

const PAUSE = 150;
const SETTLED = 400; // milliseconds a button has to stand there before a tap means it

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
    const text = head && (await asked(form, form.dataset.preview, { head }));
    const ruling = text && JSON.parse(text);
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
