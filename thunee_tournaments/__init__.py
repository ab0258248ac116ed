"""The project: settings, addresses and the apps of the site."""

from thunee_tournaments.celery import app as celery_app

__all__ = ["celery_app"]
