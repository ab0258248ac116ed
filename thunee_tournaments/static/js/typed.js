/* A form that anybody may send works without this. With it, what is typed outlives a lost network, a closed page and the
   way back, in this tab alone, until it has been sent: with the key it had, so that what did arrive is not made twice. */
"use strict";

const place = (form) => `typed ${form}`;
const read = (name) => {
  try {
    return JSON.parse(sessionStorage.getItem(name)) ?? [];
  } catch {
    return []; // another build's, or storage is off
  }
};
const write = (name, rows) => {
  try {
    sessionStorage.setItem(name, JSON.stringify(rows));
  } catch { /* storage is off or full: it is as without this */ }
};

for (const sent of document.querySelectorAll("[data-typed-sent]")) {
  sessionStorage.removeItem(place(sent.dataset.typedSent));
}

for (const form of document.querySelectorAll("form[data-typed]")) {
  const name = place(form.dataset.typed);
  const chosen = (field) => field.type === "radio" || field.type === "checkbox";
  const fields = () => [...form.elements].filter(
    (field) => field.name && field.name !== "csrfmiddlewaretoken" && field.type !== "submit");
  const keep = () => write(name, fields().map((field) => [field.name, field.value, chosen(field) && field.checked]));

  const before = read(name);
  if (before.length && !("answered" in form.dataset)) {
    for (const field of fields()) {
      const row = before.find(([key, value]) => key === field.name && (!chosen(field) || value === field.value));
      if (row && chosen(field)) field.checked = row[2];
      else if (row) field.value = row[1];
    }
    form.querySelector("[data-still-here]").hidden = false;
  }
  form.querySelector("[data-forget]").addEventListener("click", () => {
    sessionStorage.removeItem(name);
    location.reload();
  });
  form.addEventListener("input", keep);
  form.addEventListener("submit", (event) => {
    keep();
    const none = form.querySelector("[data-no-network]");
    none.hidden = navigator.onLine;
    if (navigator.onLine) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    none.scrollIntoView({ block: "center" });
  });
}
