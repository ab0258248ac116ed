// A code of a phone is an address of this page with the hands behind the "#": they are put into the field. Scanned in
// one browser after the other, they gather there.
"use strict";

const box = document.querySelector("textarea[name=text]");
const gathered = "thunee-unsent";
const carried = location.hash.slice(1);
if (box && carried.startsWith("thunee1.")) {
  const before = sessionStorage.getItem(gathered) ?? "";
  box.value = before.includes(carried) ? before : `${before}${before ? "\n" : ""}${carried}`;
  sessionStorage.setItem(gathered, box.value);
  history.replaceState(null, "", location.pathname);
}
box?.form.addEventListener("submit", () => sessionStorage.removeItem(gathered));
