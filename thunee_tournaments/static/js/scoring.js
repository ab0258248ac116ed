// The scorekeeper's forms: a running count while typing, less to look at, one tap saves once. All of it works without.
"use strict";

// The fields that what happened asks for; the others are not sent either.
const parts = (form, happened) => {
  for (const part of form.querySelectorAll(".part")) {
    part.hidden = !part.dataset.for.split(" ").includes(happened);
    part.disabled = part.hidden;
  }
  for (const fold of form.querySelectorAll("[data-main]")) {
    fold.open = fold.dataset.main === happened || [...fold.querySelectorAll("input:checked")].some(({ value }) => value !== "");
  }
  const opened = form.querySelector(`[data-opens="${happened}"]`);
  if (opened) opened.open = true;
};

// Keys for the card points, in place of the phone's own, which would hide half the form.
const pad = (form, points) => {
  const keys = form.querySelector("[data-pad]");
  if (!keys) return;
  keys.hidden = false;
  points.inputMode = "none";
  keys.addEventListener("click", ({ target }) => {
    const { digit } = target.dataset;
    if (!digit) return;
    if (digit === "clear") points.value = "";
    else if (digit === "back") points.value = points.value.slice(0, -1);
    else if (points.value.length < 3) points.value += digit;
    points.dispatchEvent(new Event("input", { bubbles: true }));
  });
};

const count = (form) => {
  const chosen = (name) => form.querySelector(`input[name="${name}"]:checked`)?.value ?? "";
  const number = (text) => (/^\d+$/.test(text) ? Number(text) : null);
  const points = form.elements.points;
  const running = form.querySelector("[data-running]");
  const label = form.querySelector('[data-label="points"]');
  const says = (text, values) => text.replace(/%([A-Z]+)%/g, (all, key) => values[key] ?? all);
  const teamOf = (side) => (side === 0 ? form.dataset.teamA : form.dataset.teamB);
  let asked = false;

  // Jodhi of a side as far as they count here: murrials upheld forfeits one.
  const jodhi = (side) => {
    let sum = 0;
    for (let row = 0; form.querySelector(`input[name="jodhi${row}_value"]`); row += 1) {
      const seat = number(chosen(`jodhi${row}_seat`));
      const forfeit = form.elements[`jodhi${row}_murrials`]?.checked;
      if (seat !== null && seat % 2 === side && !forfeit) sum += number(chosen(`jodhi${row}_value`)) ?? 0;
    }
    return sum;
  };
  const show = (field, wanted) => {
    const part = form.querySelector(`[data-field="${field}"]`);
    if (!part) return;
    if (!wanted && asked) { // what is asked no more is answered no more: nobody would see what is sent
      part.querySelectorAll("input").forEach((one) => { one.checked = one.type === "radio" && one.value === ""; });
      part.classList.remove("has-errors");
    }
    if (!part.classList.contains("has-errors")) part.hidden = !wanted;
  };
  // What the side that counts has, as far as it is typed.
  const countAlong = () => {
    const trumper = number(chosen("trumper"));
    const given = number(points.value.trim());
    const last = number(chosen("last_trick"));
    const wrong = given > 304 || points.dataset.impossible?.split(" ").includes(`${Math.min(given, 304 - given)}`);
    running.hidden = trumper === null || given === null || wrong;
    if (trumper === null) return;
    const counting = 1 - (trumper % 2);
    const other = form.elements.points_of.value === "trumping"; // a sheet may give the points of that side
    label.textContent = says(form.dataset.saysCounting, { TEAM: teamOf(other ? 1 - counting : counting) });
    if (running.hidden) return;
    let has = (other ? 304 - given : given) + jodhi(counting) - jodhi(1 - counting);
    if (form.dataset.callCounts === "yes") has += number(chosen("call")) ?? 0;
    if (last !== null && last % 2 === counting) has += 10;
    if (last !== null && last % 2 !== counting && form.dataset.transfer === "transfer") has -= 10;
    const needs = Number(form.dataset.target);
    const words = has >= needs ? form.dataset.saysMade : form.dataset.saysNeeds;
    running.textContent = says(words, { TEAM: teamOf(counting), HAS: has, NEEDS: needs, SHORT: needs - has });
    running.classList.toggle("is-made", has >= needs);
  };
  const update = () => {
    const happened = chosen("happened") || "count";
    parts(form, happened);
    form.querySelector('[data-part="count"]').hidden = happened === "double" && chosen("double_end") !== "failed" && !(points.value && !chosen("double_end"));
    countAlong();
    show("false_against", chosen("false_by") !== "");
    show("redeal_seat", chosen("redeal") !== "" && chosen("redeal") !== "trumpless");
    for (let row = 0; form.querySelector(`input[name="jodhi${row}_value"]`); row += 1) {
      const there = chosen(`jodhi${row}_value`) !== "";
      const murrials = form.elements[`jodhi${row}_murrials`];
      if (murrials && !there && asked) murrials.checked = false;
      for (const part of ["seat", "suit", "trick"]) show(`jodhi${row}_${part}`, there);
    }
  };
  pad(form, points);
  form.addEventListener("input", ({ isTrusted }) => {
    asked = true;
    if (isTrusted) form.dataset.touched = "yes";
    update();
  });
  window.addEventListener("pageshow", update);
  update();
};
const handForm = () => {
  const form = document.getElementById("hand");
  if (form?.elements.points) count(form);
};
document.addEventListener("thunee:form", handForm); // a page without network may turn into the form (table/start.js)
handForm();

// One tap saves once. The server would notice a second all the same; this spares the waiting.
for (const once of document.querySelectorAll("form[data-once]")) {
  let sent = false;
  once.addEventListener("submit", (event) => {
    if (sent) event.preventDefault();
    sent = event.submitter?.value !== "edit";
  });
  const again = () => { sent = false; };
  window.addEventListener("pageshow", again);
  navigator.serviceWorker?.addEventListener("message", again);
}

// Without network a form that was sent leaves the page as it is (table/worker.js): it says so, and can be sent again.
navigator.serviceWorker?.addEventListener("message", ({ data }) => {
  const notice = document.getElementById("unsent");
  if (!notice || data !== "unsent") return;
  document.getElementById("main").prepend(notice);
  notice.hidden = false;
});
