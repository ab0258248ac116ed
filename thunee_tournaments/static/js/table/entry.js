// The form of a hand, and the page that shows its ruling: Save puts the hand on this phone first, then sends it. Without
// network the form says itself what it can, keeps the hand, and is ready for the next.

import { faultsOf, mark } from "./faults.js";
import { keepsNothing } from "./panel.js";
import { startPreview } from "./preview.js";
import { onTabs, page, reachable, send, tellTabs } from "./send.js";
import { lastOf, resultOf, standing } from "./standing.js";
import * as store from "./store.js";

const says = (node, values) => node.dataset.says.replace(/%([A-Z]+)%/g, (all, key) => values[key] ?? all);
const controlled = () => Boolean(navigator.serviceWorker?.controller);
const NOT_TYPED = new Set(["csrfmiddlewaretoken", "head", "key", "action", "entry"]);
const typedIn = (form) =>
  Object.fromEntries([...new FormData(form)].filter(([name, value]) => !NOT_TYPED.has(name) && value !== ""));

const draftName = (sheet) => `thunee-draft-${sheet}`;
// `typed` null: the hand of this number was saved here.
const keepDraft = (sheet, number, typed) => {
  try { sessionStorage.setItem(draftName(sheet), JSON.stringify({ number, typed })); } catch {} // full, or forbidden
};
const draftOf = (sheet) => { try { return JSON.parse(sessionStorage.getItem(draftName(sheet))); } catch { return null; } };
const dropDraft = (sheet) => { try { sessionStorage.removeItem(draftName(sheet)); } catch {} }; // forbidden
// A page somebody came back to, or loaded anew: browsers put into its form what it held before.
const revisited = () => performance.getEntriesByType("navigation")[0]?.type !== "navigate";

// What happened, of a hand that was typed before the form asked for it (hand_form/happened.py).
const happenedIn = ({ redeal, four_ball: caught, false_by: accuser, declared, khanuck, double }) => {
  if (redeal) return "redeal";
  if (caught || accuser) return "caught";
  if (declared) return "thunee";
  return (khanuck && "khanuck") || (double && "double") || "count";
};

const putIn = (form, given) => {
  const typed = { happened: happenedIn(given), ...given };
  for (const input of form.querySelectorAll("input")) {
    if (NOT_TYPED.has(input.name)) continue;
    const value = typed[input.name] ?? "";
    if (input.type === "radio") input.checked = input.value === value;
    else if (input.type === "checkbox") input.checked = Boolean(value);
    else if (input.type !== "hidden" || ["events", "deal"].includes(input.name)) input.value = value;
  }
  for (const fold of form.querySelectorAll("details")) fold.open = [...fold.querySelectorAll("input:checked")].some((one) => one.value !== "");
  form.dispatchEvent(new Event("input"));
};

// What was tapped, in the words of the page: "Who set trump? Priya · Call: 20".
const inWords = (form) => {
  const lines = [];
  const points = form.elements.points;
  if (!points) lines.push(form.querySelector("[data-count]").textContent);
  for (const group of form.querySelectorAll("fieldset[data-field]")) {
    const tapped = group.querySelector("input:checked");
    if (!tapped || tapped.value === "" || group.closest("[hidden]")) continue;
    if (["call", "happened"].includes(group.dataset.field) && ["0", "count"].includes(tapped.value)) continue;
    const face = tapped.nextElementSibling;
    const drawn = face.querySelector("[aria-label]")?.getAttribute("aria-label"); // a suit
    const name = drawn ?? (face.querySelector("span") ?? face).textContent;
    lines.push(`${group.querySelector("legend").textContent.trim()} ${name.trim()}`);
  }
  if (points?.value && !points.closest("[hidden]")) {
    lines.splice(1, 0, `${form.querySelector('[data-label="points"]').textContent.trim()}: ${points.value}`);
  }
  return lines.join(" · ");
};

// The key that is on this phone for what is being changed, from the address: /table/<sheet>/hand#<key>.
const changing = async () => {
  const key = location.hash.slice(1);
  return key ? (await store.all()).find((hand) => hand.key === key && ["refused", "waiting"].includes(hand.state)) : null;
};

// The form of a new hand becomes that of one that is there, with the question why.
const toFix = (form, entry) => {
  form.dataset.fix = entry;
  form.querySelector(".actions").before(document.getElementById("fix-why").content.cloneNode(true));
  for (const node of document.querySelectorAll("[data-number]")) node.dataset.says = node.dataset.saysFix;
  for (const link of form.querySelectorAll("[data-other-way]")) link.hidden = true;
};

