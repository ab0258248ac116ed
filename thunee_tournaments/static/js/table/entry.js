// The form of a hand, and the page that shows its ruling: Save puts the hand on this phone first, then sends it. Without
// network the form says itself what it can, keeps the hand, and is ready for the next.

import { page, reachable, send } from "./send.js";
import * as store from "./store.js";

const says = (node, values) => node.dataset.says.replace(/%([A-Z]+)%/g, (all, key) => values[key] ?? all);
const controlled = () => Boolean(navigator.serviceWorker?.controller);
const NOT_TYPED = new Set(["csrfmiddlewaretoken", "head", "key", "action", "entry"]);
const typedIn = (form) =>
  Object.fromEntries([...new FormData(form)].filter(([name, value]) => !NOT_TYPED.has(name) && value !== ""));

// What is known of the sheet now: as the server said last, and with the hands that wait on this phone.
export const standing = async (sheet) => {
  const known = (await store.known(sheet)) ?? page.sheet;
  const waiting = (await store.all()).filter((hand) => hand.sheet === sheet && hand.state !== "sent");
  const dealt = waiting.filter((hand) => !hand.redeal).length;
  const dealer = Number.isInteger(known?.dealer) ? (known.dealer + dealt) % 4 : null;
  return { ...known, number: (known?.number ?? 1) + waiting.length, dealer, waiting: waiting.length };
};

const draftName = (sheet) => `thunee-draft-${sheet}`;
const keepDraft = (sheet, number, typed) => {
  try { sessionStorage.setItem(draftName(sheet), JSON.stringify({ number, typed })); } catch { /* full, or forbidden */ }
};
const draftOf = (sheet, number) => {
  try {
    const draft = JSON.parse(sessionStorage.getItem(draftName(sheet)));
    return draft?.number === number ? draft.typed : null;
  } catch { return null; }
};
const dropDraft = (sheet) => { try { sessionStorage.removeItem(draftName(sheet)); } catch { /* forbidden */ } };

const putIn = (form, typed) => {
  for (const input of form.querySelectorAll("input")) {
    if (NOT_TYPED.has(input.name)) continue;
    const value = typed[input.name] ?? "";
    if (input.type === "radio") input.checked = input.value === value;
    else if (input.type === "checkbox") input.checked = Boolean(value);
    else if (input.type !== "hidden" || input.name === "events") input.value = value;
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
    if (!tapped || tapped.value === "" || group.dataset.field === "points_of") continue;
    if (group.dataset.field === "call" && tapped.value === "0") continue;
    if (group.closest("[data-part]")?.hidden) continue;
    const name = tapped.nextElementSibling.querySelector("title")?.textContent ?? tapped.nextElementSibling.textContent;
    lines.push(`${group.querySelector("legend").textContent.trim()} ${name.trim()}`);
  }
  if (points?.value && !form.querySelector('[data-part="count"]').hidden) {
    lines.splice(1, 0, `${form.querySelector('[data-label="points"]').textContent.trim()}: ${points.value}`);
  }
  return lines.join(" · ");
};

// What the server would ask for anyway; anything finer it says when the hand gets there.
const faultsOf = (form, typed) => {
  const missing = [];
  if (!form.elements.points) return typed.events ? [] : [form.dataset.saysNoCards];
  const need = (name, word) => { if (!(name in typed)) missing.push(form.dataset[word]); };
  if (typed.declared) {
    need("declared_seat", "saysNoSeat");
    need("declared_lost_to", "saysNoCatcher");
  } else if (typed.false_by) {
    need("false_against", "saysNoAccused");
  } else if (!typed.four_ball && !typed.redeal) {
    need("trumper", "saysNoTrumper");
    if (!/^\d+$/.test(typed.points ?? "") || Number(typed.points) > 304) missing.push(form.dataset.saysNoPoints);
    need("last_trick", "saysNoLast");
  }
  return missing;
};

