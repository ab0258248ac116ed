// The hall screen: scenes take turns, the clock goes, the screen stays awake. It is made to run for a whole evening:
// a few timers, nothing that grows, and a fresh start every few hours or when the site itself was updated.
(() => {
  const EACH = 12000;
  const RELOAD = 6 * 3600 * 1000;
  const main = document.querySelector("main");
  const clock = document.querySelector("[data-clock]");
  const hold = document.querySelector("[data-hold]");
  let shown = "";
  let turn = 0;
  let calls = 0;

  // More calls than fit take turns beside the scenes.
  const call = (step) => {
    const pages = main.querySelectorAll(".hall-calls").length;
    calls = pages ? (calls + step + pages) % pages : 0;
    for (const kind of [".hall-calls", ".hall-page"]) {
      main.querySelectorAll(kind).forEach((one, index) => one.classList.toggle("is-shown", index === calls));
    }
  };

  const show = (step) => {
    call(step);
    const scenes = [...main.querySelectorAll("[data-scene]")];
    if (!scenes.length) return;
    const was = scenes.findIndex((one) => one.id === shown);
    const at = (Math.max(was, 0) + (was < 0 ? 0 : step) + scenes.length) % scenes.length;
    shown = scenes[at].id;
    scenes.forEach((one, index) => one.classList.toggle("is-shown", index === at));
  };
  const go = () => {
    clearInterval(turn);
    if (hold.getAttribute("aria-pressed") === "false") turn = setInterval(() => show(1), EACH);
  };
  const toggle = () => {
    hold.setAttribute("aria-pressed", hold.getAttribute("aria-pressed") === "false" ? "true" : "false");
    go();
  };

  let format;
  try {
    format = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hour12: false, timeZone: clock.dataset.clock });
  } catch {
    format = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
  }
  const tick = () => {
    const now = format.format(new Date());
    if (clock.textContent !== now) clock.textContent = now;
  };

  const stayAwake = () => {
    if (!document.hidden && navigator.wakeLock) navigator.wakeLock.request("screen").catch(() => {});
  };

  main.addEventListener("fresh", () => show(0));
  hold.addEventListener("click", toggle);
  document.addEventListener("keydown", (event) => {
    if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      show(event.key === "ArrowRight" ? 1 : -1);
      go();
    } else if (event.key === " " && event.target === document.body) {
      event.preventDefault();
      toggle();
    }
  });
  document.addEventListener("visibilitychange", stayAwake);
  setInterval(tick, 1000);
  setInterval(() => fetch(location.href).then((answer) => { if (answer.ok) location.reload(); }, () => {}), RELOAD);
  tick();
  show(0);
  go();
  stayAwake();
})();
