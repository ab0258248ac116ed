"""E-mail: none, unless whoever runs the site names a server that takes it, and the site has an address to tell."""

from urllib.parse import urlsplit

from thunee_tournaments.settings.environment import PUBLIC_URL, env

_SERVER = env.email_url("EMAIL_URL", default="dummymail://")
SENDS_MAIL = bool(env.str("EMAIL_URL", default="")) and bool(PUBLIC_URL)
EMAIL_BACKEND = _SERVER["EMAIL_BACKEND"]
EMAIL_HOST, EMAIL_PORT = _SERVER.get("EMAIL_HOST") or "localhost", _SERVER.get("EMAIL_PORT") or 25
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _SERVER.get("EMAIL_HOST_USER") or "", _SERVER.get("EMAIL_HOST_PASSWORD") or ""
EMAIL_USE_TLS, EMAIL_USE_SSL = bool(_SERVER.get("EMAIL_USE_TLS")), bool(_SERVER.get("EMAIL_USE_SSL"))
EMAIL_FILE_PATH = "/" + _SERVER["EMAIL_FILE_PATH"].lstrip("/") if _SERVER.get("EMAIL_FILE_PATH") else None
EMAIL_TIMEOUT = 10  # seconds
DEFAULT_FROM_EMAIL = env.str("MAIL_FROM", default=f"thunee@{urlsplit(PUBLIC_URL).hostname or 'localhost'}")
