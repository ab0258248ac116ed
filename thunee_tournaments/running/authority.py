"""Who may do what: a user by role, a phone by the link of the table it sits at."""

from django.contrib.auth.models import AnonymousUser, User
from django.utils.translation import gettext_lazy as _

from adjudication.book import WRITERS, Actor
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.running.errors import Refused
from thunee_tournaments.tables.models import Seating, TableLink
from thunee_tournaments.teams.names import name_key
from thunee_tournaments.tournaments.models import Role, Tournament
from thunee_tournaments.tournaments.selectors import may, roles_of

Person = User | AnonymousUser


def require_role(actor: Person | TableLink, tournament: Tournament, role: str = Role.Name.ORGANISER) -> None:
    """Refuse (not_allowed) whoever may not do what `role` may."""
    if isinstance(actor, TableLink) or not may(actor, tournament, role):
        raise Refused("not_allowed", _("You have no right to do this here. Ask the organiser of the tournament."))


def organiser(actor: Person | TableLink, tournament: Tournament) -> bool:
    """Whether the actor is a person who may do everything in this tournament."""
    return not isinstance(actor, TableLink) and may(actor, tournament, Role.Name.ORGANISER)


def writer(actor: Person | TableLink, match: Match) -> Actor:
    """The actor as the record knows it, for somebody who may write in this match; refuses (not_here) all others.

    A table's link reaches the matches that were called to that table, and no others.
    """
    tournament = match.stage.tournament
    book = tournament.public_id
    if isinstance(actor, TableLink):
        seating = Seating.objects.filter(match=match, table=actor.table_id).first()
        if seating is None or not TableLink.objects.get(pk=actor.pk).live:
            raise Refused("not_here", _("This match is not at your table. Open the link of the table it is played at."))
        sheets = frozenset(match.games.values_list("sheet__public_id", flat=True))
        return Actor(f"table:{seating.table.number}", book, frozenset({"scorekeeper"}), sheets)
    held = roles_of(actor, tournament)
    if not held & WRITERS:
        raise Refused("not_here", _("You have no right to write on this scoresheet. Ask the organiser."))
    return Actor(f"user:{actor.pk}", book, held, conflicts=conflicts(actor, match))


def conflicts(person: Person, match: Match) -> frozenset[str]:
    """The sides of a match whose team or club is the person's own: somebody else has to decide there."""
    own = Role.objects.filter(tournament=match.stage.tournament_id, user=person.pk).exclude(club="", team="")
    clubs, teams = set(), set()
    for club, team in own.values_list("club", "team"):
        clubs.add(name_key(club))
        teams.add(team)
    return frozenset(
        side
        for side in ("A", "B")
        if (team := match.team(side)) is not None
        and (team.public_id in teams or (team.club and name_key(team.club) in clubs))
    )
