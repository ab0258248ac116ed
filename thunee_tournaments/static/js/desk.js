/* The desk works without this. With it: an address is proposed while the name is typed, a form is sent once however
   often its button is tapped, and the print button appears. */
"use strict";

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}

for (const form of document.querySelectorAll("form[data-once]")) {
  let sent = false;
  form.addEventListener("submit", (event) => {
    if (sent) event.preventDefault();
    sent = true;
    setTimeout(() => { sent = false; }, 8000);
  });
  // Coming back by the back button, the form is there to be used again.
  window.addEventListener("pageshow", () => { sent = false; });
}

// What was typed or chosen here and not sent yet is not lost without a word, whichever link or other form is used; only
// where somebody cancels nothing is asked.
const typed = new Set();
document.addEventListener("input", (event) => { if (event.target.form?.method === "post") typed.add(event.target.form); });
document.addEventListener("submit", (event) => { if (!event.defaultPrevented) typed.delete(event.target); });
document.addEventListener("click", (event) => { if (event.target.closest("form .actions a.btn-quiet")) typed.clear(); });
window.addEventListener("beforeunload", (event) => { if (typed.size) event.preventDefault(); });

// How many disputes wait is kept fresh on every page of the desk; a page that is live as a whole does it by itself.
const tab = document.querySelector("[data-waiting]");
if (tab && window.EventSource && !document.querySelector("main[data-live]")) {
  let version = null;
  const ask = async () => {
    const answer = await fetch(tab.href + "?count=1", { cache: "no-store" }).catch(() => null);
    if (!answer?.ok || answer.redirected) return; // no network, or signed out meanwhile: then it is the page to log in
    const { waiting } = await answer.json();
    let badge = tab.querySelector(".badge");
    if (!badge) {
      badge = document.createElement("span");
      badge.className = "badge num";
      tab.append(" ", badge);
    }
    badge.textContent = waiting;
    badge.hidden = !waiting;
  };
  // Only while the page is seen: a browser holds six connections to one site, and tabs left open would take them all.
  let stream = null;
  const rest = () => {
    stream?.close();
    stream = null;
  };
  const listen = () => {
    if (stream || document.hidden) return;
    stream = new EventSource(tab.dataset.waiting);
    stream.onmessage = (nudge) => {
      const now = JSON.parse(nudge.data).version;
      if (version !== null && now !== version) ask();
      version = now;
    };
  };
  document.addEventListener("visibilitychange", () => document.hidden ? rest() : listen());
  setInterval(() => { if (!document.hidden && stream?.readyState !== EventSource.OPEN) ask(); }, 20000);
  addEventListener("pagehide", rest);
  addEventListener("pageshow", listen);
  listen();
}

for (const box of document.querySelectorAll("[data-slug-from]")) {
  const name = document.getElementById(box.dataset.slugFrom);
  const slug = box.querySelector("input");
  const made = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase()
    .replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 56).replace(/-+$/, "");
  const propose = () => { slug.placeholder = made(name.value); };
  name.addEventListener("input", propose);
  propose();
}
