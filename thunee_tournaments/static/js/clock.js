// Counts rounds down on an open page. The time is the server's: it is asked once, then followed by this machine's own
// ticking, which a wrongly set clock does not touch. Without the script, or without network, the page says until when.
// Where somebody switched sound on, the bell rings; only then are its tones (sound.js) fetched.
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

  // Switched on by a tap, which browsers ask for, and remembered; after that any tap on a page wakes it.
  let [audio, play, tones] = [null, null, null];
  const kept = (name, value) => {
    try {
      return value === undefined ? localStorage.getItem(name) : localStorage.setItem(name, value);
    } catch {
      return null;  // a device that remembers nothing: sound lasts as long as the page
    }
  };
  let on = kept("sound") === "on";
  const switches = () => [...document.querySelectorAll("[data-sound]")];
  const heard = () => document.querySelector("[data-sound], [data-heard]");  // whether this page is one that sounds
  const label = () => switches().forEach((one) => {
    const says = one.dataset[!on ? "off" : audio?.state === "running" ? "on" : "waits"];
    if (one.textContent !== says) one.textContent = says;
    one.setAttribute("aria-pressed", String(on));
    one.hidden = !window.AudioContext;
  });
  const wake = () => {
    if (!on || !window.AudioContext || !heard()) return;
    tones ||= import("./sound.js").then((module) => { play = module.play; }, () => { tones = null; });  // asked again at the next tap
    if (!audio) (audio = new AudioContext()).addEventListener("statechange", label);
    if (audio.state !== "running") audio.resume();
  };
  const sound = (kind) => { if (on && audio?.state === "running") play?.(audio, kind); };
  document.addEventListener("sound", (event) => sound(event.detail));
  document.addEventListener("click", (event) => {
    const pressed = event.target.closest("[data-sound]");
    if (pressed && !(on && audio?.state !== "running")) {
      on = !on;
      kept("sound", on ? "on" : "off");
    }
    wake();
    if (pressed && on) tones?.then(() => setTimeout(sound, 300, "call"));  // so that the room hears what was switched on
    label();
  });
  document.addEventListener("keydown", wake);

  // A bell that rang just now is heard once on a device, whether this page counted it down or the desk rang.
  const ring = () => {
    if (!heard()) return;
    for (const one of document.querySelectorAll("[data-bell]")) {
      const since = now() - 1000 * one.dataset.bell;
      if (!one.classList.contains("is-rung") || since > 90000 || kept("rang") === one.dataset.bell) continue;
      if (on && !(play && audio?.state === "running")) continue;  // the tap that wakes it may still come
      kept("rang", one.dataset.bell);
      sound("bell");
    }
  };

  const tick = () => {
    const clocks = document.querySelectorAll("[data-rings], [data-bell]");
    if (!clocks.length) return;
    if (!asking && (!asked || performance.now() - asked > AGAIN)) ask(clocks[0].dataset.source);
    if (ahead === null) return;
    for (const one of document.querySelectorAll("[data-rings]")) {
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
    ring();
  };
  document.addEventListener("visibilitychange", () => { if (!document.hidden) asked = 0; });
  document.querySelector("main")?.addEventListener("fresh", () => { label(); tick(); }); // live.js has put a fresh page in place
  setInterval(tick, 500);
  wake();
  label();
  tick();
})();
