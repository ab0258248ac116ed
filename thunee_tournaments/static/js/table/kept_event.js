// The event on this phone: its bundle, fetched now and then while there is a table, and given back where a site has lost it.

import * as store from "./store.js";

const AGAIN = 300_000; // ms; the server makes no new one sooner

// Fetches the bundle from `url`, unless it was looked at a moment ago. What cannot be had leaves what is kept.
export const keepEvent = async (url) => {
  const kept = await store.keptEvent();
  const age = Date.now() - (kept?.asked ?? 0);
  if (age >= 0 && age < AGAIN) return; // a clock that was set back waits for nothing
  const response = await fetch(url, { cache: "no-store", headers: kept ? { "If-None-Match": kept.tag } : {} });
  const asked = Date.now();
  const at = Date.parse(response.headers.get("X-Has-All-Until")); // it may have been made for another phone, a while ago
  if (response.status === 304) return store.keepEvent({ ...kept, asked, at });
  if (response.status !== 200) return;
  const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition"))?.[1] ?? "event.zip";
  const { tag, code } = { tag: response.headers.get("ETag"), code: response.headers.get("X-Site-Code") };
  await store.keepEvent({ name, tag, code, asked, at, content: await response.arrayBuffer() });
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
