"""The environment of a test process: a folder of its own, and nothing of the developer's but DATABASE_URL.

Imported before anything reads the environment; every process of the suite (each xdist worker is one) has its own.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

SCRATCH = Path(tempfile.mkdtemp(prefix="thunee-tests-"))
atexit.register(shutil.rmtree, SCRATCH, ignore_errors=True)

DEVELOPERS_OWN = (
    "ACCOUNTS_BY",
    "ALLOWED_HOSTS",
    "CELERY_BROKER_URL",
    "CSRF_TRUSTED_ORIGINS",
    "DATABASE_POOL",
    "DEBUG",
    "EMAIL_URL",
    "EVENTS_BY",
    "HSTS_SECONDS",
    "HSTS_SUBDOMAINS",
    "LOG_FORMAT",
    "LOG_LEVEL",
    "MAIL_FROM",
    "METRICS_TOKEN",
    "PHONES_KEEP",
    "PUBLIC_URL",
    "PUSH_HOSTS",
    "SECOND_STEP",
    "SECRET_KEY_FALLBACKS",
    "SENDING",
    "SITE_NAME",
    "TIME_ZONE",
    "TRUSTED_PROXIES",
    "WEB_PUSH",
)
for name in DEVELOPERS_OWN:
    os.environ.pop(name, None)
os.environ["THUNEE_VAR"] = str(SCRATCH)
os.environ["SITE_KEY"] = "for-tests-only-" + "j9" * 20
os.environ["SECRET_KEY"] = "for-tests-only-" + "k9" * 20
