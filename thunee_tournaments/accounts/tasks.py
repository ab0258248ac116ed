"""The Celery side of accounts: what nobody needs any more is forgotten."""

from allauth.usersessions.models import UserSession
from celery import shared_task
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef


@shared_task(ignore_result=True)
def forget_sessions() -> int:
    """Delete the sessions that have ended by themselves, and with them where they were; how many devices went."""
    SessionStore.clear_expired()
    held = Session.objects.filter(session_key=OuterRef("session_key"))
    return UserSession.objects.exclude(Exists(held)).delete()[0]
