// Passkeys: a form marked with data-passkey asks the browser for one before it is sent. Without passkeys in the browser
// such a form stays hidden, or says so when it is pressed.
(() => {
  const bytes = (text) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const text = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "");
  const listed = (keys) => (keys || []).map((key) => Object.assign(key, { id: bytes(key.id) }));

  // What the server asks, with bytes where it had to write letters.
  function question(asked) {
    const wanted = { ...asked, challenge: bytes(asked.challenge) };
    if (asked.user) {
      wanted.user = { ...asked.user, id: bytes(asked.user.id) };
      wanted.excludeCredentials = listed(asked.excludeCredentials);
      wanted.authenticatorSelection = {
        ...asked.authenticatorSelection,
        residentKey: "required",
        requireResidentKey: true,
        userVerification: "required",
      };
    } else {
      wanted.allowCredentials = listed(asked.allowCredentials);
    }
    return wanted;
  }

  // The answer, with letters for bytes again.
  function answer(key) {
    const response = {};
    for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
      if (key.response[name]) response[name] = text(key.response[name]);
    }
    return {
      id: key.id,
      rawId: text(key.rawId),
      type: key.type,
      response,
      clientExtensionResults: key.getClientExtensionResults(),
    };
  }

  async function options(form) {
    if (form.dataset.passkey === "ask") {
      const asked = await fetch(form.action, { headers: { Accept: "application/json" } });
      return (await asked.json()).request_options.publicKey;
    }
    return JSON.parse(document.getElementById("passkey-options").textContent).publicKey;
  }

  async function ask(form) {
    const publicKey = question(await options(form));
    const make = form.dataset.passkey === "make";
    const key = await (make ? navigator.credentials.create({ publicKey }) : navigator.credentials.get({ publicKey }));
    form.elements.credential.value = JSON.stringify(answer(key));
    form.submit();
  }

  for (const form of document.querySelectorAll("[data-passkey]")) {
    if (window.PublicKeyCredential) form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const button = form.querySelector("button");
      const problem = form.querySelector("[role=alert]:not(.errorlist)");
      problem.hidden = true;
      button.disabled = true;
      ask(form).catch(() => {
        problem.hidden = false;
        button.disabled = false;
      });
    });
  }
})();
