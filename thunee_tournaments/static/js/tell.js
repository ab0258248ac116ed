// Asks the site to tell this phone when a team is called. Without it, or where the browser cannot, there is no button.
(() => {
  const main = document.querySelector("main[data-push]");
  const worker = navigator.serviceWorker;
  if (!main || !worker || !("PushManager" in window) || !("Notification" in window)) return;
  const slug = main.dataset.event;
  const key = "told " + slug;
  const told = () => { try { return localStorage.getItem(key); } catch { return null; } };
  const note = (team) => {
    try {
      if (team) localStorage.setItem(key, team);
      else localStorage.removeItem(key);
    } catch {
      // A phone that keeps nothing is told all the same.
    }
  };
  document.documentElement.dataset.tells = "";
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
  const send = (team, body) => fetch(`/${slug}/team/${encodeURIComponent(team)}/tell`, {
    method: "POST", credentials: "same-origin", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  const show = () => document.querySelectorAll("[data-tell]").forEach((one) => {
    one.setAttribute("aria-pressed", one.dataset.tell === told());
  });
  const say = (button, text) => {
    const place = button.parentElement.querySelector("[data-tell-says]");
    if (place) place.textContent = text;
  };

  const registered = () => worker.register("/push/worker.js", { scope: "/push/" });
  const active = async () => {
    const registration = await registered();
    const coming = registration.installing || registration.waiting;
    if (!registration.active && coming) {
      await new Promise((done) => coming.addEventListener("statechange", () => coming.state === "activated" && done()));
    }
    return registration;
  };
  const start = async (button) => {
    if ((await Notification.requestPermission()) !== "granted") {
      say(button, button.dataset.refused);
      return;
    }
    const manager = (await active()).pushManager;
    const subscription = await manager.subscribe({
      userVisibleOnly: true, applicationServerKey: bytes(main.dataset.push),
    });
    const { endpoint, keys } = subscription.toJSON();
    const before = told();
    if (before && before !== button.dataset.tell) await send(before, { endpoint });
    const answer = await send(button.dataset.tell, { endpoint, p256dh: keys.p256dh, auth: keys.auth });
    if (answer.ok) note(button.dataset.tell);
    else say(button, (await answer.json()).detail);
  };
  const stop = async (button) => {
    const subscription = await (await active()).pushManager.getSubscription();
    if (subscription) await send(button.dataset.tell, { endpoint: subscription.endpoint });
    note(null);
  };

  let busy = false;
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-tell]");
    if (!button || busy) return;
    busy = true;
    say(button, "");
    try {
      await (button.dataset.tell === told() ? stop(button) : start(button));
    } catch {
      say(button, button.dataset.failed);
    }
    busy = false;
    show();
  });
  main.addEventListener("fresh", show);
  show();
})();
