"""A world in which every act has something to be done to: events being made, in play and over, with their people."""

import uuid
from datetime import timedelta

from django.utils import timezone

from adjudication.outcomes import ProposedDecision
from tests.factories import (
    AuctionBidFactory,
    AuctionItemFactory,
    PledgeFactory,
    RaffleBookFactory,
    RaffleFactory,
    RoleFactory,
    TeamFactory,
    TournamentFactory,
)
from tests.support.organisations import OrganisationFactory
from tests.support.program_keys import ProgramKeyFactory
from tests.support.webhooks import WebhookFactory
from tests.thunee_tournaments.services.conftest import draw, game, match, thunee
from thunee_tournaments.brackets.models import StreakEntry
from thunee_tournaments.fundraising.accounts import balances_of
from thunee_tournaments.fundraising.models import Raffle
from thunee_tournaments.services import acts
from thunee_tournaments.tables import timers
from thunee_tournaments.tables.models import NoShow, Seating
from thunee_tournaments.teams.models import Player, Substitution, Team
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.organisations import Organisation


class World:
    """Two tournaments of one organiser: a draft, and one in play with a hand written at its first table."""

    def __init__(self, organiser):
        self.draft = TournamentFactory(organiser=organiser)
        self.team = TeamFactory(tournament=self.draft)
        self.before = TournamentFactory(organiser=organiser, status="closed", profile={"preset": "durban-classic"})
        TeamFactory(tournament=self.before, name=self.team.name)
        self.played = draw(organiser, 4)
        self.entrusted = organiser
        self.entry = self.write(game(self.played, 1), thunee("A")).entry
        self.table = self.played.tables.get(number=1)
        self.open, self.decided, self.appealed = (self.dispute(organiser, number) for number in range(3))

    def write(self, game, body):
        return acts.record_hand(
            actor=self.entrusted, game=game, body=body, key=acts.WriteKey("phone", uuid.uuid4(), game.sheet.head)
        )

    def dispute(self, organiser, steps):
        """A dispute about the first hand: open, decided, or under appeal."""
        found = match(self.played, 1)
        said = {"actor": organiser, "match": found, "device": "desk"}
        reason = ("rule", "late", "other")[steps]
        about = {"about": "hand", "hand": 1, "game": game(self.played, 1), "reason": reason, "words": "", "side": "A"}
        dispute = acts.raise_dispute(**said, **about, client_uuid=uuid.uuid4()).dispute
        if steps:
            acts.decide_dispute(**said, dispute=dispute, proposed=self.proposed(), client_uuid=uuid.uuid4())
        if steps == 2:
            acts.appeal_decision(**said, dispute=dispute, side="A", text="No.", client_uuid=uuid.uuid4())
        return dispute

    def proposed(self):
        return ProposedDecision("stands", ("EV-DISP-1",), "As written.", head=game(self.played, 1).sheet.head)

    def deposit(self):
        """A deposit that is held."""
        said = {"amount": 200_00, "method": "cash", "what": "Appeal"}
        return acts.take_deposit(actor=self.entrusted, tournament=self.played, **said, **self.sent())

    def club(self):
        """An organisation of the organiser."""
        mine = Organisation.objects.filter(members__user=self.entrusted).first()
        return mine or OrganisationFactory(organiser=self.entrusted)

    def receipt(self):
        """A receipt of the tournament in play."""
        said = {"amount": 400_00, "kind": "donation", "method": "cash"}
        actor = self.entrusted
        return acts.take_money(actor=actor, tournament=self.played, **said, **self.sent()).receipt

    def pledged(self):
        """A pledge in the tournament in play."""
        return PledgeFactory(tournament=self.played)

    def raffle_book(self):
        """A book of the raffle of the tournament in play."""
        raffle = Raffle.objects.filter(tournament=self.played).first() or RaffleFactory(tournament=self.played)
        return raffle.books.first() or RaffleBookFactory(raffle=raffle)

    def with_raffle(self, *, closed=False, drawn=False):
        """The tournament in play, with a raffle whose sale goes on, is over, or that is drawn."""
        self.raffle_book()
        if closed or drawn:
            acts.close_raffle(actor=self.entrusted, tournament=self.played)
        if drawn:
            acts.draw_raffle(actor=self.entrusted, tournament=self.played, word="blue")
        return self.played

    def bid(self):
        """A bid in the auction of the tournament in play."""
        item = AuctionItemFactory(tournament=self.played)
        return AuctionBidFactory(item=item, seq=1)

    def sold(self):
        """An item of that auction after the hammer."""
        item = self.bid().item
        acts.let_hammer_fall(actor=self.entrusted, item=item, seen=1)
        return item

    def counted(self):
        """A cash-up of the tournament in play, by the organiser."""
        stands = balances_of(self.played).cash
        said = {"whose": "", "pieces": {}, "rest": stands, "expected": stands}
        return acts.cash_up(actor=self.entrusted, tournament=self.played, **said, **self.sent())

    def bought(self):
        """An entry as a qualifier would have it."""
        return StreakEntry(stage=match(self.played, 1).stage, number=9, team=match(self.played, 1).team("A"))

    def about(self, dispute):
        return {"match": match(self.played, 1), "dispute": dispute}

    def sent(self):
        return {"device": "phone", "client_uuid": uuid.uuid4()}

    def over(self):
        """The game at the first table, over and to be signed."""
        Tournament.objects.filter(pk=self.played.pk).update(policies={})
        while not game(self.played, 1).sheet.is_over:
            self.write(game(self.played, 1), thunee("A"))
        return game(self.played, 1)

    def gone(self):
        """A team that has withdrawn."""
        team = match(self.played, 2).team("A")
        Team.objects.filter(pk=team.pk).update(withdrawn_at=timezone.now())
        return team

    def conflicted(self):
        """A referee whose own team plays at the first table."""
        team = match(self.played, 1).team("A").public_id
        return RoleFactory(tournament=self.played, role="referee", team=team).user

    def scorecards(self):
        """The game at the first table, in an event that plays late scorecards."""
        Tournament.objects.filter(pk=self.played.pk).update(policies={"signing": False, "late_scorecard": True})
        return game(self.played, 1)

    def tapped(self):
        """The game at the first table, over, in an event where one tap signs for both sides."""
        played = self.over()
        Tournament.objects.filter(pk=self.played.pk).update(policies={"sign_with": "tap"})
        return played

    def timed(self, rung=False):
        """The round of the first table, with a clock; perhaps its bell has rung."""
        timer = timers.give(match(self.played, 1).round, 600)
        if rung:
            timers.ring(timer, timezone.now())
        return timer.round

    def called(self):
        """A match at the first table in which nothing is written: the one there has gone."""
        Seating.objects.filter(match=match(self.played, 1)).update(ended_at=timezone.now())
        Seating.objects.filter(match=match(self.played, 2)).update(table=self.table)
        return {"match": match(self.played, 2), "side": "A"}

    def missing(self):
        """A team that is missing there, and its time is up."""
        said, since = self.called(), timezone.now() - timedelta(minutes=11)
        found = said["match"]
        Seating.objects.filter(match=found).update(created_at=since)
        clock = {"team": found.team("A"), "minutes": 10, "started_at": since, "until": timezone.now(), "by": "desk"}
        NoShow.objects.get_or_create(match=found, side="A", ended_at=None, defaults=clock)
        return said

    def rung(self):
        """The game at the first table, whose round's time is up."""
        self.timed(rung=True)
        return game(self.played, 1)

    def substituted(self):
        """A team with a substitution nothing was played after."""
        team = match(self.played, 2).team("A")
        leaves = team.players.first()
        comes = Player.objects.get_or_create(team=team, name="Comes", defaults={"order": 9})[0]
        Player.objects.filter(pk=leaves.pk).update(left_at=timezone.now())
        said = {"leaves": leaves, "comes": comes, "by": "user:1", "created_at": timezone.now()}
        Substitution.objects.get_or_create(team=team, number=1, defaults=said)
        return {"team": team, "number": 1, "reason": "x"}

    def program_key(self):
        return ProgramKeyFactory(tournament=self.played)

    def webhook(self):
        return WebhookFactory(tournament=self.played)

    def write_key(self):
        return acts.WriteKey("phone", uuid.uuid4(), game(self.played, 1).sheet.head)

    def key(self):
        sheet = game(self.played, 1).sheet
        return {"device": "phone", "client_uuid": uuid.uuid4(), "head": sheet.head}
