"""Rows for tests, made directly: for what a test only needs to be there. Tests of behaviour go through the acts."""

import uuid
from datetime import timedelta
from typing import Any

import factory
from django.contrib.auth import get_user_model
from django.utils import timezone

from adjudication.models import Scoresheet
from adjudication.sheets import open_sheet
from thunee_tournaments.brackets.building import store
from thunee_tournaments.brackets.models import Match, MatchGame, Round
from thunee_tournaments.fundraising.models import (
    AuctionBid,
    AuctionItem,
    FreePlace,
    Paddle,
    Pledge,
    Pledger,
    Raffle,
    RaffleBook,
    Sponsor,
)
from thunee_tournaments.services.models import Copy, Sending
from thunee_tournaments.standings.models import Snapshot
from thunee_tournaments.tables.models import Seating, Table, TableLink
from thunee_tournaments.teams.models import Player, SignUp, Team
from thunee_tournaments.tournaments.models import Invitation, OutboxTask, Role, Stage, Tournament
from thunee_tournaments.tournaments.tokens import fresh, token_hash


class UserFactory(factory.django.DjangoModelFactory):
    """A user; the password is "nine of spades"."""

    class Meta:
        model = get_user_model()
        skip_postgeneration_save = True

    username = factory.Sequence(lambda n: f"user-{n}")
    email = factory.LazyAttribute(lambda user: f"{user.username}@example.org")

    @factory.post_generation
    def password(self: Any, create: bool, extracted: str | None, **_: Any) -> None:
        self.set_password(extracted or "nine of spades")
        if create:
            self.save()


class TournamentFactory(factory.django.DjangoModelFactory):
    """A tournament that is being prepared. With `organiser=user` that user may run it."""

    class Meta:
        model = Tournament
        skip_postgeneration_save = True

    name = factory.Sequence(lambda n: f"Cup of hall {n}")
    slug = factory.Sequence(lambda n: f"cup-{n}")
    preset = "durban-classic"
    policies = factory.LazyFunction(lambda: {"signing": False})  # tests of signing switch it on

    @factory.post_generation
    def organiser(self: Any, create: bool, extracted: Any, **_: Any) -> None:
        if create and extracted is not None:
            Role.objects.create(tournament=self, user=extracted, role=Role.Name.ORGANISER)


class RunningTournamentFactory(TournamentFactory):
    """A tournament after its draw, as far as its own row goes (no bracket)."""

    status = Tournament.Status.RUNNING
    profile = factory.LazyAttribute(lambda tournament: {"preset": tournament.preset})


class RoleFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Role

    tournament = factory.SubFactory(TournamentFactory)
    user = factory.SubFactory(UserFactory)
    role = Role.Name.ORGANISER


class InvitationFactory(factory.django.DjangoModelFactory):
    """An invitation nobody has taken; with `token="…"` it is opened by that token."""

    class Meta:
        model = Invitation

    class Params:
        token = factory.LazyFunction(lambda: uuid.uuid4().hex)

    tournament = factory.SubFactory(TournamentFactory)
    role = Role.Name.REFEREE
    token_hash = factory.LazyAttribute(lambda invitation: token_hash(invitation.token))
    expires_at = factory.LazyFunction(lambda: timezone.now() + timedelta(days=7))


class TeamFactory(factory.django.DjangoModelFactory):
    """A team of two; `players=("One", "Two")` names them."""

    class Meta:
        model = Team
        skip_postgeneration_save = True

    tournament = factory.SubFactory(TournamentFactory)
    name = factory.Sequence(lambda n: f"Trumpers {n}")

    @factory.post_generation
    def players(self: Any, create: bool, extracted: Any, **_: Any) -> None:
        if create:
            for order, name in enumerate(extracted if extracted is not None else ("First", "Second"), start=1):
                Player.objects.create(team=self, name=name, order=order)


