// Counts rounds down on an open page. The time is the server's: it is asked once, then followed by this machine's own
// ticking, which a wrongly set clock does not touch. Without the script, or without network, the page says until when.
(() => {
  const AGAIN = 5 * 60 * 1000;
  let [ahead, asked, asking] = [null, 0, false];

  const now = () => performance.now() + ahead;
  const ask = async (source) => {
    asking = true;
    asked = performance.now();
    try {
      const answer = await fetch(source, { cache: "no-store", credentials: "same-origin" });
      const back = performance.now();
      if (answer.ok) ahead = (await answer.json()).now - (asked + back) / 2;
    } catch {
      // No network: what was known before still holds.
    }
    asking = false;
  };
  const two = (number) => String(number).padStart(2, "0");
  const written = (seconds) => {
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    return (hours ? `${hours}:${two(minutes)}` : String(minutes)) + `:${two(seconds % 60)}`;
  };

  const tick = () => {
    const clocks = document.querySelectorAll("[data-rings]");
    if (!clocks.length) return;
    if (!asking && (!asked || performance.now() - asked > AGAIN)) ask(clocks[0].dataset.source);
    if (ahead === null) return;
    for (const one of clocks) {
      const left = Math.max(0, Math.ceil((Number(one.dataset.rings) - now()) / 1000));
      const shown = left ? written(left) : one.dataset.rang;
      const place = one.querySelector("[data-left]");
      if (place.textContent !== shown) place.textContent = shown;
      if (!left && !one.classList.contains("is-rung")) {
        document.dispatchEvent(new Event("rang"));  // live.js asks for what it means; pages that are not live offer to
        document.querySelectorAll("[data-when-rung]").forEach((offer) => { offer.hidden = false; });
      }
      one.classList.toggle("is-rung", !left);
      one.classList.toggle("is-short", left > 0 && left <= 60);
    }
  };
  document.addEventListener("visibilitychange", () => { if (!document.hidden) asked = 0; });
  document.querySelector("main")?.addEventListener("fresh", tick); // live.js has put a fresh page in place
  setInterval(tick, 500);
  tick();
})();
