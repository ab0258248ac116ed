"""Knock-out: one loss and you are out, or, if the organiser wants it, on to the plate or to the match for third place.

Seeds are placed inner-outer: in a bracket of 16 from the top 1 16, 8 9, 5 12, 4 13, 3 14, 6 11, 7 10, 2 15. Whatever
round it is, if the better seed always wins, the two seeds of a fixture sum to one more than the teams left in; so the
first and second seed can meet in the final only, the first four in the semi-finals only, and so on. The places that
no team fills are byes, and because of the same sum they go to the best seeds.

If clubs are to be kept apart, a seed may change places with its neighbours: 3 and 4, 5 to 8, 9 to 16 and so on, but
none with a bye for one without. Clubmates meet as late as that allows, and each seed stays near its place.

The plate is a knock-out of those who lose in the first round; neighbours in the bracket meet first, and who has no
neighbour (the bye was there) waits for the next round.

If each round is seeded anew, those left are paired when the round before is over (`seeding_anew`).

If all places are played out, those who lose in one round play on among themselves, and of these again the winners and
the losers, until every place has its team; a round of it is called after the places it is about (`places-5-8`).
"""

from collections.abc import Hashable, Sequence
from itertools import pairwise

from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets.formats.base import Format, Parameters, Shuffle
from thunee_tournaments.brackets.formats.editions import NEWEST
from thunee_tournaments.brackets.formats.feeds import crossed
from thunee_tournaments.brackets.formats.fixtures import (
    BYE,
    MAX_TEAMS,
    MIN_TEAMS,
    PLAY_OFF,
    Bracket,
    Builder,
    Fixture,
    Pairing,
    Side,
    Source,
    source_from,
    standing,
)
from thunee_tournaments.brackets.formats.lines import bracket_size, seed_order
from thunee_tournaments.brackets.formats.seeding_anew import sources_left
from thunee_tournaments.brackets.formats.settings import APART, Tick

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
PLATE, PLACES = "plate-", "places-"
# How the rounds begin that are no part of the way to the final, nor of a table.
BESIDE = (PLATE, THIRD_PLACE, PLACES, PLAY_OFF)


def round_name(fixtures: int) -> str:
    """The key of a round by how many fixtures it has: final, semi-final, quarter-final, round-of-16 and so on."""
    return {1: "final", 2: "semi-final", 4: "quarter-final"}.get(fixtures, f"round-of-{2 * fixtures}")


def first_sources(teams: int, lines: Sequence[int] = ()) -> list[Source]:
    """Seeds and byes from the top down, two to a fixture of the first round; `lines` as in `draw`."""
    return [("seed", seed) if seed <= teams else BYE for seed in lines or seed_order(bracket_size(teams))]


def lines_for(clubs: Sequence[str]) -> list[int]:
    """The seed on each line from the top down; on one of a higher number than there are teams is a bye. `clubs`: one
    for each seed, "" for none; clubmates meet as late as can be. Raises ValueError outside 2 to 1,024."""
    teams = len(clubs)
    size = bracket_size(teams)
    byes = size - teams
    bounds = sorted({0, teams, byes, *(1 << power for power in range(size.bit_length() - 1))})
    tiers = [list(range(first + 1, last + 1)) for first, last in pairwise(bounds) if last <= teams]
    club_of: dict[int, Hashable] = {seed: club or seed for seed, club in enumerate(clubs, start=1)}
    on = [*crossed(tiers, club_of), *range(teams + 1, size + 1)]
    return [on[seed - 1] for seed in seed_order(size)]


def pairs_of(sources: list[Source]) -> list[tuple[Source, Source]]:
    """Neighbours two by two."""
    return list(zip(sources[::2], sources[1::2], strict=True))


