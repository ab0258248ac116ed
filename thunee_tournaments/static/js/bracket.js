// A bracket: on a phone one round at a time, as high as that round, its name lit among the others; where there is room the
// whole, to fit or enlarge. A search lights a team's matches in both. Everything is there without.
(() => {
  const SMALLEST = 0.35;
  const LARGEST = 2;
  const STEP = 1.25;
  const READABLE = 0.7; // a bracket that is only a little too wide is shown whole
  const kept = { round: null, size: null }; // while the page is freshened

  // The round in sight sets the height, and is the one that is lit.
  const rounds = (box) => {
    const track = box.querySelector(".bracket-track");
    const sections = [...track.children];
    const links = [...box.querySelectorAll(".bracket-nav a")];
    const nav = box.querySelector(".bracket-nav ul");
    let shown = null;
    const show = (index) => {
      const section = sections[index];
      track.style.blockSize = section.offsetHeight ? `${section.offsetHeight + 8}px` : "";
      if (shown === index) return;
      shown = index;
      kept.round = index;
      links.forEach((link, number) => {
        if (number === index) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      });
      const [outer, inner] = [nav.getBoundingClientRect(), links[index].getBoundingClientRect()];
      nav.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
    };
    const inSight = () => {
      const width = track.clientWidth + parseFloat(getComputedStyle(track).columnGap || 0);
      return width ? Math.min(sections.length - 1, Math.round(Math.abs(track.scrollLeft) / width)) : 0;
    };
    const goTo = (index) => {
      const left = sections[index].getBoundingClientRect().left - track.getBoundingClientRect().left;
      track.scrollLeft += left;
      show(index);
    };
    links.forEach((link, index) => link.addEventListener("click", (event) => {
      event.preventDefault();
      goTo(index);
    }));
    let timer = null;
    track.addEventListener("scroll", () => {
      clearTimeout(timer);
      timer = setTimeout(() => show(inSight()), 80);
    });
    addEventListener("resize", () => show(inSight()));
    const current = sections.findIndex((section) => "current" in section.dataset);
    goTo(Math.min(sections.length - 1, kept.round ?? Math.max(0, current)));
    return goTo;
  };

  const zoom = (box) => {
    const whole = box.querySelector(".bracket-whole");
    const picture = whole.querySelector("svg");
    const width = picture.viewBox.baseVal.width;
    const set = (wanted) => {
      kept.size = Math.min(LARGEST, Math.max(SMALLEST, wanted));
      whole.style.setProperty("--zoom", kept.size);
    };
    const fitting = whole.clientWidth / width;
    set(kept.size ?? (fitting < 1 && fitting >= READABLE ? fitting : 1));
    const ways = { fit: () => whole.clientWidth / width, out: () => kept.size / STEP, in: () => kept.size * STEP };
    for (const button of box.querySelectorAll("[data-zoom]")) {
      button.addEventListener("click", () => set(ways[button.dataset.zoom]()));
    }
  };

  const search = (box, goTo) => {
    const field = box.querySelector("[data-find]");
    const found = box.querySelector("[data-found]");
    const ties = [...box.querySelectorAll(".tie, .tie-svg")];
    const calledOf = (tie) => (tie.getAttribute("aria-label") ?? tie.textContent).toLocaleLowerCase();
    const look = () => {
      const wanted = field.value.trim().toLocaleLowerCase();
      const lit = ties.filter((tie) => {
        const hit = wanted.length > 1 && calledOf(tie).includes(wanted);
        tie.classList.toggle("is-lit", hit);
        return hit;
      });
      box.classList.toggle("is-searched", lit.length > 0);
      found.textContent = wanted.length > 1 && !lit.length ? found.dataset.saysNone : "";
      field.setAttribute("aria-invalid", String(Boolean(found.textContent)));
      const last = lit.findLast((tie) => tie.getClientRects().length); // as far as the team has come
      const section = last?.closest(".bracket-round");
      if (section) goTo([...section.parentNode.children].indexOf(section));
      return last;
    };
    field.addEventListener("input", () => look()?.scrollIntoView({ block: "nearest", inline: "nearest" }));
    if (field.value) look();
  };

  const start = () => {
    for (const box of document.querySelectorAll("[data-bracket]:not([data-ready])")) {
      box.dataset.ready = "";
      const goTo = rounds(box);
      zoom(box);
      search(box, goTo);
    }
  };
  start();
  document.querySelector("main").addEventListener("fresh", start); // live.js put the page in place anew
})();
