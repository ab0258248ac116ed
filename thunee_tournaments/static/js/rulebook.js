// The tournament's rule book: what is typed into the search leaves only the rules that have every word of it; a rule that a
// link names is unfolded, and on paper all of them are. Without this script the chapters fold by themselves.
(() => {
  const chapters = [...document.querySelectorAll(".rulebook-chapter")];
  const unfold = () => {
    const named = document.getElementById(location.hash.slice(1));
    const chapter = named?.closest(".rulebook-chapter");
    if (!chapter || chapter.open) return;
    chapter.open = true;
    named.scrollIntoView();
  };
  addEventListener("hashchange", unfold);
  unfold();

  let folded = [];
  addEventListener("beforeprint", () => {
    folded = chapters.filter((chapter) => !chapter.open);
    for (const chapter of folded) chapter.open = true;
  });
  addEventListener("afterprint", () => {
    for (const chapter of folded) chapter.open = false;
  });

  const search = document.querySelector("[data-rule-search]");
  const field = search.querySelector("input");
  const status = search.querySelector("[role=status]");
  const rules = chapters.flatMap((chapter) => [...chapter.querySelectorAll(".rulebook-rule")]);
  const texts = new Map(rules.map((rule) => [rule, rule.textContent.toLowerCase()]));
  let before = null; // which chapters were open when the search began
  const find = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    before ??= new Map(chapters.map((chapter) => [chapter, chapter.open]));
    let found = 0;
    for (const chapter of chapters) {
      let here = 0;
      for (const rule of chapter.querySelectorAll(".rulebook-rule")) {
        rule.hidden = !words.every((word) => texts.get(rule).includes(word));
        here += !rule.hidden;
      }
      chapter.hidden = Boolean(words.length) && !here;
      chapter.open = words.length ? here > 0 : before.get(chapter);
      found += here;
    }
    if (!words.length) before = null;
    status.textContent = !words.length ? "" : found ? search.dataset.says.replace("%N%", found) : search.dataset.saysNone;
  };
  field.addEventListener("input", find);
  search.hidden = false;
  if (field.value) find(); // going back, browsers put in what was there
})();
