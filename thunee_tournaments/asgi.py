"""The site for uvicorn."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "thunee_tournaments.settings")
application = get_asgi_application()
