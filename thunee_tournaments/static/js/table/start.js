// Starts whatever the page of a table needs: the list of hands on this phone, the sending, the form, the worker that lets
// pages open without network.

import { startForm, startPlain, startReview } from "./entry.js";
import { follow, ownDoing } from "./follow.js";
import { draw, fillIn, tell, tidy } from "./panel.js";
import { page, reachable, send, sendWhenever } from "./send.js";
import { lastOf, standing } from "./standing.js";
import * as store from "./store.js";

const worker = navigator.serviceWorker; // only behind https, or on the server's own machine
const controlled = () => Boolean(worker?.controller);
const kept = document.documentElement.hasAttribute("data-kept");
const same = document.documentElement.hasAttribute("data-same"); // kept, and as good as new
const panel = document.getElementById("queue");
let onTable = panel.dataset.page === "table";
let sentHere = false;

const changed = async (outcome, atEnd = false) => {
  await draw(decide, outcome);
  await number();
  if (outcome === "sent") {
    sentHere = true;
    ownDoing();
  }
  // The score on the page is older than what was just sent.
  const done = atEnd && sentHere && (await store.all()).every((hand) => hand.state === "sent");
  if (done && onTable && document.visibilityState === "visible" && (await reachable())) location.reload();
};

// What a person decided about a hand, then on with the others.
const decide = async (work) => {
  await work();
  await draw(decide);
  await send(changed);
};

// The button of the table names the hand to come, those on this phone counted in.
const number = async () => {
  const link = document.querySelector("[data-enter]");
  if (!link || !page.sheet) return;
  const now = await standing(page.sheet.sheet);
  link.textContent = link.dataset.says.replace("%N%", now.number);
  // By what this phone knows the game is over, and with it the match.
  link.hidden = "last" in link.dataset && Boolean(now.waiting && now.plain && now.winner !== null);
};

// Keeps this table's pages for when there is no network: the worker in its cache; without one the database, for a page
// that is open already.
const keepPages = async () => {
  const form = page.sheet && !page.sheet.over ? page.sheet.form : null;
  if (controlled()) {
    await new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = done;
      setTimeout(done, 8000 * (page.patience ?? 1));
      worker.controller.postMessage({ keep: ["/table", ...(form ? [form, page.sheet.cards] : [])] }, [port2]);
    });
  } else if (!worker && form) {
    for (const url of [form, page.sheet.cards]) {
      if ((await store.keptPage(url))?.build === page.build) continue; // a page of an older build has other scripts
      const response = await fetch(url);
      if (response.ok && !response.redirected) await store.keepPage(url, await response.text(), page.build);
    }
  }
};

// Without a worker an open page cannot go to the form when the network is gone: it turns into it.
const becomeForm = async (url, fixes = false) => {
  const found = await store.keptPage(url);
  if (!found) return false;
  const fresh = new DOMParser().parseFromString(found.html, "text/html");
  const data = JSON.parse(fresh.getElementById("page-data").textContent);
  fresh.getElementById("queue").replaceWith(panel);
  document.querySelector(".site-head").replaceWith(fresh.querySelector(".site-head"));
  document.getElementById("main").replaceWith(fresh.getElementById("main"));
  onTable = false;
  page.sheet = data.sheet;
  document.dispatchEvent(new Event("thunee:form"));
  await showForm(fixes);
  scrollTo(0, 0);
  return true;
};

const showForm = async (fixes) => {
  const form = document.getElementById("hand");
  const cards = document.getElementById("by-cards");
  if (form && cards) (await import("./cards.js")).startCards(form, cards);
  const next = () => becomeForm(page.sheet.form);
  if (form?.dataset.fresh) await startForm(form, changed, { ...(fixes === undefined ? {} : { fixes }), next });
  for (const link of document.querySelectorAll("[data-other-way]")) link.addEventListener("click", openForm);
};

const openForm = (event) => {
  if (controlled()) return;
  event.preventDefault();
  const { href } = event.currentTarget;
  reachable(2000).then(async (there) => {
    if (there || !(await becomeForm(new URL(href).pathname))) location.assign(href);
  });
};

