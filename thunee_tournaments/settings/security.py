"""Keys, hosts, cookies, headers, log-in: as strict as the pages allow, and stricter behind https."""

import os
import secrets
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from thunee_tournaments.settings.environment import EMBEDDED, PUBLIC_URL, VAR, env

HTTPS = PUBLIC_URL.startswith("https://")


def kept_key(path: Path) -> str:
    """The key in the file at `path`; made, readable by its owner only, if there is none yet."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    if not path.exists():
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(50))
            file.flush()
            os.fsync(file.fileno())  # a power cut now must not leave an empty key, with which nothing starts
        try:
            fresh.rename(path) if os.name == "nt" else os.link(fresh, path)
        except FileExistsError:
            pass  # another process of this installation was first: its key counts
        finally:
            fresh.unlink(missing_ok=True)
    return path.read_text().strip()


def secret_key() -> str:
    """From the environment; an embedded installation may leave it out and keeps one it made itself."""
    if given := env.str("SECRET_KEY", default=""):
        return given
    if EMBEDDED:
        return kept_key(VAR / "secret.key")
    raise ImproperlyConfigured(
        "SECRET_KEY is not set. A server with its own database needs one, the same for every process of the site: "
        "make it once with  python3 -c 'import secrets; print(secrets.token_urlsafe(50))'  and keep it out of the code."
    )


def allowed_hosts() -> list[str]:
    """Names the site answers to. A laptop in a hall answers to any: its address there is not known before. A demo
    is told its own (`hall_server.hosts`)."""
    named = urlsplit(PUBLIC_URL).hostname
    default = ["*"] if EMBEDDED and not HTTPS else [named or "", "localhost", "127.0.0.1", "[::1]"]
    return env.list("ALLOWED_HOSTS", default=[host for host in default if host])


SECRET_KEY = secret_key()
# Signs bundles (`site_key`); left out, the site makes one and keeps it in VAR.
SITE_KEY = env.str("SITE_KEY", default="")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS = allowed_hosts()
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[PUBLIC_URL] if PUBLIC_URL else [])

# --- cookies and https
# Behind https a cookie's name forbids every other host, also one of the same domain, to set it (`__Host-`); those of a
# table go to its own pages alone, for which browsers know the weaker `__Secure-`.
HOST_COOKIE, PATH_COOKIE = ("__Host-", "__Secure-") if HTTPS else ("", "")
SESSION_COOKIE_NAME = f"{HOST_COOKIE}thunee_session"
SESSION_COOKIE_AGE = 14 * 24 * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"  # a link in a chat opens a page with the session
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_NAME = f"{HOST_COOKIE}thunee_csrf"
CSRF_COOKIE_HTTPONLY = True  # pages carry the token in their forms
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_NAME = f"{HOST_COOKIE}django_language"
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]  # asked from inside, without TLS
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=30 * 24 * 3600 if HTTPS else 0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("HSTS_SUBDOMAINS", default=False)
# Whether other sites of the domain have certificates, and whether it goes on browsers' lists, is the owner's to decide.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
# How many proxies of our own stand in front, each of which sets X-Forwarded-For and X-Forwarded-Proto itself.
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", default=0)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None

# --- headers
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"  # a table's link must not travel to another site
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "object-src": [NONE],
        "frame-ancestors": [NONE],
    }
}

# --- limits: counted for all processes together
CACHES = {
    "default": {
        "BACKEND": "thunee_tournaments.shared_cache.SharedCache",
        "LOCATION": VAR / "counts",
        "OPTIONS": {"MAX_ENTRIES": 5_000},
    },
    # Pages a phone may still keep (scoring/page_changes.py): two or three of each table, and those before.
    "sent_pages": {
        "BACKEND": "thunee_tournaments.shared_cache.SharedCache",
        "LOCATION": VAR / "sent-pages",
        "OPTIONS": {"MAX_ENTRIES": 1_000},
    },
}

# --- log-in
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
PASSWORD_HASHERS = ["thunee_tournaments.hashing.OneAtATime"]
# Ten wrong passwords for one name from one address: wait. Further limits, and devices that are known: signing_in.
AXES_HANDLER = "thunee_tournaments.signing_in.Handler"
AXES_FAILURE_LIMIT = 10
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_CLIENT_IP_CALLABLE = "thunee_tournaments.client_address.client_address"
AXES_LOCKOUT_TEMPLATE = "account/locked.html"
AXES_ALLOWED_CORS_ORIGINS = ""
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False
AXES_DISABLE_ACCESS_LOG = True  # successful log-ins are not kept, failures only as long as they count
