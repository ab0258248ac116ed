"""Imported once, by the process that those of the site are forked from: nothing here opens a file or a connection."""

import celery.apps.beat
import celery.apps.worker
import celery.bin.celery
import uvicorn
from django.urls import get_resolver

import thunee_tournaments.asgi  # noqa: F401

WARM = (celery, uvicorn, get_resolver().url_patterns)
