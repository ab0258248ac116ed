"""Double elimination: who loses once goes on in the losers' bracket, who loses twice is out.

The winners' bracket is a knock-out with byes by seed. The losers' bracket takes the losers of its first round, and
then by turns lets those left play each other and lets the losers of the next round of the winners' bracket come in.
These come in at places far from where they lost (`CROSSINGS`), so that as few teams as can be meet again, and late. A
place that a bye left empty is passed over.

The grand final is one match, or is played again if the side that comes up from the losers' bracket wins it (then both
have lost once), or is left out: the winner of the winners' bracket is champion then, and the losers' bracket is
played for the second place.
"""

from collections.abc import Sequence
from typing import TypeVar

from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets.formats.base import Format, Parameters, Shuffle
from thunee_tournaments.brackets.formats.editions import FIRST, NEWEST
from thunee_tournaments.brackets.formats.fixtures import BYE, Bracket, Builder, Source
from thunee_tournaments.brackets.formats.knockout import first_sources, lines_for, pairs_of, round_name
from thunee_tournaments.brackets.formats.settings import APART, OneOf

T = TypeVar("T")

NONE, SINGLE, RESET = "none", "single", "reset"
GRAND_FINALS = (NONE, SINGLE, RESET)
WINNERS, LOSERS = "winners-", "losers-"
GRAND_FINAL, GRAND_FINAL_AGAIN = "grand-final", "grand-final-again"

# By the size of the bracket, for each round of the winners' bracket from the second: on the place p of those who are
# still in comes the loser number p ^ n. Found by a search over such numbers (all of them up to 64, above that from
# several starts) for the fewest teams that meet again if favourites win, and then if every match is a toss-up.
CROSSINGS: dict[int, tuple[int, ...]] = {
    2: (),
    4: (0,),
    8: (1, 0),
    16: (3, 0, 0),
    32: (3, 2, 0, 0),
    64: (8, 6, 1, 1, 0),
    128: (8, 8, 7, 0, 1, 0),
    256: (17, 6, 8, 6, 1, 1, 0),
    512: (112, 40, 24, 2, 2, 2, 0, 0),
    1024: (159, 81, 58, 24, 2, 2, 2, 0, 0),
}


def draw(teams: int, grand_final: str = RESET, lines: Sequence[int] = (), edition: int = NEWEST) -> Bracket:
    """All fixtures of a double elimination of so many teams. `lines` as in `knockout.draw`. Raises ValueError outside 2
    to 512."""
    if grand_final not in GRAND_FINALS:
        raise ValueError(f"a grand final is {', '.join(GRAND_FINALS)}, not {grand_final!r}")
    sources = first_sources(teams, lines)
    crossings = CROSSINGS[len(sources)]
    built = Builder()
    coming_up: list[Source] = []
    winners_round = losers_round = 0
    while len(sources) > 1:
        winners_round += 1
        built.begin_round(WINNERS + round_name(len(sources) // 2))
        pairs = pairs_of(sources)
        numbers = [built.add(a, b) for a, b in pairs]
        dropped: list[Source] = [BYE if BYE in pair else ("loser", n) for n, pair in zip(numbers, pairs, strict=True)]
        sources = [("winner", number) for number in numbers]
        if winners_round == 1:
            coming_up = dropped
        else:
            losers_round += 1
            built.begin_round(f"{LOSERS}{losers_round}")
            if edition == FIRST:
                crossed = _crossed_in_the_first_edition(dropped, winners_round)
            else:
                crossed = [dropped[place ^ crossings[winners_round - 2]] for place in range(len(dropped))]
            coming_up = [built.meet(a, b) for a, b in zip(coming_up, crossed, strict=True)]
        if len(coming_up) > 1:
            losers_round += 1
            built.begin_round(f"{LOSERS}{losers_round}")
            coming_up = [built.meet(a, b) for a, b in pairs_of(coming_up)]
    if grand_final != NONE:
        built.begin_round(GRAND_FINAL)
        number = built.add(sources[0], coming_up[0])
        if grand_final == RESET:
            built.begin_round(GRAND_FINAL_AGAIN)
            built.add(("winner", number), ("again", number))
    return built.build(teams)


def _crossed_in_the_first_edition(dropped: Sequence[T], winners_round: int) -> list[T]:
    """The losers of a round in the order they come in: turned round, halves swapped, quarters swapped, as they are,
    and again from the start. Each of the four sends a team to a quarter no earlier one used for its neighbours."""
    items, half, quarter = list(dropped), len(dropped) // 2, len(dropped) // 4
    match (winners_round - 2) % 4:
        case 0:
            return items[::-1]
        case 1:
            return items[half:] + items[:half]
        case 2 if quarter:
            return [item for start in (0, half) for item in _swapped(items[start : start + half])]
    return items


def _swapped(items: list[T]) -> list[T]:
    half = len(items) // 2
    return items[half:] + items[:half]


class DoubleElimination(Format):
    """Two losses and you are out."""

    key, title = "double", _("double elimination")
    note, page = _("You are out only after two losses."), "double-elimination"
    settings = {
        "grand_final": OneOf(
            _("Grand final"),
            RESET,
            {
                RESET: _("played again if the losers' side wins it"),
                SINGLE: _("one match"),
                NONE: _("none: the winners' bracket decides"),
            },
        ),
        "apart": APART,
    }
    losses, finals, main_title = 2, (GRAND_FINAL, GRAND_FINAL_AGAIN), _("Winners' bracket")
    plate = True
    # Whoever has lost less stands above, as long as it is played; at the end all but one or two have lost twice.
    order = ("losses", "reached")

    @property
    def decisive(self) -> tuple[str, ...]:
        """Without a grand final whoever wins the winners' bracket is the champion."""
        return (WINNERS + round_name(1), *self.finals)

    def draw(
        self, parameters: Parameters, clubs: Sequence[str], _shuffle: Shuffle, edition: int = NEWEST
    ) -> tuple[Bracket, list[list[int]]]:
        lines = lines_for(clubs) if parameters.get("apart") else ()
        return draw(len(clubs), parameters.get("grand_final", RESET), lines, edition), []
