// Two comforts on a phone: the tab of this page is brought into view, and a bracket opens at the round that is played.
// Everything works without.
(() => {
  // Scrolls a box so that the target begins `share` of the free room from the box's start.
  const within = (box, target, share) => {
    if (!target) return;
    const [outer, inner] = [box.getBoundingClientRect(), target.getBoundingClientRect()];
    box.scrollLeft += inner.left - outer.left - (outer.width - inner.width) * share;
  };
  document.querySelectorAll(".tabs ul").forEach((strip) => within(strip, strip.querySelector("[aria-current]"), 0.5));
  document.querySelectorAll(".bracket-track").forEach((track) => within(track, track.querySelector("[data-current]"), 0));
})();