class SignUpFactory(factory.django.DjangoModelFactory):
    """A team that signed itself up, and waits; nobody has its link."""

    class Meta:
        model = SignUp

    tournament = factory.SubFactory(TournamentFactory)
    number = factory.Sequence(lambda n: n + 1)
    token_hash = factory.LazyFunction(lambda: token_hash(fresh()))
    name = factory.Sequence(lambda n: f"Hopefuls {n}")
    phone = "082 555 0100"
    created_at = factory.LazyFunction(timezone.now)


class FreePlaceFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = FreePlace

    tournament = factory.SubFactory(TournamentFactory)
    team = "of-no-team"
    reason = "The hall's own."
    by = "user:1"
    created_at = factory.LazyFunction(timezone.now)


class PledgeFactory(factory.django.DjangoModelFactory):
    """R 10 for every ball anybody opens, at most R 500."""

    class Meta:
        model = Pledge
        skip_postgeneration_save = True

    tournament = factory.SubFactory(RunningTournamentFactory)
    number = factory.Sequence(lambda n: n + 1)
    token_hash = factory.Sequence("hash-of-pledge-{}".format)
    rates = factory.LazyFunction(lambda: {"ball": 10_00})
    most = 500_00
    by = "public"
    created_at = factory.LazyFunction(timezone.now)

    @factory.post_generation
    def pledger(self: Any, create: bool, extracted: Any, **_kwargs: Any) -> None:
        if create:
            Pledger.objects.create(pledge=self, **(extracted or {"name": "Vic Hill", "contact": "vic@example.org"}))


class CopyFactory(factory.django.DjangoModelFactory):
    """Where an event came from."""

    class Meta:
        model = Copy

    tournament = factory.SubFactory(TournamentFactory)
    keeper = made_by = "thunee1." + "A" * 86
    site_name = "The club"
    made_at = taken_at = factory.LazyFunction(timezone.now)
    version = 1
    head = digest = "0" * 64


class SendingFactory(factory.django.DjangoModelFactory):
    """An event that another site follows; nothing is sent before long."""

    class Meta:
        model = Sending

    tournament = factory.SubFactory(TournamentFactory)
    url = "http://127.0.0.1:9"
    next_at = factory.LazyFunction(lambda: timezone.now() + timedelta(days=1000))


class SponsorFactory(factory.django.DjangoModelFactory):
    """A sponsor without a logo."""

    class Meta:
        model = Sponsor

    tournament = factory.SubFactory(TournamentFactory)
    name = factory.Sequence("Bakery {}".format)


class RaffleBookFactory(factory.django.DjangoModelFactory):
    """Tickets 1 to 20 of a raffle, all sold."""

    class Meta:
        model = RaffleBook

    raffle = factory.SubFactory("tests.factories.RaffleFactory")
    first, last = 1, 20
    seller = "Aunty Pat"
    unsold = factory.LazyFunction(list)


class RaffleFactory(factory.django.DjangoModelFactory):
    """A raffle with a cake to be won, without books."""

    class Meta:
        model = Raffle

    tournament = factory.SubFactory(TournamentFactory)
    price = 10_00
    prizes = factory.LazyFunction(lambda: ["A cake"])


class AuctionItemFactory(factory.django.DjangoModelFactory):
    """A cake that goes to the highest bid."""

    class Meta:
        model = AuctionItem

    tournament = factory.SubFactory(TournamentFactory)
    number = factory.Sequence(lambda n: n + 1)
    name = factory.Sequence("A cake {}".format)


class AuctionBidFactory(factory.django.DjangoModelFactory):
    """A bid of R 50 by paddle 7."""

    class Meta:
        model = AuctionBid

    item = factory.SubFactory(AuctionItemFactory)
    seq = factory.Sequence(lambda n: n + 1)
    paddle = 7
    cents = 50_00
    by = "user:1"
    created_at = factory.LazyFunction(timezone.now)


class PaddleFactory(factory.django.DjangoModelFactory):
    """Paddle 7, which somebody holds."""

    class Meta:
        model = Paddle

    tournament = factory.SubFactory(TournamentFactory)
    number = 7
    name = "Aunty Pat"
    contact = "082 555 0107"


class PlayerFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Player

    team = factory.SubFactory(TeamFactory, players=())
    name = factory.Sequence(lambda n: f"Player {n}")
    order = factory.Sequence(lambda n: n + 1)


class StageFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Stage

    tournament = factory.SubFactory(RunningTournamentFactory)
    lot = "00112233445566778899aabbccddeeff"
    drawn_at = factory.LazyFunction(timezone.now)


class RoundFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Round

    stage = factory.SubFactory(StageFactory)
    number = 1
    name = "final"


class MatchFactory(factory.django.DjangoModelFactory):
    """A match of two teams that can be played; no sheet is open yet (see MatchGameFactory)."""

    class Meta:
        model = Match

    round = factory.SubFactory(RoundFactory)
    stage = factory.SelfAttribute("round.stage")
    number = factory.Sequence(lambda n: n + 1)
    sources = (("seed", 1), ("seed", 2))
    team_a = factory.SubFactory(TeamFactory, tournament=factory.SelfAttribute("..stage.tournament"))
    team_b = factory.SubFactory(TeamFactory, tournament=factory.SelfAttribute("..stage.tournament"))
    state = Match.State.READY
    seats = factory.LazyAttribute(lambda match: seats_of(match.team_a, match.team_b))

    @classmethod
    def _create(cls, model_class: type[Match], *args: Any, **kwargs: Any) -> Match:
        teams = [kwargs.pop("team_a"), kwargs.pop("team_b")]
        return store([model_class.between(kwargs.pop("sources"), teams, **kwargs)])[0]


def seats_of(team_a: Team | None, team_b: Team | None) -> list[str | None]:
    """The first two players of each team, by seat."""
    ids = [[player.public_id for player in team.players.all()[:2]] if team else [] for team in (team_a, team_b)]
    a, b = ([*team, None, None] for team in ids)
    return [a[0], b[0], a[1], b[1]]


class ScoresheetFactory(factory.django.DjangoModelFactory):
    """An open sheet, made as the record makes it."""

    class Meta:
        model = Scoresheet

    book = factory.Sequence(lambda n: f"book-{n}")
    label = "a game"
    rules = "durban-classic"
    first_dealer = 0

    @classmethod
    def _create(cls, model_class: type[Scoresheet], *args: Any, **kwargs: Any) -> Scoresheet:
        return open_sheet(**kwargs)


class MatchGameFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = MatchGame

    match = factory.SubFactory(MatchFactory)
    number = 1
    sheet = factory.SubFactory(
        ScoresheetFactory, book=factory.SelfAttribute("..match.stage.tournament.public_id"), first_dealer=0
    )


class TableFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Table

    tournament = factory.SubFactory(RunningTournamentFactory)
    number = factory.Sequence(lambda n: n + 1)


class SeatingFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Seating

    match = factory.SubFactory(MatchFactory)
    table = factory.SubFactory(TableFactory, tournament=factory.SelfAttribute("..match.stage.tournament"))


class TableLinkFactory(factory.django.DjangoModelFactory):
    """A live link; with `token="…"` it is opened by that token."""

    class Meta:
        model = TableLink

    class Params:
        token = factory.LazyFunction(lambda: uuid.uuid4().hex)

    table = factory.SubFactory(TableFactory)
    tournament = factory.SelfAttribute("table.tournament")
    token_hash = factory.LazyAttribute(lambda link: token_hash(link.token))
    expires_at = factory.LazyFunction(lambda: timezone.now() + timedelta(hours=12))


class SnapshotFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Snapshot

    tournament = factory.SubFactory(TournamentFactory)
    version = factory.SelfAttribute("tournament.version")
    data = factory.LazyFunction(lambda: {"rounds": [], "rows": []})


class OutboxTaskFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = OutboxTask

    kind = "standings"
    key = factory.Sequence(lambda n: f"key-{n}")
