// The hand viewer by arrow keys and swipes. Each moment is a page with an address of its own: this fetches it and puts
// its viewer in place of the one that is there. Without this script the same links load the page.
(() => {
  const SWIPE = 40;
  const kept = new Map();
  const viewer = () => document.querySelector("[data-viewer]");
  if (!viewer() || !window.fetch) return;

  const get = (href) => {
    const address = new URL(href, location.href);
    address.hash = "";
    if (!kept.has(address.href)) {
      kept.set(address.href, fetch(address, { credentials: "same-origin" }).then((answer) => {
        if (!answer.ok) throw new Error(answer.status);
        return answer.text();
      }).catch((error) => { kept.delete(address.href); throw error; }));
    }
    return kept.get(address.href);
  };

  const ahead = () => ["next", "before"].forEach((name) => {
    const link = viewer().querySelector(`[data-move="${name}"][href]`);
    if (link) get(link.href).catch(() => {});
  });

  const go = async (href, remember = true) => {
    let html;
    try { html = await get(href); } catch { location.assign(href); return; }
    const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("[data-viewer]");
    if (!fresh) { location.assign(href); return; }
    const held = document.activeElement?.dataset?.move;
    const open = viewer().querySelector("details")?.open;
    // The told words stay one element, so that those who listen hear them change.
    const told = viewer().querySelector(".viewer-told");
    const words = fresh.querySelector(".viewer-told");
    const html_of = words?.innerHTML;
    viewer().replaceChildren(...fresh.childNodes);
    if (told && words) { viewer().querySelector(".viewer-told").replaceWith(told); told.innerHTML = html_of; }
    const more = viewer().querySelector("details");
    if (more && open) more.open = true;
    if (held) (viewer().querySelector(`[data-move="${held}"][href]`) || viewer()).focus({ preventScroll: true });
    if (remember) history.pushState(null, "", href);
    ahead();
  };

  const move = (name) => {
    const link = viewer().querySelector(`[data-move="${name}"][href]`);
    if (link) go(link.href);
    return Boolean(link);
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-viewer] [data-move][href], [data-viewer] [data-go]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    go(link.href);
  });

  const KEYS = { ArrowRight: "next", ArrowLeft: "before", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return;
    const rtl = document.documentElement.dir === "rtl";
    const name = KEYS[rtl ? { ArrowRight: "ArrowLeft", ArrowLeft: "ArrowRight" }[event.key] || event.key : event.key];
    if (name && move(name)) event.preventDefault();
  });

  let start = null;
  document.addEventListener("touchstart", (event) => {
    start = event.target.closest(".viewer-table") && event.touches.length === 1 ? event.touches[0] : null;
  }, { passive: true });
  document.addEventListener("touchend", (event) => {
    if (!start) return;
    const [x, y] = [event.changedTouches[0].clientX - start.clientX, event.changedTouches[0].clientY - start.clientY];
    start = null;
    if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) move(x < 0 ? "next" : "before");
  }, { passive: true });

  addEventListener("popstate", () => go(location.href, false));
  ahead();
})();
