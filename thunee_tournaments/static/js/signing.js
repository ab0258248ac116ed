// Counts down the time for corrections, by the server's clock, and prints a slip. Without this the page says until
// when, and the browser's own menu prints.
"use strict";

// Going back shows the page as it is now: what was refused or still open then may be signed since.
window.addEventListener("pageshow", (event) => {
  const again = event.persisted || performance.getEntriesByType("navigation")[0]?.type === "back_forward";
  if (again && document.querySelector("[data-signing]")) location.replace(location.pathname);
});

document.querySelectorAll("[data-until]").forEach((line) => {
  const ahead = Number(line.dataset.now) * 1000 - Date.now();
  const until = Number(line.dataset.until) * 1000;
  const left = line.querySelector("[data-left]");
  const tick = () => {
    const seconds = Math.ceil((until - Date.now() - ahead) / 1000);
    if (seconds <= 0) {
      line.textContent = line.dataset.over;
      return;
    }
    left.textContent = ` (${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")})`;
    setTimeout(tick, 1000);
  };
  tick();
});

document.querySelectorAll("[data-print-slip]").forEach((button) => {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
});
