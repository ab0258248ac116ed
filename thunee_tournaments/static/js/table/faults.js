// What a hand as it is typed still lacks, by field, and showing it there: known without asking the server.

const need = (form, typed, fields) =>
  Object.entries(fields).filter(([name]) => !(name in typed) && form.querySelector(`[data-field="${name}"]`));

const COUNT = { trumper: "saysNoTrumper", points: "saysNoPoints", last_trick: "saysNoLast" };
const NEEDED = {
  count: COUNT,
  double: { double: "saysNoDouble", double_end: "saysNoEnd", trumper: "saysNoTrumper" },
  khanuck: { khanuck: "saysNoKhanuck", ...COUNT },
  thunee: { declared_seat: "saysNoSeat", declared_lost_to: "saysNoCatcher" },
  caught: { four_ball: "saysNoCaught" },
  redeal: { redeal: "saysNoReason" },
};

const needed = (typed) => {
  if (typed.happened === "caught" && typed.false_by) return { false_against: "saysNoAccused" };
  if (typed.happened === "double" && typed.double_end === "failed") return { ...NEEDED.double, last_trick: "saysNoLast" };
  return NEEDED[typed.happened ?? "count"];
};

// [[field, what to do], …]: what the server would ask for anyway; anything finer it says when the hand gets there.
export const faultsOf = (form, typed) => {
  const missing = form.dataset.fix && !typed.why ? [["why", form.dataset.saysNoWhy]] : [];
  if (!form.elements.points) return typed.events ? missing : [...missing, ["events", form.dataset.saysNoCards]];
  for (const [name, word] of need(form, typed, needed(typed))) missing.push([name, form.dataset[word]]);
  if (!("points" in typed) || missing.some(([name]) => name === "points")) return missing;
  if (!/^\d+$/.test(typed.points) || Number(typed.points) > 304) return [...missing, ["points", form.dataset.saysNoPoints]];
  const { impossible, saysImpossible } = form.elements.points.dataset;
  // What one side cannot have leaves the other what it cannot have: the lower half of these is listed.
  const less = `${Math.min(typed.points, 304 - typed.points)}`;
  if (impossible?.split(" ").includes(less)) missing.push(["points", saysImpossible.replace("%N%", typed.points)]);
  return missing;
};

const listOf = (text) => {
  const list = document.createElement("ul");
  list.className = "errors";
  list.setAttribute("role", "alert");
  list.dataset.here = "";
  list.append(Object.assign(document.createElement("li"), { textContent: text }));
  return list;
};

const unmark = (form) => {
  for (const list of form.querySelectorAll(".errors")) list.remove();
  for (const part of form.querySelectorAll(".has-errors")) part.classList.remove("has-errors");
};

// What is answered is no fault any more.
const answered = ({ target }) => {
  const part = target.closest(".has-errors");
  if (!part) return;
  part.classList.remove("has-errors");
  part.querySelector(".errors")?.remove();
};

// Each fault beside its field, the first in view; of a field that is not on the page, above the form.
export const mark = (form, faults) => {
  unmark(form);
  form.addEventListener("input", answered);
  const marked = faults.map(([name, text]) => {
    const part = form.querySelector(`[data-field="${name}"]`) ?? form.querySelector("#by-cards") ?? form;
    const list = listOf(text);
    const legend = part.querySelector(":scope > legend, :scope > .points-of");
    if (legend) legend.after(list);
    else part.prepend(list);
    for (let fold = part.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    if (part !== form) part.classList.add("has-errors");
    return list;
  });
  marked[0]?.scrollIntoView({ block: "center" });
};
