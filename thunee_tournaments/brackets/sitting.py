"""Who sat where when a hand was played: the seats of a match, with the substitutions made during it undone."""

from collections.abc import Iterable

from thunee_tournaments.brackets.models import Match
from thunee_tournaments.teams.models import Substitution

Moment = tuple[int, int]  # the number of a game, and of an entry on its sheet

_KEPT = "_substitutions_in_play"


def sitting(match: Match, at: Moment | None = None) -> list[str | None]:
    """The players (public ids) by seat, as they sit now, or sat when entry `at` was written."""
    seats: list[str | None] = list(match.seats)
    if at is None:
        return seats
    for made in _in_play(match):
        if (made.game, made.seq) >= at:
            seats = [made.leaves.public_id if seat == made.comes.public_id else seat for seat in seats]
    return seats


def fetch(matches: Iterable[Match]) -> None:
    """Read the substitutions made during these matches in one query, for lists of many."""
    by_match: dict[str, list[Substitution]] = {}
    for match in matches:
        match.__dict__[_KEPT] = by_match.setdefault(match.public_id, [])
    made = Substitution.objects.filter(match__in=by_match).select_related("leaves", "comes")
    for substitution in made.order_by("-created_at", "-pk"):
        by_match[substitution.match].append(substitution)


def _in_play(match: Match) -> list[Substitution]:
    """The substitutions made during a match, the last first; read once, and only where a team had any at all."""
    kept: list[Substitution] | None = match.__dict__.get(_KEPT)
    if kept is None:
        left = any(player.left_at for team in match.teams if team for player in team.players.all())
        made = Substitution.objects.filter(match=match.public_id).select_related("leaves", "comes")
        kept = match.__dict__[_KEPT] = list(made.order_by("-created_at", "-pk")) if left else []
    return kept
