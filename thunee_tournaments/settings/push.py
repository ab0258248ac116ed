"""Messages to phones (Web Push): none, unless whoever runs a site on the internet says so, and pywebpush is there.

A browser names the service of its maker through which its phone is reached. The site writes to these hosts and to no
other, whatever a browser says.
"""

from importlib.util import find_spec

from thunee_tournaments.settings.environment import PUBLIC_URL, env

_INSTALLED = find_spec("pywebpush") is not None
WEB_PUSH = env.bool("WEB_PUSH", default=False)
SENDS_PUSH = WEB_PUSH and PUBLIC_URL.startswith("https://") and _INSTALLED
PUSH_HOSTS = env.list(
    "PUSH_HOSTS",
    default=["fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com", ".notify.windows.com"],
)
PUSH_TIMEOUT = 10  # seconds
