// A followed team: kept on this phone alone, by event; each page of the event then says on top where it plays.
// Without this script there is no button, and the team's own page says the same.
(() => {
  const main = document.querySelector("main[data-event]");
  if (!main) return;
  const slug = main.dataset.event;
  const key = "follow " + slug;
  const read = () => { try { return localStorage.getItem(key); } catch { return null; } };
  const write = (team) => {
    try {
      if (team) localStorage.setItem(key, team);
      else localStorage.removeItem(key);
    } catch {
      // A phone that keeps nothing follows nobody.
    }
  };
  const bar = Object.assign(document.createElement("div"), { className: "my-team", hidden: true });
  main.before(bar);

  const press = () => {
    const team = read();
    main.querySelectorAll("[data-follow]").forEach((one) => one.setAttribute("aria-pressed", one.dataset.follow === team));
  };
  const show = async () => {
    const team = read();
    press();
    if (!team) { bar.hidden = true; return; }
    try {
      const answer = await fetch(`/${slug}/team/${encodeURIComponent(team)}/now`, { credentials: "same-origin" });
      if (answer.status === 404) { write(null); bar.hidden = true; return; }
      if (!answer.ok) return;
      const { html } = await answer.json();
      if (read() !== team) return;
      bar.replaceChildren(...new DOMParser().parseFromString(html, "text/html").body.childNodes);
      bar.hidden = false;
    } catch {
      // No network: what it said last stays.
    }
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-follow]");
    if (!button) return;
    write(read() === button.dataset.follow ? null : button.dataset.follow);
    show();
  });
  main.addEventListener("fresh", show);
  addEventListener("storage", (event) => { if (event.key === key) show(); });
  show();
})();
