"""The site as it is, but that its style sheets need no collecting first: nobody looks at these pages."""

from thunee_tournaments.settings import *  # noqa: F403

STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}  # noqa: F405
CELERY_TASK_ALWAYS_EAGER = False
CELERY_BROKER_URL = "memory://"  # nudges get lost here; the outbox keeps what is to be done
