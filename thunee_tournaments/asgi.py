"""The site for uvicorn, with live updates."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "thunee_tournaments.settings")
django.setup()

from thunee_tournaments.live import Hub  # noqa: E402  (settings come first)
from thunee_tournaments.serving.site import Site  # noqa: E402

site = Site()
application = Hub(site)