// `fixes`: it is to put the last hand right, as the phone knows it; `next` shows the form of the next hand.
export const startForm = async (form, changed, { fixes = location.hash === "#fix", next } = {}) => {
  const sheet = page.sheet.sheet;
  const review = document.getElementById("offline-review");
  let now = await standing(sheet);
  const old = await changing();
  const last = fixes ? lastOf(now) : null;
  if (old?.fix ?? last) toFix(form, old?.fix ?? last.entry);
  const here = Boolean(old ?? last); // the server's page is of another hand: what is typed goes through the queue

  const number = () => (old ?? last ?? now).number;
  const ready = () => {
    if (now.dealer !== null) form.dataset.dealer = now.dealer;
    for (const node of document.querySelectorAll("[data-number]")) node.textContent = says(node, { N: number() });
    const kept = page.sheet.seq !== now.seq; // the page is older than what the phone knows
    if (!(now.waiting || kept) || form.dataset.fix) return;
    // Who sets trump follows from the hands that wait; where the phone cannot judge them, it asks.
    for (const one of form.querySelectorAll('[name="trumper"]')) one.checked = now.dealer !== null && Number(one.value) === (now.dealer + 1) % 4;
    form.dispatchEvent(new Event("input"));
    const score = document.querySelector(".head-score");
    if (score && now.balls && (now.plain || !now.waiting)) score.textContent = now.balls.join("–") + (now.waiting ? " ?" : "");
  };
  ready();
  const back = () => {
    review.hidden = true;
    form.hidden = false;
  };
  const begin = () => { // the next hand
    putIn(form, { call: "0", points_of: "counting", ...(now.dealer === null ? {} : { trumper: String((now.dealer + 1) % 4) }) });
    ready();
    back();
    dropDraft(sheet);
    keeping = false;
    scrollTo(0, 0);
  };
  let keeping = false;
  // What is there from before says so, and goes with one tap.
  const showDraft = () => {
    const notice = form.querySelector("[data-draft]");
    if (!notice) return;
    notice.hidden = false;
    notice.querySelector("button").onclick = () => {
      notice.hidden = true;
      begin();
    };
  };
  const fresh = form.dataset.fresh === "yes" && !here && !form.dataset.fix;
  const draft = fresh && !form.dataset.touched ? draftOf(sheet) : null; // who is faster than the scripts begins anew
  if (here) putIn(form, (old ?? last).typed);
  else if (draft?.typed && draft.number === number()) {
    putIn(form, draft.typed);
    showDraft();
  }
  else if (draft && revisited()) begin();
  if (!form.dataset.fix) form.addEventListener("input", () => keepDraft(sheet, number(), typedIn(form)));
  window.addEventListener("pageshow", async (event) => {
    delete form.dataset.checking;
    if (!event.persisted || !fresh || draftOf(sheet)?.typed !== null) return;
    now = await standing(sheet);
    begin();
  });
  onTabs(async () => { // another tab of this phone entered a hand: this one is the next
    const before = now.number;
    now = await standing(sheet);
    if (!here && !form.dataset.fix && now.number !== before) ready();
  });

  const show = (node, wanted) => {
    node.hidden = !wanted;
    if (wanted) node.scrollIntoView({ block: "start" });
  };
  const complete = () => {
    const faults = faultsOf(form, typedIn(form));
    mark(form, faults);
    return !faults.length;
  };
  const lookHere = () => {
    review.querySelector("[data-said]").textContent = inWords(form);
    const count = review.querySelector("[data-count]");
    const running = form.querySelector("[data-running], [data-count]");
    count.textContent = running.hidden ? "" : running.textContent;
    count.hidden = running.hidden;
    form.hidden = true;
    show(review, true);
  };

  let goingOn = false;
  form.addEventListener("submit", async (event) => {
    if (goingOn || event.submitter?.value !== "check") return;
    event.preventDefault();
    if (!complete()) return; // nothing to ask the server
    form.dataset.checking = ""; // whoever checks saves on the page that shows the ruling, not here as well
    if ((await standing(sheet)).waiting && !here) await Promise.race([send(changed), new Promise((done) => setTimeout(done, 4000 * (page.patience ?? 1)))]);
    now = await standing(sheet);
    if (here || now.waiting || !(await reachable())) {
      delete form.dataset.checking;
      lookHere();
      return;
    }
    if (!form.dataset.fix) form.elements.head.value = now.head;
    form.elements.csrfmiddlewaretoken.value = page.csrf;
    goingOn = true;
    form.requestSubmit(event.submitter);
    goingOn = false;
  });
  const headNow = async () => {
    if (here || form.dataset.fix) return null;
    now = await standing(sheet);
    return now.waiting ? null : now.head;
  };
  const saveNow = async ({ headline, reason, winner, balls, head }) => {
    if (keeping || "checking" in form.dataset) return;
    keeping = true;
    const typed = typedIn(form);
    const hand = { key: store.newKey(), device: page.device, sheet, number: number(), head, typed, form: page.form };
    if (await written({ ...hand, said: `${headline} (${reason})`, count: "", result: { winner, balls } })) {
      keepDraft(sheet, number(), null);
      await send(changed);
      await leaveFor("/table", next, "assign");
    } else keepsNothing();
    keeping = false;
  };
  if (fresh && form.elements.points) startPreview(form, { typedIn: () => typedIn(form), headNow, save: saveNow });
  review.querySelector("[data-change]").addEventListener("click", back);
  review.querySelector("[data-keep]").addEventListener("click", async () => {
    if (keeping) return;
    keeping = true;
    const typed = typedIn(form);
    const fix = form.dataset.fix ? { fix: Number(form.dataset.fix) } : {};
    const hand = { typed, ...fix, said: inWords(form), count: review.querySelector("[data-count]").textContent };
    Object.assign(hand, { form: page.form, result: await resultOf(typed, await standing(sheet)) });
    const seen = last?.head ?? (fix.fix ? form.elements.head.value : null);
    const added = { ...hand, key: store.newKey(), device: page.device, sheet, number: number() };
    try {
      if (old) await store.change(old, hand, added.key);
      else await store.add({ ...added, head: seen });
    } catch {
      keeping = false;
      keepsNothing(); // what was typed stays on the page
      return;
    }
    tellTabs();
    if (!fix.fix) keepDraft(sheet, number(), null);
    if (controlled() || (await reachable(1000))) {
      location.assign("/table");
      return;
    }
    if (here || fix.fix) {
      send(changed);
      await next?.();
      return;
    }
    send(changed);
    now = await standing(sheet);
    begin();
  });
};

