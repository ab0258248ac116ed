// The scorekeeper's forms: a running count while typing, less to look at, one tap saves once. All of it works without.
"use strict";

const count = (form) => {
  const chosen = (name) => form.querySelector(`input[name="${name}"]:checked`)?.value ?? "";
  const number = (text) => (/^\d+$/.test(text) ? Number(text) : null);
  const points = form.elements.points;
  const running = form.querySelector("[data-running]");
  const label = form.querySelector('[data-label="points"]');
  const countPart = form.querySelector('[data-part="count"]');
  const says = (text, values) => text.replace(/%([A-Z]+)%/g, (all, key) => values[key] ?? all);
  const teamOf = (side) => (side === 0 ? form.dataset.teamA : form.dataset.teamB);

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

  const update = () => {
    const trumper = number(chosen("trumper"));
    const given = number(points.value.trim());
    const last = number(chosen("last_trick"));
    const other = chosen("points_of") === "trumping";
    if (trumper !== null) {
      const counting = 1 - (trumper % 2);
      label.textContent = says(form.dataset.saysCounting, { TEAM: teamOf(other ? 1 - counting : counting) });
      if (given !== null && given <= 304) {
        let has = (other ? 304 - given : given) + jodhi(counting) - jodhi(1 - counting);
        if (form.dataset.callCounts === "yes") has += number(chosen("call")) ?? 0;
        if (last !== null && last % 2 === counting) has += 10;
        if (last !== null && last % 2 !== counting && form.dataset.transfer === "transfer") has -= 10;
        const needs = Number(form.dataset.target);
        const words = has >= needs ? form.dataset.saysMade : form.dataset.saysNeeds;
        running.textContent = says(words, { TEAM: teamOf(counting), HAS: has, NEEDS: needs, SHORT: needs - has });
        running.classList.toggle("is-made", has >= needs);
        running.hidden = false;
      } else {
        running.hidden = true;
      }
    }
    // A hand that ended early, or was dealt again, has nothing to count.
    const ended = chosen("four_ball") !== "" || chosen("declared") !== "" || (chosen("redeal") !== "") || chosen("false_by") !== "";
    countPart.hidden = ended;
    show("declared_seat", chosen("declared") !== "");
    show("declared_lost_to", chosen("declared") !== "");
    show("offence", chosen("four_ball") !== "");
    show("false_against", chosen("false_by") !== "");
    show("redeal_seat", chosen("redeal") !== "" && chosen("redeal") !== "trumpless");
    for (let row = 0; form.querySelector(`input[name="jodhi${row}_value"]`); row += 1) {
      const there = chosen(`jodhi${row}_value`) !== "";
      const murrials = form.elements[`jodhi${row}_murrials`];
      if (murrials && !there && asked) murrials.checked = false;
      for (const part of ["seat", "suit", "trick"]) show(`jodhi${row}_${part}`, there);
    }
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
  let asked = false;
  form.addEventListener("input", () => { asked = true; update(); });
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
