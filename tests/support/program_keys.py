"""Keys for programs, as test data."""

import uuid
from datetime import timedelta

import factory
from django.utils import timezone

from tests.factories import TournamentFactory, UserFactory
from thunee_tournaments.tournaments.program_keys import KeptAnswer, ProgramKey
from thunee_tournaments.tournaments.tokens import token_hash


class ProgramKeyFactory(factory.django.DjangoModelFactory):
    """A key for everything, for a month, by which something was written; with `token="…"` it is used by that token."""

    class Meta:
        model = ProgramKey
        skip_postgeneration_save = True

    class Params:
        token = factory.LazyFunction(lambda: uuid.uuid4().hex)

    tournament = factory.SubFactory(TournamentFactory)
    user = factory.SubFactory(UserFactory)
    may = ProgramKey.May.DESK
    note = "A phone app"
    token_hash = factory.LazyAttribute(lambda key: token_hash(key.token))
    expires_at = factory.LazyFunction(lambda: timezone.now() + timedelta(days=30))

    @factory.post_generation
    def answered(obj: ProgramKey, create: bool, _said: object, **_more: object) -> None:  # noqa: N805 (of the factory)
        """A write that was answered."""
        if create:
            KeptAnswer.objects.create(key=obj, name="a-first-write", request="0" * 64, status=200)
