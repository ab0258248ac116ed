// Two comforts on a phone: the tab of this page is brought into view, and a bracket opens at the round that is played.
// Everything works without.
(() => {
  const within = (box, target) => {
    if (box && target) box.scrollLeft += target.getBoundingClientRect().left - box.getBoundingClientRect().left;
  };
  document.querySelectorAll(".tabs ul").forEach((strip) => within(strip, strip.querySelector("[aria-current]")));
  document.querySelectorAll(".bracket-track").forEach((track) => within(track, track.querySelector("[data-current]")));
})();
