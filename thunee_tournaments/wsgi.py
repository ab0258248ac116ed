"""The site for gunicorn."""

import os

from django.core.wsgi import get_wsgi_application

from thunee_tournaments import garbage

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "thunee_tournaments.settings")
application = get_wsgi_application()
garbage.look_seldom()
