"""The environment, and the one folder in which this installation keeps everything it writes."""

from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured

ROOT = Path(__file__).resolve().parent.parent.parent
env = environ.Env()

# Database, queue, collected static files, generated key: all of it is below VAR.
VAR = Path(env.str("THUNEE_VAR", default=str(ROOT / "var")))

# Copies of the database, and what they are called.
BACKUPS, BACKUP_NAMES = VAR / "backups", "site-*.sqlite3"

# A server that names its database is run by somebody who can set variables: more is asked of it (see security, checks).
EMBEDDED = not env.str("DATABASE_URL", default="").startswith("postgres")

# The address under which people reach the site, without a slash at the end. Links and QR codes on paper start with it,
# because a link made on the organiser's own machine would otherwise say "localhost".
PHONE_COUNTRY = env.str("PHONE_COUNTRY", default="27")  # of numbers that are written without theirs
# What the site is called in the bundles it makes.
SITE_NAME = env.str("SITE_NAME", default="")
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
# Who may make events: everybody with an account, organisers of an organisation, or whoever runs the site alone.
EVENTS_BY = env.str("EVENTS_BY", default="everybody")
if EVENTS_BY not in ("everybody", "organisations", "operator"):
    raise ImproperlyConfigured(f"EVENTS_BY is {EVENTS_BY!r}: it is everybody, organisations or operator")
PUBLIC_URL = env.str("PUBLIC_URL", default="").rstrip("/")
