// Shows that a team is called, on a phone whose pages are closed, and opens the team's page at a tap.
self.addEventListener("push", (event) => {
  let says = {};
  try { says = event.data.json(); } catch { return; }
  event.waitUntil(self.registration.showNotification(String(says.title), {
    body: String(says.body || ""), tag: String(says.url || ""), renotify: Boolean(says.url), requireInteraction: true,
    data: { url: String(says.url || "/") },
  }));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { url } = event.notification.data;
  if (new URL(url, self.location.href).origin === self.location.origin) event.waitUntil(self.clients.openWindow(url));
});
