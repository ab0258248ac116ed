// The way out for the worst case: what waits on this phone as text and as codes that the desk reads in
// (desk/match/unsent.py). Each code stands for itself; the keys go along, so that nothing is written twice later.

import { generate } from "../vendor/lean-qr.js";
import { page } from "./send.js";
import * as store from "./store.js";

const HANDS_PER_CODE = 4; // more would be too fine for an old camera

const base64 = (bytes) =>
  btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

// A short sum over the text, so that a piece that got lost is noticed.
const sum = (text) => {
  let value = 0;
  for (const letter of text) value = (value * 31 + letter.charCodeAt(0)) % 65521;
  return value.toString(16).padStart(4, "0");
};

const inText = (hands) => {
  const lines = hands.map((hand) => [hand.key, hand.device, hand.sheet, hand.head ?? hand.prev, hand.typed, ...(hand.fix ? [hand.fix] : [])]);
  const body = base64(new TextEncoder().encode(JSON.stringify(lines)));
  return `thunee1.${body}.${sum(body)}`;
};

const picture = (text, name) => {
  const code = generate(text);
  const canvas = document.createElement("canvas");
  code.toCanvas(canvas, { pad: 3 });
  canvas.className = "escape-code";
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", name);
  return canvas;
};

export const show = async (place) => {
  const hands = (await store.all()).filter((hand) => hand.state !== "sent");
  place.querySelector("textarea").value = hands.length ? inText(hands) : "";
  const parts = [];
  for (let from = 0; from < hands.length; from += HANDS_PER_CODE) parts.push(hands.slice(from, from + HANDS_PER_CODE));
  const address = page.desk ? new URL(page.desk, location.href).href : "";
  place.querySelector("[data-codes]").replaceChildren(...parts.map((part) => {
    const figure = document.createElement("figure");
    const caption = document.createElement("figcaption");
    caption.textContent = part.map((hand) => place.dataset.says.replace("%N%", hand.number)).join(", ");
    figure.append(picture(`${address}#${inText(part)}`, caption.textContent), caption);
    return figure;
  }));
};
