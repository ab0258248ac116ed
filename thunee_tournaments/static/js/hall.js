// The hall screen: scenes take turns, a new call takes the whole screen, names shrink until they fit, the clock goes, the
// screen stays awake. It is made to run for a whole evening: a few timers, nothing that grows, and a fresh start every few
// hours or when the site itself was updated.
(() => {
  const EACH = 12000;
  const CALL = 8000;
  const AT_ONCE = 5;
  const RELOAD = 6 * 3600 * 1000;
  const main = document.querySelector("main");
  const clock = document.querySelector("[data-clock]");
  const hold = document.querySelector("[data-hold]");
  const screen = document.querySelector("[data-announce]");
  let [at, shown, turn, calls] = [0, "", 0, 0];

  // A row is as high as there is room for; what stands in it gets smaller until all of it is seen, and with it its
  // neighbours, so that a list looks like one; but they follow a very long name only so far.
  const FOLLOWS = 0.6;
  const over = (row) => [row, ...row.querySelectorAll("span:not(.sr-only), p")].some((one) => {
    const sign = parseFloat(getComputedStyle(one).fontSize) / 10;  // letters may stand out of a narrow line a little
    return one.clientWidth && (one.scrollHeight > one.clientHeight + sign || one.scrollWidth > one.clientWidth + 2);
  });
  const shrink = (row) => {
    let size = 1;
    row.classList.remove("is-tight");
    row.style.setProperty("--fit", size);
    while (size > 0.25 && over(row)) row.style.setProperty("--fit", size = Math.round(100 * size - 4) / 100);
    row.classList.toggle("is-tight", size < 0.3);
    return size;
  };
  const fit = (box) => {
    const lists = new Map();
    for (const row of box.querySelectorAll("[data-fit]")) {
      const list = row.closest(".hall-scene, .hall-calls, .hall-announce") ?? row;
      if (row.clientWidth) lists.set(list, [...(lists.get(list) ?? []), row]);
    }
    for (const rows of lists.values()) {
      const sizes = rows.map(shrink);
      const all = Math.max(FOLLOWS, Math.min(...sizes));
      rows.forEach((row, index) => row.style.setProperty("--fit", Math.min(all, sizes[index])));
    }
  };

  // More calls than fit take turns beside the scenes.
  const call = (step) => {
    const pages = main.querySelectorAll(".hall-calls").length;
    calls = pages ? (calls + step + pages) % pages : 0;
    for (const kind of [".hall-calls", ".hall-page"]) {
      main.querySelectorAll(kind).forEach((one, index) => one.classList.toggle("is-shown", index === calls));
    }
  };

  // The scenes in their order; one that is to be seen often comes before each of the others.
  const order = () => {
    const scenes = [...main.querySelectorAll("[data-scene]")];
    const often = scenes.find((one) => "often" in one.dataset);
    const others = scenes.filter((one) => one !== often);
    return often && others.length ? others.flatMap((one) => [often, one]) : scenes;
  };
  const show = (step) => {
    call(step);
    const scenes = order();
    if (scenes.length) {
      if (scenes[at]?.id !== shown) at = Math.max(scenes.findIndex((one) => one.id === shown), 0);
      if (shown) at = (at + step + scenes.length) % scenes.length;
      shown = scenes[at].id;
      main.querySelectorAll("[data-scene]").forEach((one) => one.classList.toggle("is-shown", one.id === shown));
    }
    fit(document);
  };
  const go = () => {
    clearInterval(turn);
    if (hold.getAttribute("aria-pressed") === "false") turn = setInterval(() => show(1), EACH);
  };
  const toggle = () => {
    hold.setAttribute("aria-pressed", hold.getAttribute("aria-pressed") === "false" ? "true" : "false");
    go();
  };

  // Whoever is called anew has the whole screen, a few tables at a time; what the page began with is no news.
  const called = () => new Map([...main.querySelectorAll("[data-call]")].map((one) => [one.dataset.call, one]));
  let known = new Set(called().keys());
  const waiting = [];
  let until = 0;
  const announce = () => {
    const now = called();
    const rows = waiting.splice(0, AT_ONCE).map((key) => now.get(key)).filter(Boolean).map((one) => one.cloneNode(true));
    clearTimeout(until);
    screen.hidden = !rows.length;
    if (!rows.length) return waiting.length ? announce() : undefined;
    const list = screen.querySelector("ul");
    list.className = `plain of-${rows.length}`;
    list.replaceChildren(...rows);
    rows.forEach((one) => one.classList.remove("is-fresh"));
    fit(screen);
    until = setTimeout(announce, CALL);
    document.dispatchEvent(new CustomEvent("sound", { detail: "call" }));
  };
  const news = () => {
    const now = [...called().keys()];
    waiting.push(...now.filter((key) => !known.has(key)));
    known = new Set(now);
    if (waiting.length && screen.hidden) announce();
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

  main.addEventListener("fresh", () => { show(0); news(); });
  addEventListener("resize", () => fit(document));
  hold.addEventListener("click", toggle);
  screen.addEventListener("click", announce);
  document.addEventListener("keydown", (event) => {
    if (!screen.hidden && ["Escape", " ", "ArrowRight"].includes(event.key)) {
      event.preventDefault();
      announce();
    } else if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
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