def draw(
    teams: int,
    *,
    third_place: bool = False,
    plate: bool = False,
    play_out: bool = False,
    lines: Sequence[int] = (),
    seed_anew: bool = False,
) -> Bracket:
    """The bracket of a knock-out of so many teams. Raises ValueError outside 2 to 1,024.

    The match for third place needs two semi-finals, the plate two who lose in the first round; where there are none it
    is left out, and so is a plate that would be the match for third place again. Where all places are played out
    (`play_out`) there is no plate beside that. The final is always the last fixture. `lines`: which seed is on which
    line (`lines_for`), if it is not the usual one. `seed_anew`: no round but the first and the final has its pairs yet.
    """
    sources = first_sources(teams, lines)
    built = Builder()
    losers: list[Source] = []
    beaten: list[tuple[int, list[Source]]] = []  # of each round, with the best place they can have
    while len(sources) > 2:
        built.begin_round(round_name(len(sources) // 2))
        pairs = pairs_of(sources)
        numbers = [built.add(a, b) for a, b in pairs]
        out: list[Source] = [BYE if BYE in pair else ("loser", n) for n, pair in zip(numbers, pairs, strict=True)]
        losers = losers or out
        beaten.append((len(numbers) + 1, out))
        through: list[Source] = [("winner", number) for number in numbers]
        sources = sources_left(len(numbers)) if seed_anew and len(numbers) > 2 else through
    for first, own in beaten if play_out else []:
        _play_out(built, own, first)
    if plate and not play_out and not (third_place and bracket_size(teams) == 4):
        _add_plate(built, losers)
    if third_place and not play_out and teams > 3:
        built.begin_round(THIRD_PLACE)
        losing = beaten[-1][1]
        built.add(losing[0], losing[1])
    built.begin_round(round_name(1))
    built.add(sources[0], sources[1])
    return built.build(teams)


def _add_plate(built: Builder, losers: list[Source]) -> None:
    while len(losers) > 1:
        built.begin_round(PLATE + round_name(len(losers) // 2))
        losers = [built.meet(a, b) for a, b in pairs_of(losers)]


def places_in(key: str) -> range | None:
    """The places a round is about, by its key ("places-5-8"); None for any other round."""
    if not key.startswith(PLACES):
        return None
    first, last = map(int, key.removeprefix(PLACES).split("-"))
    return range(first, last + 1)


def _play_out(built: Builder, sources: list[Source], first: int) -> None:
    """All places from `first` on among these, of whom some may be byes."""
    count = len(sources) - sources.count(BYE)
    if count < 2:
        return
    built.begin_round(THIRD_PLACE if first == 3 else f"{PLACES}{first}-{first + count - 1}")
    through: list[Source] = []
    beaten: list[Source] = []
    for a, b in pairs_of(sources):
        through.append(built.meet(a, b))
        beaten.append(BYE if BYE in (a, b) else ("loser", through[-1][-1]))  # type: ignore[arg-type]
    _play_out(built, through, first)
    _play_out(built, beaten, first + len(through) - through.count(BYE))


class Knockout(Format):
    """One loss and you are out, or on to the plate."""

    key, title = "knockout", _("knock-out")
    note, page = _("One loss and you are out. The shortest evening."), "knockout"
    settings = {
        "third_place": Tick(_("A match for third place")),
        "plate": Tick(_("A plate for those who lose in the first round")),
        "play_out": Tick(_("Everybody plays on until every place is decided")),
        "apart": APART,
        "seed_anew": Tick(_("Seed each round anew: the best seed left meets the last one")),
    }
    losses, finals = 1, ("final",)
    plate = True

    def draw(
        self, parameters: Parameters, clubs: Sequence[str], _shuffle: Shuffle, _edition: int = NEWEST
    ) -> tuple[Bracket, list[list[int]]]:
        third_place, plate = bool(parameters.get("third_place")), bool(parameters.get("plate"))
        lines = lines_for(clubs) if parameters.get("apart") else ()
        play_out, seed_anew = bool(parameters.get("play_out")), bool(parameters.get("seed_anew"))
        return draw(
            len(clubs), third_place=third_place, plate=plate, play_out=play_out, lines=lines, seed_anew=seed_anew
        ), []
