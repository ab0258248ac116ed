// Where each side has a phone: an open page notices that the other one wrote something, and shows it. Without this,
// "Look again" does the same. Nothing runs while the page cannot be seen.
"use strict";

(() => {
  const page = document.querySelector("[data-mark]");
  if (!page) return;
  const EVERY = 4000;
  const look = async () => {
    if (!document.hidden) {
      try {
        const answer = await fetch(page.dataset.follow, { credentials: "same-origin", cache: "no-store" });
        if (answer.ok && (await answer.text()) !== page.dataset.mark) return location.reload();
      } catch { /* no network just now: the next look will tell */ }
    }
    setTimeout(look, EVERY);
  };
  setTimeout(look, EVERY);
})();
