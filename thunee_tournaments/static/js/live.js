// Keeps an open page fresh: asks now and then whether it has changed (the answer to an unchanged page is an empty 304)
// and puts the new text in place, keeping what the reader had opened. Without it, reloading does the same.
(() => {
  const main = document.querySelector("main[data-live]");
  if (!main || !window.fetch) return;
  const EVERY = 15000;
  let tag = null;
  let timer = 0;

  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(look, EVERY + Math.random() * 5000);
  };

  const put = (html) => {
    const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("main");
    if (!fresh || fresh.innerHTML === main.innerHTML) return;
    const known = new Map([...main.querySelectorAll("details[id]")].map((one) => [one.id, one.open]));
    fresh.querySelectorAll("details[id]").forEach((one) => {
      if (known.has(one.id)) one.open = known.get(one.id) || one.open;
    });
    const focused = document.activeElement && main.contains(document.activeElement) ? document.activeElement : null;
    const place = focused && (focused.id ? "#" + CSS.escape(focused.id) : focused.getAttribute("href"));
    const track = main.querySelector(".bracket-track");
    const left = track ? track.scrollLeft : 0;
    main.replaceChildren(...fresh.childNodes);
    const again = main.querySelector(".bracket-track");
    if (again) again.scrollLeft = left;
    if (place) {
      const found = main.querySelector(place.startsWith("#") ? place : `a[href="${CSS.escape(place)}"]`);
      if (found) found.focus({ preventScroll: true });
    }
  };

  const look = async () => {
    if (document.hidden) return;
    try {
      const headers = tag ? { "If-None-Match": tag } : {};
      const answer = await fetch(location.href, { headers, cache: "no-store", credentials: "same-origin" });
      if (answer.status === 200) {
        tag = answer.headers.get("ETag");
        put(await answer.text());
      }
    } catch {
      // No network: the page stays as it is, and asks again.
    }
    later();
  };

  document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
  later();
})();
