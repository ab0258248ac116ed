"""Who may do what: a user by role, a phone by the link of the table it sits at."""

from django.contrib.auth.models import AnonymousUser, User
from django.utils.translation import gettext_lazy as _

from adjudication.book import WRITERS, Actor
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.running.errors import Refused
from thunee_tournaments.tables.models import Seating, TableLink
from thunee_tournaments.teams.names import name_key
from thunee_tournaments.tournaments import policies
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
        link = TableLink.objects.select_related("tournament").get(pk=actor.pk)
        if seating is None or not link.live or not link.reaches(match):
            raise Refused("not_here", _("This match is not at your table. Open the link of the table it is played at."))
        if (refused := why_only_look(link)) is not None:
            raise refused
        sheets = frozenset(match.games.values_list("sheet__public_id", flat=True))
        label = f"table:{seating.table.number}{link.side and '/' + link.side}"
        return Actor(label, book, frozenset({"scorekeeper"}), sheets, sides=frozenset(link.side))
    held = roles_of(actor, tournament)
    if not held & WRITERS:
        raise Refused("not_here", _("You have no right to write on this scoresheet. Ask the organiser."))
    return Actor(f"user:{actor.pk}", book, held, conflicts=conflicts(actor, match))


def why_only_look(link: TableLink) -> Refused | None:
    """Why a table's phone may not write, if it may not: the event has others write, or each side on its own phone.

    Asked of every link anew, so that one made before the event chose so is no way round it."""
    scoring = policies.read(link.tournament.policies).scoring
    if scoring == policies.Scoring.REFEREE:
        return Refused("referees_write", _("In this tournament referees write the hands down. You can follow here."))
    if scoring == policies.Scoring.BOTH_SIDES and not link.side:
        return Refused(
            "side_missing",
            _("Each side writes on its own phone here, and this link is of no side. Ask the desk for new links."),
        )
    return None


def conflicts(person: Person, match: Match) -> frozenset[str]:
    """The sides of a match whose team or club is the person's own: somebody else has to decide there."""
    own = Role.objects.filter(tournament=match.stage.tournament_id, user=person.pk).exclude(club="", team="")
    said = list(own.values_list("club", "team"))
    clubs, teams = {name_key(club) for club, _team in said}, {team for _club, team in said}
    return frozenset(
        side
        for side in ("A", "B")
        if (team := match.team(side)) is not None
        and (team.public_id in teams or (team.club and name_key(team.club) in clubs))
    )
