"""Knock-out: one loss and you are out, or, if the organiser wants it, on to the plate or to the match for third place.

Seeds are placed inner-outer: in a bracket of 16 from the top 1 16, 8 9, 5 12, 4 13, 3 14, 6 11, 7 10, 2 15. Whatever
round it is, if the better seed always wins, the two seeds of a fixture sum to one more than the teams left in; so the
first and second seed can meet in the final only, the first four in the semi-finals only, and so on. The places that
no team fills are byes, and because of the same sum they go to the best seeds.

The plate is a knock-out of those who lose in the first round; neighbours in the bracket meet first, and who has no
neighbour (the bye was there) waits for the next round.
"""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets.formats.base import Format, Parameters, Shuffle
from thunee_tournaments.brackets.formats.fixtures import (
    BYE,
    MAX_TEAMS,
    MIN_TEAMS,
    Bracket,
    Builder,
    Fixture,
    Pairing,
    Side,
    Source,
    check_teams,
    source_from,
    standing,
)
from thunee_tournaments.brackets.formats.settings import Tick

__all__ = [
    "BYE",
    "MAX_TEAMS",
    "MIN_TEAMS",
    "Bracket",
    "Fixture",
    "Pairing",
    "Side",
    "Source",
    "bracket_size",
    "draw",
    "round_name",
    "seed_order",
    "source_from",
    "standing",
]

THIRD_PLACE = "third-place"
PLATE = "plate-"


def bracket_size(teams: int) -> int:
    """The power of two that holds so many teams. Raises ValueError outside 2 to 512."""
    check_teams(teams)
    return 1 << (teams - 1).bit_length()


def seed_order(size: int) -> list[int]:
    """The seeds of a full bracket from the top down, two to a first-round fixture, the better seed first in each.

    Each round the bracket doubles: every seed s gets n + 1 - s beside it, below it in the upper place of a pair and
    above it in the lower, so that first and second seed stay at the two ends.
    """
    lines = [1]
    while len(lines) < size:
        total = 2 * len(lines) + 1
        lines = [
            seed for place, s in enumerate(lines) for seed in ((s, total - s) if place % 2 == 0 else (total - s, s))
        ]
    return [seed for top in range(0, size, 2) for seed in sorted(lines[top : top + 2])]


def round_name(fixtures: int) -> str:
    """The key of a round by how many fixtures it has: final, semi-final, quarter-final, round-of-16 and so on."""
    return {1: "final", 2: "semi-final", 4: "quarter-final"}.get(fixtures, f"round-of-{2 * fixtures}")


def first_sources(teams: int) -> list[Source]:
    """Seeds and byes from the top down, two to a fixture of the first round."""
    return [("seed", seed) if seed <= teams else BYE for seed in seed_order(bracket_size(teams))]


def pairs_of(sources: list[Source]) -> list[tuple[Source, Source]]:
    """Neighbours two by two."""
    return list(zip(sources[::2], sources[1::2], strict=True))


def draw(teams: int, *, third_place: bool = False, plate: bool = False) -> Bracket:
    """The bracket of a knock-out of so many teams. Raises ValueError outside 2 to 512.

    The match for third place needs two semi-finals, the plate two who lose in the first round; where there are none it
    is left out, and so is a plate that would be the match for third place again. The final is always the last fixture.
    """
    sources = first_sources(teams)
    built = Builder()
    losers: list[Source] = []
    while len(sources) > 2:
        built.begin_round(round_name(len(sources) // 2))
        pairs = pairs_of(sources)
        numbers = [built.add(a, b) for a, b in pairs]
        if not losers:
            losers = [BYE if BYE in pair else ("loser", n) for n, pair in zip(numbers, pairs, strict=True)]
        sources = [("winner", number) for number in numbers]
    if plate and not (third_place and bracket_size(teams) == 4):
        _add_plate(built, losers)
    if third_place and teams > 3:
        built.begin_round(THIRD_PLACE)
        losing: list[Source] = [("loser", source[1]) for source in sources if len(source) == 2]
        built.add(losing[0], losing[1])
    built.begin_round(round_name(1))
    built.add(sources[0], sources[1])
    return built.build(teams)


def _add_plate(built: Builder, losers: list[Source]) -> None:
    while len(losers) > 1:
        built.begin_round(PLATE + round_name(len(losers) // 2))
        losers = [built.meet(a, b) for a, b in pairs_of(losers)]


class Knockout(Format):
    """One loss and you are out, or on to the plate."""

    key, title = "knockout", _("knock-out")
    note, page = _("One loss and you are out. The shortest evening."), "knockout"
    settings = {
        "third_place": Tick(_("A match for third place")),
        "plate": Tick(_("A plate for those who lose in the first round")),
    }
    losses, finals = 1, ("final",)
    plate = True

    def draw(self, parameters: Parameters, clubs: Sequence[str], _shuffle: Shuffle) -> tuple[Bracket, list[list[int]]]:
        third_place, plate = bool(parameters.get("third_place")), bool(parameters.get("plate"))
        return draw(len(clubs), third_place=third_place, plate=plate), []
