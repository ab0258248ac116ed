// The event on this phone: its bundle, fetched now and then while there is a table, and given back where a site has lost it.

import * as store from "./store.js";

const PATIENCE = 300; // seconds until it is asked for again, where the server does not say
const SOON = 60; // and where it could not be asked

// Fetches the bundle from `url`, unless that was done a moment ago, and again whenever it is time: at a table where nothing
// is entered any more, too. What cannot be had leaves what is kept.
export const keepEvent = async (url) => {
  const wait = await fetched(url).catch(() => SOON);
  setTimeout(() => keepEvent(url), 1000 * Math.max(1, wait));
};

// Seconds until it is time to ask again.
const fetched = async (url) => {
  const kept = await store.keptEvent();
  const age = (Date.now() - (kept?.asked ?? 0)) / 1000;
  const still = (kept?.after ?? PATIENCE) - age;
  if (age >= 0 && still > 0) return still; // a clock that was set back waits for nothing
  const response = await fetch(url, { cache: "no-store", headers: kept ? { "If-None-Match": kept.tag } : {} });
  const asked = Date.now();
  const after = Number(response.headers.get("X-Ask-After")) || (response.status < 500 ? PATIENCE : SOON);
  const at = Date.parse(response.headers.get("X-Has-All-Until")); // it may have been made for another phone, a while ago
  if (response.status === 304) await store.keepEvent({ ...kept, asked, after, at });
  if (response.status === 200) {
    const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition"))?.[1] ?? "event.zip";
    const { tag, code } = { tag: response.headers.get("ETag"), code: response.headers.get("X-Site-Code") };
    await store.keepEvent({ name, tag, code, asked, after, at, content: await response.arrayBuffer() });
  }
  return after;
};

// Where no table is: what this phone keeps can be saved as a file.
export const offerEvent = async (place) => {
  const kept = await store.keptEvent();
  if (!kept) return;
  const lang = document.documentElement.lang.replace(/^en$/, "en-GB"); // dates as the pages write them
  const time = new Date(kept.at).toLocaleString(lang, { dateStyle: "medium", timeStyle: "short" });
  place.querySelector("[data-at]").textContent = time;
  place.querySelector("[data-code]").textContent = kept.code;
  const link = place.querySelector("[data-save]");
  link.href = URL.createObjectURL(new Blob([kept.content], { type: "application/zip" }));
  link.download = kept.name;
  place.hidden = false;
};