// The last hand is put right without network too: in the form that is kept, with what the phone knows of the hand.
const openFix = (event) => {
  event.preventDefault();
  const { href } = event.currentTarget;
  reachable(2000).then(async (there) => {
    const now = page.sheet && (await standing(page.sheet.sheet));
    const last = lastOf(now);
    if (there || !last || now.waiting) { location.assign(there ? href : "#queue"); return; }
    const url = last.typed.events ? now.cards : now.form;
    if (controlled()) location.assign(`${url}#fix`);
    else await becomeForm(url, true);
  });
};

// Should the site be lost, this phone has the event: fetched when everything else is here.
const keepEvent = () => import("./kept_event.js").then((event) => event.keepEvent(page.keep)).catch(() => {});
const UNHURRIED = 10_000; // ms

const leave = (event) => {
  // What waits goes nowhere once this phone has left its table.
  const form = event.currentTarget;
  if (form.dataset.sure) return;
  event.preventDefault();
  store.all().then(async (hands) => {
    form.dataset.sure = "yes";
    if (hands.some((hand) => hand.state !== "sent")) {
      form.querySelector("[data-warning]").hidden = false;
      return;
    }
    await store.forgetPages();
    worker?.controller?.postMessage({ forget: true });
    form.submit();
  });
};

const busy = async () => (await store.all()).some((hand) => hand.state === "waiting");
const calm = () => onTable && !kept && !document.querySelector("main details[open], .queue-hand:not([data-state=sent])");

const start = async () => {
  const works = await store.works();
  if (page.live && panel.dataset.page) follow(works ? busy : () => false, calm, kept || same);
  if (!works) {
    document.documentElement.dataset.ready = "no";
    await fillIn(false);
    const form = document.getElementById("hand") ?? document.getElementById("save");
    const cards = document.getElementById("by-cards");
    if (form && cards) (await import("./cards.js")).startCards(form, cards);
    startPlain(form);
    return;
  }
  if (same) history.replaceState(history.state, "", location.pathname + location.hash); // loaded anew it comes from the server
  if (kept || same) document.querySelector(".messages")?.remove(); // they were said when the page was new
  // This phone has seen more of the sheet than there is.
  const fresh = page.sheet && !kept && !same;
  const wasMore = fresh && onTable && (await store.known(page.sheet.sheet))?.seq > page.sheet.seq;
  if (fresh) await store.seen(page.sheet);
  await fillIn(true);
  if (await store.cleared(kept)) tell("saysCleared");
  if (wasMore) await import("./older_copy.js").then(({ offer }) => offer(decide)).catch(() => {});
  await draw(decide, kept ? "offline" : "idle");
  if (onTable && !kept) await tidy();
  await number();

  await showForm();
  const review = document.getElementById("save");
  if (review?.dataset.number) startReview(review, changed, () => becomeForm(page.sheet.form));
  const enter = document.querySelector("[data-enter]");
  enter?.addEventListener("click", openForm);
  // From here on this phone knows the sheet as the page shows it.
  if (enter?.dataset.as && !kept && controlled()) enter.href += `?as=${enter.dataset.as}`;
  document.querySelector("[data-fix-last]")?.addEventListener("click", openFix);
  document.querySelector("[data-leave]")?.addEventListener("submit", leave);
  const escape = document.querySelector("[data-escape]");
  const unfold = async () => { if (escape.open) (await import("./handover.js")).show(escape); };
  escape?.addEventListener("toggle", unfold);
  if (escape?.open) unfold(); // tapped before this page was ready

  const lost = document.getElementById("kept-event");
  if (lost) import("./kept_event.js").then(({ offerEvent }) => offerEvent(lost)).catch(() => {});

  sendWhenever(changed);
  send(changed);
  if (worker) {
    await worker.register("/table/worker.js", { scope: "/table", updateViaCache: "none" }).catch(() => {});
    worker.addEventListener("controllerchange", keepPages); // of the first visit, or of a new build
  }
  else await Promise.all([import("./handover.js"), import("./cards.js")]); // while there is network
  if (page.device) await keepPages().catch(() => {});
  if (page.keep && onTable && !kept) setTimeout(keepEvent, UNHURRIED);
  document.documentElement.dataset.ready = "yes";
};

start().catch(() => { document.documentElement.dataset.ready = "no"; }); // no database here: the plain forms do it all
