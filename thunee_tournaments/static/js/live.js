// Keeps an open page fresh. A stream says at which version the tournament is; the page then asks for its own text
// without the frame (mostly an empty 304) and puts it in place, keeping what the reader had opened. Without a stream
// it asks now and then. Nothing runs while the page cannot be seen. Without this script, reloading does the same.
(() => {
  const main = document.querySelector("main[data-live]");
  if (!main || !window.fetch) return;
  const POLL = 15000;
  const AGAIN = 120000;
  const address = location.pathname + (location.search ? location.search + "&" : "?") + "fragment=1";
  const said = document.getElementById("news");
  let [version, tag, stream, poll, soon, asking, missed] = [main.dataset.version, null, null, 0, 0, false, false];

  const poller = (wait) => {
    clearTimeout(poll);
    poll = setTimeout(() => { look(); poller(POLL); }, wait + Math.random() * 5000);
  };

  const key = (one) => (one.closest("section[aria-labelledby]")?.getAttribute("aria-labelledby") || "") + one.dataset.key;
  const keyed = () => [...main.querySelectorAll("[data-key]")];
  // What has changed is shown for a moment, and the newest of it is told to those who listen.
  const mark = (before) => {
    keyed().forEach((one) => { if (before.get(key(one)) !== one.textContent) one.classList.add("is-fresh"); });
    const news = main.querySelector("[data-news]");
    if (said && news && news.dataset.news !== said.textContent) said.textContent = news.dataset.news;
  };

  const put = (html) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    const fresh = page.querySelector("main");
    if (!fresh) return;
    if (fresh.dataset.build !== main.dataset.build) return location.reload();  // the hall screen: the site was updated
    if (fresh.innerHTML === main.innerHTML) return;
    const before = new Map(keyed().map((one) => [key(one), one.textContent]));
    const known = new Map([...main.querySelectorAll("details[id]")].map((one) => [one.id, one.open]));
    fresh.querySelectorAll("details[id]").forEach((one) => {
      if (known.has(one.id)) one.open = known.get(one.id) || one.open;
    });
    const typed = new Map([...main.querySelectorAll("input[id]")].map((one) => [one.id, one.value]));
    const focused = document.activeElement && main.contains(document.activeElement) ? document.activeElement : null;
    const place = focused && (focused.id ? "#" + CSS.escape(focused.id) : focused.getAttribute("href"));
    const scrolled = [...main.querySelectorAll("[tabindex='0']")].map((one) => [one.scrollLeft, one.scrollTop]);
    document.title = page.title || document.title;
    main.replaceChildren(...fresh.childNodes);
    typed.forEach((value, id) => { const field = document.getElementById(id); if (field) field.value = value; });
    main.querySelectorAll("[tabindex='0']").forEach((one, at) => {
      if (scrolled[at]) [one.scrollLeft, one.scrollTop] = scrolled[at];
    });
    if (place) {
      const found = main.querySelector(place.startsWith("#") ? place : `a[href="${CSS.escape(place)}"]`);
      if (found) found.focus({ preventScroll: true });
    }
    mark(before);
    main.dispatchEvent(new CustomEvent("fresh"));
  };

  const look = async () => {
    if (document.hidden) return;
    if (asking) { missed = true; return; }
    asking = true;
    try {
      const headers = tag ? { "If-None-Match": tag } : {};
      const answer = await fetch(address, { headers, cache: "no-store", credentials: "same-origin" });
      if (answer.status === 200) {
        tag = answer.headers.get("ETag");
        put(await answer.text());
      } else if (answer.status !== 304) throw new Error(answer.status);
      if (stream && stream.readyState === EventSource.OPEN) clearTimeout(poll);
    } catch {
      // No network: the page stays as it is, and asks again.
      version = "";
      poller(POLL);
    }
    asking = false;
    if (missed) { missed = false; look(); }
  };

  const listen = () => {
    if (stream || document.hidden || !window.EventSource) return;
    stream = new EventSource(main.dataset.live);
    stream.onopen = () => clearTimeout(poll);
    stream.onmessage = (nudge) => {
      const now = JSON.parse(nudge.data);
      if (String(now.version) === version) return;
      version = String(now.version);
      clearTimeout(soon);
      soon = setTimeout(look, Math.random() * now.spread);
    };
    stream.onerror = () => {
      poller(POLL);
      if (stream && stream.readyState === EventSource.CLOSED) {
        rest();
        setTimeout(listen, AGAIN * (1 + Math.random()));
      }
    };
  };
  const rest = () => {
    if (stream) stream.close();
    stream = null;
  };
  const wake = () => { look(); poller(POLL); listen(); };

  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) return wake();
    rest();
    clearTimeout(poll);
  });
  document.addEventListener("rang", () => setTimeout(look, 300 + Math.random() * 2000));  // clock.js: no version tells of a bell
  addEventListener("pagehide", rest);
  addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  poller(POLL);
  listen();
})();
