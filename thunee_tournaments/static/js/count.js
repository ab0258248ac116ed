/* Cashing up works without this. With it, what was counted so far and the difference stand below the notes and coins. */
"use strict";

for (const form of document.querySelectorAll("form[data-stands]")) {
  const { stands, sign, places } = form.dataset;
  const unit = 10 ** Number(places);
  const shown = (cents) => {
    const [whole, part] = ((cents < 0 ? -cents : cents) / unit).toFixed(places).split(".");
    const figures = whole.replace(/\B(?=(\d{3})+$)/g, "\u202f") + (Number(part) ? "." + part : "");
    return (cents < 0 ? "−" : "") + sign + "\u00a0" + figures;
  };
  const rest = (text) => Math.round(Number(text.replace(/[^\d.,]/g, "").replace(",", ".")) * unit);
  const add = () => {
    let counted = rest(form.elements.rest.value);
    for (const field of form.querySelectorAll("[data-worth]")) counted += field.dataset.worth * Math.trunc(field.value || 0);
    const said = { "[data-counted]": counted, "[data-difference]": counted - stands };
    for (const [place, cents] of Object.entries(said)) {
      const cell = form.querySelector(place);
      cell.textContent = Number.isFinite(cents) ? shown(cents) : "";
      cell.hidden = cell.previousElementSibling.hidden = !Number.isFinite(cents);
    }
  };
  form.addEventListener("input", add);
  add();
}
