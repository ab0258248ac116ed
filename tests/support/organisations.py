"""Organisations, their members and invitations, made for tests."""

import uuid
from datetime import timedelta
from typing import Any

import factory
from django.utils import timezone

from tests.factories import UserFactory
from thunee_tournaments.tournaments.organisations import Member, MemberInvitation, Organisation, Part
from thunee_tournaments.tournaments.tokens import token_hash


class OrganisationFactory(factory.django.DjangoModelFactory):
    """An organisation. With `organiser=user` that user runs it."""

    class Meta:
        model = Organisation
        skip_postgeneration_save = True

    name = factory.Sequence(lambda n: f"Club {n}")

    @factory.post_generation
    def organiser(self: Any, create: bool, extracted: Any, **_: Any) -> None:
        if create and extracted is not None:
            Member.objects.create(organisation=self, user=extracted, part=Part.ORGANISER)


class MemberFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Member

    organisation = factory.SubFactory(OrganisationFactory)
    user = factory.SubFactory(UserFactory)
    part = Part.ORGANISER


class MemberInvitationFactory(factory.django.DjangoModelFactory):
    """An invitation into an organisation nobody has taken; with `token="…"` it is opened by that token."""

    class Meta:
        model = MemberInvitation

    class Params:
        token = factory.LazyFunction(lambda: uuid.uuid4().hex)

    organisation = factory.SubFactory(OrganisationFactory)
    part = Part.VIEWER
    token_hash = factory.LazyAttribute(lambda invitation: token_hash(invitation.token))
    expires_at = factory.LazyFunction(lambda: timezone.now() + timedelta(days=7))
