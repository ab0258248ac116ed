// The hand viewer by keys, swipes and the scrubber. The page holds the whole hand, each part with the moments at which it
// is there (data-at, data-marks): going on hides and shows, asks nothing of the server and makes no entry in the history.
(() => {
  const SWIPE = 40;
  const REST = 200; // ms until the address is written: browsers refuse it when a key is held
  const viewer = document.querySelector("[data-viewer]");
  if (!viewer) return;
  const all = (selector) => [...viewer.querySelectorAll(selector)];
  const table = viewer.querySelector("[data-table]");
  const scrub = viewer.querySelector("[data-scrub]");
  const heard = viewer.querySelector("[data-heard]");
  const rail = viewer.querySelector("[popover]");
  const last = Number(scrub.max);
  let now = Number(viewer.dataset.now);

  const runs = (text) => text.split(",").map((run) => run.split("-").map(Number));
  const holds = (when, moment) => when.some(([from, to = from]) => from <= moment && moment <= to);

  const parts = all("[data-at]").map((part) => ({ part, at: runs(part.dataset.at) }));
  const marks = all("[data-marks]").flatMap((part) => part.dataset.marks.split(" ").filter(Boolean).map((mark) => {
    const [css, at] = mark.split(":");
    return { part, css, at: runs(at) };
  }));
  const steps = all("[data-moment]").map((part) => ({ part, of: Number(part.dataset.moment) }));
  const moves = Object.fromEntries(all("[data-move]").map((link) => [link.dataset.move, link]));

  const address = (moment) => `${location.pathname}?moment=${moment}`;
  let resting;
  const remember = () => {
    clearTimeout(resting);
    resting = setTimeout(() => history.replaceState(history.state, "", address(now)), REST);
  };

  const lead = (name, moment) => {
    moves[name].href = address(Math.min(Math.max(moment, 0), last));
    if (moment < 0 || moment > last) moves[name].setAttribute("aria-disabled", "true");
    else moves[name].removeAttribute("aria-disabled");
  };

  const mark = ({ part, of }) => {
    part.classList.toggle("is-to-come", of > now);
    if (part.localName === "li") part.classList.toggle("is-lit", of === now);
    if (of === now) part.setAttribute("aria-current", "step"); else part.removeAttribute("aria-current");
  };

  const tell = () => {
    const told = viewer.querySelector(".viewer-told > :not([hidden])");
    if (!told) return;
    scrub.setAttribute("aria-valuetext", told.querySelector(".viewer-text").textContent);
    if (document.activeElement !== scrub) heard.textContent = told.textContent.replace(/\s+/g, " ").trim();
  };

  const show = (moment) => {
    const wanted = Math.min(Math.max(moment, 0), last);
    if (wanted === now) return false;
    table.dataset.stepped = wanted === now + 1 ? "on" : "";
    now = wanted;
    parts.forEach(({ part, at }) => { part.hidden = !holds(at, now); });
    marks.forEach(({ part, css, at }) => part.classList.toggle(css, holds(at, now)));
    steps.forEach(mark);
    scrub.value = now;
    lead("before", now - 1);
    lead("next", now + 1);
    tell();
    remember();
    return true;
  };

  const MOVES = { first: () => 0, before: () => now - 1, next: () => now + 1, last: () => last };
  const move = (name) => show(MOVES[name]());

  viewer.addEventListener("click", (event) => {
    const link = event.target.closest("[data-move], [data-go]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    if (link.dataset.move) { move(link.dataset.move); return; }
    show(Number(new URL(link.href).searchParams.get("moment")));
    rail.hidePopover?.(); // where there is no drawer yet, the reasons stand below the felt
  });
  scrub.addEventListener("input", () => show(Number(scrub.value)));
  scrub.form.addEventListener("submit", (event) => event.preventDefault());

  const KEYS = { ArrowRight: "next", ArrowLeft: "before", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return;
    const rtl = document.documentElement.dir === "rtl";
    const name = KEYS[rtl ? { ArrowRight: "ArrowLeft", ArrowLeft: "ArrowRight" }[event.key] || event.key : event.key];
    if (!name) return;
    event.preventDefault();
    move(name);
  });

  let start = null;
  table.addEventListener("touchstart", (event) => {
    start = event.touches.length === 1 ? event.touches[0] : null;
  }, { passive: true });
  table.addEventListener("touchend", (event) => {
    if (!start) return;
    const [x, y] = [event.changedTouches[0].clientX - start.clientX, event.changedTouches[0].clientY - start.clientY];
    start = null;
    if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) move(x < 0 ? "next" : "before");
  }, { passive: true });

  if (Number(scrub.value) !== now) show(Number(scrub.value));
})();
