"""Seeding by the final standings of an earlier event on this site, of which whoever seeds has a role."""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.pseudonyms import ERASED
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.match.stages import outlook
from thunee_tournaments.services.setup.seeding import entered_order, give_seeds
from thunee_tournaments.services.setup.tournaments import lock_draft
from thunee_tournaments.standings.event_standings import standings
from thunee_tournaments.teams.models import Team
from thunee_tournaments.teams.names import name_key
from thunee_tournaments.tournaments import earlier
from thunee_tournaments.tournaments.earlier import EarlierPlace, Entered, Placed
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.selectors import tournaments_of

MOST = 50  # events offered, the newest


@dataclass(frozen=True)
class Proposal:
    """What seeding by an event would make: the standings there, and which team was which, from the first seed down."""

    source: Tournament
    standings: list[Placed]
    places: list[EarlierPlace]


def earlier_events(actor: User, tournament: Tournament) -> list[Tournament]:
    """The events a tournament can be seeded by: drawn, and with a role of whoever asks; the newest first."""
    mine = tournaments_of(actor).exclude(pk=tournament.pk).exclude(status=Tournament.Status.DRAFT)
    return list(mine.order_by("-date", "-created_at")[:MOST])


def earlier_event(actor: User, tournament: Tournament, slug: str) -> Tournament | None:
    """The event of this slug, for somebody who has a role in it; None for all others, as if it were not there."""
    mine = tournaments_of(actor).exclude(pk=tournament.pk).exclude(status=Tournament.Status.DRAFT)
    return mine.filter(slug=slug).first()


def propose_seeds(tournament: Tournament, source: Tournament) -> Proposal:
    """What it would make. Refused: not_over (its final standings are not known yet), nobody_known."""
    if source.status != Tournament.Status.CLOSED and not outlook(source).decided:
        raise Refused(
            "not_over",
            _("%(name)s is still being played: its final standings are not known yet.") % {"name": source.name},
        )
    earlier_teams = {team.public_id: team for team in _teams(source)}
    placed = [
        Placed(_entered(earlier_teams[row["team"]]), row["place"], row["place_to"])
        for row in standings(source)["rows"]
        if row["team"] in earlier_teams
    ]
    places = earlier.matched([_entered(team) for team in _teams(tournament)], placed)
    if not places:
        raise Refused(
            "nobody_known",
            _("No team of this tournament took part in %(name)s, by its name or by its players.")
            % {"name": source.name},
        )
    return Proposal(source, placed, places)


@transaction.atomic
def seed_by_earlier(*, actor: User, tournament: Tournament, source: Tournament, seen: str) -> Proposal:
    """Seed the teams by their places in `source`; the others are unseeded, and the draw places them by lot below.

    `seen` is the order that was shown (public ids): if it has become another since, nothing is saved. Refused:
    not_allowed, not_there (no role in the source), drawn_already, not_over, nobody_known, changed_meanwhile.
    """
    require_role(actor, tournament)
    tournament = lock_draft(tournament)
    if earlier_event(actor, tournament, source.slug) is None:
        raise Refused("not_there", _("There is no such tournament among yours."))
    proposed = propose_seeds(tournament, source)
    order = [place.team for place in proposed.places]
    if seen.split() != order:
        raise Refused("changed_meanwhile", _("Teams or standings have changed. This is the order as it is now."))
    give_seeds(tournament, order)
    tournament.seeding = earlier.kept(source.public_id, proposed.standings, proposed.places, entered_order(tournament))
    tournament.save(update_fields=["seeding"])
    publish(tournament)
    return proposed


def _teams(tournament: Tournament) -> list[Team]:
    return list(tournament.teams.order_by("pk").prefetch_related("players"))


def _entered(team: Team) -> Entered:
    """All who ever played for the team count: a substitute makes no other team of it."""
    names = [player.name for player in team.players.all() if player.name != ERASED]
    return Entered(team.public_id, team.name_key, frozenset(map(name_key, names)))
