"""What an act locks before it changes anything, and in which order.

Sheets come first, by their key, and the tournament's version row comes last: after it no sheet, stage or match that is
not held already. Two acts that meet then wait for each other. If one took a match after the version row, another that
holds this match and wants the row would wait in vain, and the database would have to end one of the two.
(A sheet nothing is written on is locked late where it is removed: who begins it just then wants nothing held.)

A phone that writes a hand locks its sheet and its match; when that is decided, the stage, for what a group, a league
or rounds at tables open next, and where its teams go on to. What else that moves is moved before the version row
(`settlement.carry_on`).

The other acts that change a result begin with `lock_concerned`: sheets, stages, matches. The stage comes before the
matches there, for a phone that holds it opens matches that nobody holds; the match that phone plays is no obstacle,
for its sheet is locked before the stage.

Acts that only call a match, seat it or speak about it lock that match and the version row. A dispute is locked after
its match.
"""

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from adjudication.models import Scoresheet
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.selectors import affected_by
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.models import Stage, Tournament


def lock_concerned(*matches: Match) -> list[Scoresheet]:
    """Lock these matches and all that a change of them can touch, their sheets and stages first. Gives the sheets."""
    concerned = Match.objects.filter(pk__in={match.pk for match in matches} | affected_by(*matches))
    sheets = Scoresheet.objects.select_for_update(of=("self",)).filter(match_game__match__in=concerned)
    locked = list(sheets.order_by("pk"))
    lock_matches(concerned)
    return locked


def lock_all(tournament: Tournament) -> None:
    """Lock every sheet, stage and match of an event."""
    matches = Match.objects.filter(stage__tournament=tournament)
    list(Scoresheet.objects.select_for_update(of=("self",)).filter(match_game__match__in=matches).order_by("pk"))
    lock_matches(matches)


def hold_event(tournament: Tournament) -> Tournament:
    """The event as it is now, with all of it locked until the transaction ends, its version row too: for a write that
    was decided upon all of it."""
    lock_all(tournament)
    return lock_tournament(tournament.pk)


def lock_matches(matches: QuerySet[Match]) -> None:
    """Lock the stages of these matches, then the matches; their sheets are locked."""
    list(Stage.objects.select_for_update().filter(pk__in=matches.order_by().values("stage")).order_by("pk"))
    list(matches.prefetch_related(None).select_for_update(of=("self",)).only("pk").order_by("stage__order", "number"))


def lock_running(tournament: Tournament) -> Tournament:
    """The tournament with its version row locked, after everything else. Refused: not_running."""
    tournament = lock_tournament(tournament.pk)
    if tournament.status != Tournament.Status.RUNNING:
        raise Refused("not_running", _("The tournament is not running."))
    return tournament