// Puts a hand on this phone; false where the browser keeps nothing.
const written = async (hand) => {
  try {
    await store.add(hand);
  } catch {
    return false;
  }
  tellTabs();
  return true;
};

// After a hand was saved: on to the table's page, or where that cannot be had to the form of the next hand. `how`: whether
// going back leads to this page ("assign") or past it ("replace").
const leaveFor = async (url, next, how) => {
  const waits = (await store.all()).some((hand) => hand.state === "waiting");
  if (!waits || controlled() || (await reachable())) location[how](url);
  else await next?.();
};

// Sends a form the plain way, with the button that was tapped. Without network the page would be gone, and what was typed
// with it: then it stays.
const plainly = async (form, { name, value }) => {
  if (!(await reachable())) return keepsNothing();
  form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  return form.submit();
};

// In a browser that keeps nothing (a private window, a full disk) the plain forms do it all, as long as there is network.
export const startPlain = (form) => {
  keepsNothing();
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    plainly(form, event.submitter);
  });
};

// The page with the ruling: Save puts the hand on this phone, sends it, and goes back to the table.
export const startReview = (form, changed, nextForm) => {
  const sheet = page.sheet.sheet;
  let sending = false;
  form.addEventListener("submit", async (event) => {
    if (event.submitter?.value !== "save") return;
    event.preventDefault();
    if (sending) return;
    sending = true;
    const typed = typedIn(form);
    const { head, key } = form.elements;
    const { said = "", number, fix, winner, balls } = form.dataset;
    const there = await written({
      key: key.value, device: page.device, sheet, number: Number(number), head: head.value, typed, said, count: "", form: page.form,
      ...(fix ? { fix: Number(fix) } : {}), result: { winner: winner ? "AB".indexOf(winner) : null, balls: Number(balls) },
    });
    if (there) {
      if (!fix) keepDraft(sheet, Number(number), null);
      await send(changed);
      await leaveFor("/table", nextForm, "replace"); // going back leads to the form
    } else await plainly(form, event.submitter);
    sending = false;
  });
};
