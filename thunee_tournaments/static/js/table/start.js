// Starts whatever the page of a table needs: the list of hands on this phone, the sending, the form, the worker that lets
// pages open without network.

import { standing, startForm, startReview } from "./entry.js";
import { draw, tidy } from "./panel.js";
import { page, reachable, send, sendWhenever } from "./send.js";
import * as store from "./store.js";

const worker = navigator.serviceWorker; // only behind https, or on the server's own machine
const controlled = () => Boolean(worker?.controller);
const kept = document.documentElement.hasAttribute("data-kept");
let onTable = document.getElementById("queue").dataset.page === "table";
let sentHere = false;

const changed = async (outcome, atEnd = false) => {
  await draw(decide, outcome);
  await number();
  if (outcome === "sent") sentHere = true;
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
};

// Keeps this table's pages for when there is no network: the worker in its cache; without one the database, from where
// only a page that is open already can take them.
const keepPages = async () => {
  const form = page.sheet && !page.sheet.over ? page.sheet.form : null;
  if (controlled()) {
    await new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = done;
      setTimeout(done, 8000);
      worker.controller.postMessage({ keep: ["/table", ...(form ? [form, page.sheet.cards] : [])] }, [port2]);
    });
  } else if (!worker && form && !(await store.keptPage(form))) {
    const response = await fetch(form);
    if (response.ok && !response.redirected) await store.keepPage(form, await response.text());
  }
};

// Without a worker an open page cannot go to the form when the network is gone: it turns into it.
const becomeForm = async (url) => {
  const html = await store.keptPage(url);
  if (!html) return false;
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const queue = document.getElementById("queue");
  const data = JSON.parse(fresh.getElementById("page-data").textContent);
  fresh.getElementById("queue").replaceWith(queue);
  document.querySelector(".site-head").replaceWith(fresh.querySelector(".site-head"));
  document.getElementById("main").replaceWith(fresh.getElementById("main"));
  onTable = false;
  page.sheet = data.sheet;
  document.dispatchEvent(new Event("thunee:form"));
  await startForm(document.getElementById("hand"), changed);
  scrollTo(0, 0);
  return true;
};

const openForm = (event) => {
  if (controlled()) return;
  event.preventDefault();
  const { href } = event.currentTarget;
  reachable(2000).then(async (there) => {
    if (there || !(await becomeForm(new URL(href).pathname))) location.assign(href);
  });
};

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

const start = async () => {
  if (kept) document.querySelector(".messages")?.remove(); // they were said when the page was new
  if (page.sheet && !kept) await store.seen(page.sheet);
  await draw(decide, kept ? "offline" : "idle");
  if (onTable && !kept) await tidy();
  await number();

  const form = document.getElementById("hand");
  const review = document.getElementById("save");
  if (form?.dataset.fresh) await startForm(form, changed);
  if (review?.dataset.number) startReview(review, changed, () => becomeForm(page.sheet.form));
  document.querySelector("[data-enter]")?.addEventListener("click", openForm);
  document.querySelector("[data-leave]")?.addEventListener("submit", leave);
  document.querySelector("[data-escape]")?.addEventListener("toggle", async (event) => {
    if (event.target.open) (await import("./escape.js")).show(event.target);
  });

  sendWhenever(changed);
  send(changed);
  if (worker) {
    await worker.register("/table/worker.js", { scope: "/table", updateViaCache: "none" }).catch(() => {});
    worker.addEventListener("controllerchange", keepPages); // of the first visit, or of a new build
  }
  else await import("./escape.js"); // while there is network
  if (page.device) await keepPages().catch(() => {});
  document.documentElement.dataset.ready = "yes";
};

start().catch(() => { document.documentElement.dataset.ready = "no"; }); // no database here: the plain forms do it all