// The key that is on this phone for what is being changed, from the address: /table/<sheet>/hand#<key>.
const changing = async () => {
  const key = location.hash.slice(1);
  return key ? (await store.all()).find((hand) => hand.key === key && hand.state === "refused") : null;
};

export const startForm = async (form, changed) => {
  const sheet = page.sheet.sheet;
  const review = document.getElementById("offline-review");
  const faults = document.getElementById("offline-faults");
  let now = await standing(sheet);
  const old = await changing();

  const number = () => (old ? old.number : now.number);
  const ready = () => {
    for (const node of document.querySelectorAll("[data-number]")) node.textContent = says(node, { N: number() });
    if (now.dealer !== null && now.waiting) {
      const first = form.querySelector(`[name="trumper"][value="${(now.dealer + 1) % 4}"]`);
      if (first) first.checked = true;
      form.dispatchEvent(new Event("input"));
    }
  };
  ready();
  if (old) putIn(form, old.typed);
  else if (form.dataset.fresh === "yes") {
    const draft = draftOf(sheet, number());
    if (draft) putIn(form, draft);
  }
  form.addEventListener("input", () => keepDraft(sheet, number(), typedIn(form)));

  const show = (node, wanted) => {
    node.hidden = !wanted;
    if (wanted) node.scrollIntoView({ block: "start" });
  };
  const lookHere = () => {
    const missing = faultsOf(form, typedIn(form));
    faults.querySelector("ul").replaceChildren(...missing.map((text) => {
      const line = document.createElement("li");
      line.textContent = text;
      return line;
    }));
    show(faults, missing.length > 0);
    if (missing.length) return;
    review.querySelector("[data-said]").textContent = inWords(form);
    const count = review.querySelector("[data-count]");
    const running = form.querySelector("[data-running], [data-count]");
    count.textContent = running.hidden ? "" : running.textContent;
    count.hidden = running.hidden;
    form.hidden = true;
    show(review, true);
  };
  const back = () => {
    review.hidden = true;
    form.hidden = false;
  };

  let goingOn = false;
  form.addEventListener("submit", async (event) => {
    if (goingOn || event.submitter?.value !== "check") return;
    event.preventDefault();
    if (!form.elements.points && !form.elements.events.value) {
      lookHere(); // no card was tapped: nothing to ask the server
      return;
    }
    if ((await standing(sheet)).waiting && !old) await Promise.race([send(changed), new Promise((done) => setTimeout(done, 4000))]);
    now = await standing(sheet);
    if (old || now.waiting || !(await reachable())) {
      lookHere();
      return;
    }
    form.elements.head.value = now.head;
    form.elements.csrfmiddlewaretoken.value = page.csrf;
    goingOn = true;
    form.requestSubmit(event.submitter);
    goingOn = false;
  });
  review.querySelector("[data-change]").addEventListener("click", back);
  let keeping = false;
  review.querySelector("[data-keep]").addEventListener("click", async () => {
    if (keeping) return;
    keeping = true;
    const typed = typedIn(form);
    const hand = { typed, said: inWords(form), count: review.querySelector("[data-count]").textContent, redeal: Boolean(typed.redeal) };
    if (old) await store.change(old.key, hand);
    else await store.add({ ...hand, key: store.newKey(), device: page.device, sheet, number: now.number, head: null });
    dropDraft(sheet);
    if (controlled() || old) {
      location.assign("/table");
      return;
    }
    send(changed);
    now = await standing(sheet);
    putIn(form, { call: "0", points_of: "counting" });
    ready();
    back();
    keeping = false;
    scrollTo(0, 0);
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
    const said = form.dataset.said ?? "";
    await store.add({
      key: key.value, device: page.device, sheet, number: Number(form.dataset.number), head: head.value,
      typed, said, count: "", redeal: Boolean(typed.redeal),
    });
    dropDraft(sheet);
    await send(changed);
    const waits = (await store.all()).some((hand) => hand.key === key.value && hand.state === "waiting");
    if (!waits || controlled() || (await reachable())) location.replace("/table"); // going back leads to the form
    else await nextForm();
    sending = false;
  });
};
