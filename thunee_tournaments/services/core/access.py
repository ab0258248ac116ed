"""Who may do what: a user by role, a phone by the link of the table it sits at."""

from dataclasses import replace

from django.contrib.auth.models import AnonymousUser, User
from django.utils.translation import gettext_lazy as _

from adjudication import impartial
from adjudication.book import CHIEF_REFEREE, REFEREES, WRITERS, Actor
from adjudication.models import Scoresheet
from adjudication.prepared import Prepared, number
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.tables.models import TableLink
from thunee_tournaments.teams.names import name_key
from thunee_tournaments.tournaments import policies
from thunee_tournaments.tournaments.labels import label_of
from thunee_tournaments.tournaments.models import Role, Tournament
from thunee_tournaments.tournaments.selectors import held_by, may, roles_of

Person = User | AnonymousUser
LINK_AT = Prepared(
    lambda: (
        TableLink.objects.select_related("tournament", "table")
        .filter(pk=number("link"), table__seatings__match_id=number("match"))
        .order_by()
    )
)
SHEETS_OF = Prepared(
    lambda: Scoresheet.objects.only("public_id").filter(match_game__match_id=number("match")).order_by()
)
NOT_HERE = _("This match is not at your table. Open the link of the table it is played at.")


def require_role(actor: Person | TableLink, tournament: Tournament, role: str = Role.Name.ORGANISER) -> None:
    """Refuse (not_allowed) whoever may not do what `role` may; and (kept_elsewhere) everybody, in a copy."""
    require_kept_here(tournament)
    if isinstance(actor, TableLink) or not may(actor, tournament, role):
        raise Refused("not_allowed", _("You have no right to do this here. Ask the organiser of the tournament."))


def require_kept_here(tournament: Tournament) -> None:
    """Refuse (kept_elsewhere) what would change an event that another site keeps."""
    if tournament.kept_by:
        raise Refused(
            "kept_elsewhere", _("This is a copy: the event is kept on another site, and is changed there only.")
        )


def require_holder(actor: Person | TableLink, tournament: Tournament) -> None:
    """Refuse (not_allowed) whoever is not an organiser of the event, kept here or a copy."""
    if isinstance(actor, TableLink) or Role.Name.ORGANISER not in held_by(actor, tournament):
        raise Refused("not_allowed", _("You have no right to do this here. Ask the organiser of the tournament."))


def organiser(actor: Person | TableLink, tournament: Tournament) -> bool:
    """Whether the actor is a person who may do everything in this tournament."""
    return not isinstance(actor, TableLink) and may(actor, tournament, Role.Name.ORGANISER)


def writer(actor: Person | TableLink, match: Match) -> Actor:
    """The actor as the record knows it, for somebody who may write in this match; refuses (not_here) all others.

    A table's link reaches the matches that were called to that table, and no others; where referees write, or each side
    on its own phone, it is refused, too (referees_write, side_missing).
    """
    tournament = match.stage.tournament
    if isinstance(actor, TableLink):
        return _phone(actor, match)
    held = roles_of(actor, tournament)
    require_kept_here(tournament)
    if not held & WRITERS:
        raise Refused("not_here", _("You have no right to write on this scoresheet. Ask the organiser."))
    label, own = label_of(actor.pk or 0, tournament), conflicts_of_interest(actor, match)
    leave = impartial.leave_of(tournament.public_id, match.public_id, label) if own else None
    return Actor(label, tournament.public_id, held, conflicts=own, leave=leave)


def _phone(actor: TableLink, match: Match) -> Actor:
    """Two short questions, for they are asked with every hand: the link as it is, if its table has the match or had it,
    and the sheets of the match."""
    link = LINK_AT.first(link=actor.pk, match=match.pk)
    if link is None or not link.live or not link.reaches(match):
        raise Refused("not_here", NOT_HERE)
    require_kept_here(link.tournament)
    if (refused := why_only_look(link)) is not None:
        raise refused
    sheets = frozenset(sheet.public_id for sheet in SHEETS_OF.all(match=match.pk))
    label = f"table:{link.table.number}{link.side and '/' + link.side}"
    return Actor(label, link.tournament.public_id, frozenset({"scorekeeper"}), sheets, sides=frozenset(link.side))


def referee(actor: User | TableLink, match: Match) -> Actor:
    """The referee as the record knows one, with the sides that are their own. Refused: not_allowed, not_here.

    An organiser may do all that a chief referee may.
    """
    tournament = match.stage.tournament
    if not (isinstance(actor, User) and is_referee(actor, tournament)):
        require_role(actor, tournament, Role.Name.REFEREE)
    allowed = writer(actor, match)
    roles = allowed.roles | {CHIEF_REFEREE} if Role.Name.ORGANISER in allowed.roles else allowed.roles
    return replace(allowed, roles=roles)


def is_referee(user: User, tournament: Tournament) -> bool:
    """Whether somebody may decide in this tournament."""
    return bool(roles_of(user, tournament) & REFEREES)


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


def conflicts_of_interest(person: Person, match: Match) -> frozenset[str]:
    """The sides of a match whose team or club is the person's own: somebody else has to decide there."""
    own = Role.objects.filter(tournament=match.stage.tournament_id, user=person.pk).exclude(club="", team="")
    return own_sides(match, list(own.values_list("club", "team")))


def own_sides(match: Match, roles: list[tuple[str, str]]) -> frozenset[str]:
    """The sides of a match that somebody's roles, each (club, team), say to be their own."""
    clubs, teams = {name_key(club) for club, _team in roles}, {team for _club, team in roles}
    return frozenset(
        side.side
        for side in match.sides
        if (team := side.team) is not None and (team.public_id in teams or (team.club and name_key(team.club) in clubs))
    )
