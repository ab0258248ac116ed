"""The site for uvicorn, with live updates."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "thunee_tournaments.settings")
site = get_asgi_application()

from thunee_tournaments.live import Hub  # noqa: E402  (settings come first)

application = Hub(site)
