"""Settings of the test suite: the same site, with a database, a queue and a hasher made for speed.

Of the environment only DATABASE_URL counts (see scratch.py), so a developer's own settings never change what is tested.
"""

from thunee_tournaments.settings import *
from thunee_tournaments.settings.scratch import SCRATCH

ALLOWED_HOSTS = ["*"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
AXES_ENABLED = False  # its own tests switch it on
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_AUTOREFRESH = True

DATABASE = DATABASES["default"]
if EMBEDDED:
    # A file, as in real life: an in-memory database shares one connection and hides every locking fault.
    DATABASE["NAME"] = SCRATCH / "site.sqlite3"
    DATABASE["TEST"] = {"NAME": str(SCRATCH / "test.sqlite3")}
    DATABASE["OPTIONS"]["init_command"] = DATABASE["OPTIONS"]["init_command"].replace("FULL", "OFF")
else:
    DATABASE["OPTIONS"].pop("pool", None)  # a pool would hold on to a test database that is to be dropped
    DATABASE["TEST"] = {"NAME": "test_thunee"}

SENDING = True
PHONES_KEEP = True
SENDS_MAIL = ACCOUNTS_FOR_ALL = True
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
PHONE_PATIENCE = 20  # a busy machine is no hall without network

# A nudge runs at once, where the transaction ended; tests of the real queue start a real worker.
CELERY_BROKER_URL = "memory://"
CELERY_BROKER_TRANSPORT_OPTIONS = {}
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True

# More than one query for the same kind of row in one request is a fault of the page.
INSTALLED_APPS = [*INSTALLED_APPS, "zeal"]
MIDDLEWARE = ["tests.support.queries.watch_reading", *MIDDLEWARE]
ZEAL_RAISE = True
ZEAL_NPLUSONE_THRESHOLD = 3  # both teams of a match are two, and no fault
