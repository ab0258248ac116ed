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

for (const box of document.querySelectorAll("[data-slug-from]")) {
  const name = document.getElementById(box.dataset.slugFrom);
  const slug = box.querySelector("input");
  const made = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase()
    .replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 56).replace(/-+$/, "");
  const propose = () => { slug.placeholder = made(name.value); };
  name.addEventListener("input", propose);
  propose();
}
