// The engine's ruling beside a hand that is being written down: asked for a moment after the last tap, one question at a
// time, never in the way of tapping. Without network the page says that it comes later.

import { page } from "./send.js";

const PAUSE = 400;
const PATIENCE = 8000;

// The server's answer to a form as it stands, `more` put in; null without network, or where the form cannot be judged.
export const asked = async (form, url, more = {}) => {
  const stop = new AbortController();
  const patience = setTimeout(() => stop.abort(), PATIENCE);
  try {
    const body = new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== ""));
    for (const [name, value] of Object.entries({ csrfmiddlewaretoken: page.csrf, ...more })) body.set(name, value);
    const response = await fetch(url, { method: "POST", body, cache: "no-store", redirect: "error", signal: stop.signal });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  } finally {
    clearTimeout(patience);
  }
};

// `tell(there)` says that the hand has changed; `there`: whether anything of it is written down.
export const growing = (form, panel, url, later) => {
  const text = panel.querySelector("[data-ruling-text]");
  const note = panel.querySelector("[data-later]");
  note.textContent = later;
  let timer = null;
  let asking = false;
  let stale = false;

  const ask = async () => {
    if (asking) { stale = true; return; }
    asking = true;
    stale = false;
    const html = navigator.onLine ? await asked(form, url) : null;
    asking = false;
    note.hidden = html !== null;
    if (html !== null) text.replaceChildren(...new DOMParser().parseFromString(html, "text/html").body.children);
    text.classList.toggle("is-older", html === null);
    if (stale) ask();
  };
  window.addEventListener("online", () => { if (!panel.hidden) ask(); });
  return (there) => {
    clearTimeout(timer);
    panel.hidden = !there;
    if (there) timer = setTimeout(ask, PAUSE);
    else text.replaceChildren();
  };
};
