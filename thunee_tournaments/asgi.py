"""The site for uvicorn, with live updates."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "thunee_tournaments.settings")
django.setup()

from thunee_tournaments import garbage  # noqa: E402
from thunee_tournaments.hall_server import connections  # noqa: E402
from thunee_tournaments.hall_server.site import Site  # noqa: E402
from thunee_tournaments.live import Hub  # noqa: E402  (settings come first)

site = Site()
# Streams are held for hours: a part of the connections stays for those who ask for a page.
application = Hub(site, most=connections.most() * 2 // 3)
garbage.look_seldom()
