"""A Swiss round as it would be with what an organiser sets by hand, before it is paired. Reads only."""

from collections.abc import Sequence
from dataclasses import dataclass

from thunee_tournaments.brackets.formats.by_hand import ByHand
from thunee_tournaments.brackets.selectors import rounds_paired
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.match.build_stage import teams_of
from thunee_tournaments.services.match.pairing import proposed, require_over
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage


@dataclass(frozen=True)
class Meeting:
    """Who would meet (`other` None: a bye), whether the two have met before, and whether it was set by hand."""

    team: Team
    other: Team | None
    again: bool
    by_hand: bool


def round_as(stage: Stage, wish: ByHand, relaxed: Sequence[str] = ()) -> list[Meeting]:
    """All of the next round of a stage, the best score first. Refused: as `pair_round`."""
    require_over(stage, rounds_paired(stage))
    teams = teams_of(stage)
    inputs, bracket = proposed(stage, teams, relaxed, wish)
    met = {row[0]: set(row[2]) for row in inputs["entrants"]}
    set_by_hand = [set(both) for both in wish.pairs]
    meetings = []
    for fixture in bracket.fixtures:
        a, *rest = [source[1] for _side, source in fixture.sides if len(source) == 2]
        b = rest[0] if rest else None
        by_hand = wish.bye == a if b is None else {a, b} in set_by_hand
        meetings.append(Meeting(teams[a - 1], None if b is None else teams[b - 1], b in met[a], by_hand))
    return meetings


def why_not_yet(stage: Stage) -> Refused | None:
    """Why the next round of a stage cannot be paired now, if it cannot: as `pair_round` refuses before it pairs."""
    try:
        require_over(stage, rounds_paired(stage))
    except Refused as refused:
        return refused
    return None
