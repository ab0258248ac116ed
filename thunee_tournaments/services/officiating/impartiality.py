"""Conflicts of interest (EV-CONF-1): who may not act in a match, and the leave the chief referee gives all the same."""

from collections import defaultdict
from dataclasses import dataclass, replace
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from adjudication import impartial
from adjudication.book import CHIEF_REFEREE, REFEREES
from adjudication.impartial import GivenLeave
from adjudication.models import Leave
from thunee_tournaments.brackets import settling
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services.core.access import Person, conflicts_of_interest, own_sides, require_role, writer
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.publishing import publish_running
from thunee_tournaments.tournaments.labels import label_of
from thunee_tournaments.tournaments.models import Role
from thunee_tournaments.tournaments.selectors import referees_of, roles_of


@dataclass(frozen=True)
class Conflicted:
    """A referee whose own team or club plays on `sides` of a match, and the leave that was given, if any."""

    user: User
    sides: tuple[str, ...]
    leave: Leave | None


@transaction.atomic
def give_leave(
    *, actor: User, match: Match, referee: User, reason: str, device: str, client_uuid: UUID | str
) -> GivenLeave:
    """The chief referee lets a referee act in a match in spite of a conflict of interest. It is public, and stays.

    Raises KeyReused. Refused: not_allowed (chief referees and organisers give it), not_a_referee, no_conflict,
    reason_missing, tournament_closed, invalid.
    """
    require_role(actor, match.stage.tournament, Role.Name.CHIEF_REFEREE)
    if not roles_of(referee, match.stage.tournament) & REFEREES:
        raise Refused("not_a_referee", _("Only a referee of this tournament can be permitted."))
    if not conflicts_of_interest(referee, match):
        raise Refused("no_conflict", _("Neither team of this match is of this referee's own team or club."))
    # An organiser may do all that a chief referee may.
    book_actor = replace(writer(actor, match), roles=frozenset({CHIEF_REFEREE}))
    locked = settling.lock_match(match.pk)
    done = impartial.give_leave(
        actor=book_actor, subject=match.public_id, referee=label_of(referee.pk, match.stage.tournament), reason=reason,
        device=device, client_uuid=client_uuid,
    )  # fmt: skip
    if not done.repeated:
        publish_running(locked)
    return done


def require_impartial(actor: User, match: Match) -> None:
    """Refuse (conflict) whose own team or club plays in the match, and who has no leave."""
    impartial.require(writer(actor, match))


def barred(person: Person, match: Match) -> frozenset[str]:
    """The sides of a match for which this person may not act in it; none once there is leave."""
    own, tournament = conflicts_of_interest(person, match), match.stage.tournament
    if own and impartial.leave_of(tournament.public_id, match.public_id, label_of(person.pk or 0, tournament)):
        return frozenset()
    return own


def conflicted(match: Match) -> list[Conflicted]:
    """Every referee of the tournament whose own team or club plays in this match."""
    given = {leave.referee: leave for leave in leaves_in(match)}
    tournament = match.stage.tournament
    own: dict[User, list[tuple[str, str]]] = defaultdict(list)
    roles = Role.objects.filter(tournament=tournament, user__in=referees_of(tournament)).exclude(club="", team="")
    for role in roles.select_related("user").order_by("user__username"):
        own[role.user].append((role.club, role.team))
    return [
        Conflicted(user, tuple(sorted(sides)), given.get(label_of(user.pk, tournament)))
        for user, interests in own.items()
        if (sides := own_sides(match, interests))
    ]


def leaves_in(match: Match) -> list[Leave]:
    """What the chief referee has allowed in this match; one query."""
    return list(Leave.objects.filter(book=match.stage.tournament.public_id, subject=match.public_id))
