"""Programs that are told what happens, as test data."""

import factory

from tests.factories import TournamentFactory
from thunee_tournaments.services.models import Message, Webhook


class WebhookFactory(factory.django.DjangoModelFactory):
    """A program that has been told nothing yet."""

    class Meta:
        model = Webhook

    tournament = factory.SubFactory(TournamentFactory)
    url = factory.Sequence(lambda number: f"https://club.example.org/{number}")
    note = "The stream"


class MessageFactory(factory.django.DjangoModelFactory):
    """A message that waits."""

    class Meta:
        model = Message

    webhook = factory.SubFactory(WebhookFactory)
    kind = "ping"
    body = "{}"
