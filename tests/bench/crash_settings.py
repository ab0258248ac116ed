"""The site as it is, but that its style sheets need no collecting first: nobody looks at these pages."""

import os

from tests.bench.planted import UNSYNCED, planted
from thunee_tournaments.settings import *  # noqa: F403

STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}  # noqa: F405
CELERY_TASK_ALWAYS_EAGER = False
# Where nobody asks for a broker no worker listens: nudges get lost, the outbox keeps what is to be done.
CELERY_BROKER_URL = os.environ.get("CELERY_BROKER_URL", "memory://")
if planted() == UNSYNCED and EMBEDDED:  # noqa: F405
    _options = DATABASES["default"]["OPTIONS"]  # noqa: F405
    _options["init_command"] = _options["init_command"].replace("synchronous=FULL", "synchronous=OFF")
