// Comforts: the tab of this page and the first field that is wrong are brought into view, and a button shares the page.
// Everything works without.
(() => {
  document.documentElement.dataset.js = "";
  // Scrolls a box so that the target begins `share` of the free room from the box's start.
  const within = (box, target, share) => {
    if (!target) return;
    const [outer, inner] = [box.getBoundingClientRect(), target.getBoundingClientRect()];
    box.scrollLeft += inner.left - outer.left - (outer.width - inner.width) * share;
  };
  document.querySelectorAll(".tabs ul").forEach((strip) => within(strip, strip.querySelector("[aria-current]"), 0.5));

  const wrong = document.querySelector("main .errors");
  if (wrong) {
    const { top, bottom } = wrong.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) wrong.scrollIntoView({ block: "center" });
  }

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-share]");
    if (!button) return;
    const url = location.href.split("#")[0];
    try {
      if (navigator.share) return await navigator.share({ title: document.title, url });
      // Over plain http, as in a hall, there is no clipboard to write to: the old way still copies.
      if (navigator.clipboard) await navigator.clipboard.writeText(url);
      else {
        const field = document.body.appendChild(Object.assign(document.createElement("textarea"), { value: url }));
        field.select();
        document.execCommand("copy");
        field.remove();
      }
      button.querySelector("span").textContent = button.dataset.copied;
    } catch {
      // Whoever closed the phone's dialogue meant to.
    }
  });
})();
