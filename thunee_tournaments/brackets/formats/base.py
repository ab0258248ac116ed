"""What a format is to everybody who asks: how its matches come about, what a loss means, how its teams are ranked.

A new format is a module with a subclass of `Format`, and a line in `catalogue`. Nobody asks which format a stage has:
they ask what it is like. Pure, but for its title in the reader's language.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, cast

from thunee_tournaments.brackets.formats.editions import NEWEST
from thunee_tournaments.brackets.formats.fixtures import MAX_TEAMS, Bracket
from thunee_tournaments.brackets.formats.settings import Setting
from thunee_tournaments.brackets.shapes import Inputs, Parameters
from thunee_tournaments.tournaments.shapes import Words

__all__ = ["LOSERS", "Format", "Inputs", "Parameters", "Shuffle"]

Shuffle = Callable[[list[int], str], list[int]]  # (items, label) → the items as the lot orders them
LOSERS = "losers"


class Format:
    """How a stage is played. What is not said below is as in a knock-out: drawn at once, from match to match."""

    key: ClassVar[str]
    title: ClassVar[Words]
    note: ClassVar[Words] = ""  # what an organiser reads where it is offered as a plan of its own; empty: it is not
    page: ClassVar[str]  # of the docs, docs/formats/….md
    settings: ClassVar[Mapping[str, Setting]] = {}
    most_teams: ClassVar[int] = MAX_TEAMS
    losses: ClassVar[int] = 0  # how many of them put a team out; 0: nobody goes out by losing
    finals: ClassVar[tuple[str, ...]] = ()  # the rounds that decide it, by their keys
    main_title: ClassVar[Words] = ""  # of the bracket that is played for the title, where there are others
    one_place: ClassVar[bool] = False  # a team has one place, from which it plays all its matches
    can_be_put_off: ClassVar[bool] = False  # no match waits for another but the earlier ones of its teams
    grouped: ClassVar[bool] = False  # in several tables
    hosted: ClassVar[bool] = False  # over several days, the first team of a match at home
    round_by_round: ClassVar[bool] = False  # each round is paired by the results before it
    sold: ClassVar[bool] = False  # entries are bought while it is played, and paired as they wait
    alone: ClassVar[bool] = False  # each plays alone, at tables without sides
    plate: ClassVar[bool] = False  # it can be a plate: all its matches are known at its draw
    takes: ClassVar[str] = "top"  # what the next stage takes from it, unless it is said otherwise
    orderable: ClassVar[bool] = False  # the organiser chooses what its table is ordered by
    order: ClassVar[tuple[str, ...]] = ("reached", "beside")  # what its teams are ranked by, usually
    columns: ClassVar[tuple[str, ...]] = ("matches_played", "score", "balls", "ball_difference")

    @property
    def usual(self) -> Parameters:
        """Its settings as they are if nobody chooses."""
        return cast(Parameters, {name: setting.usual for name, setting in self.settings.items()})

    @property
    def bracket(self) -> bool:
        """Whether it goes from match to match, and a loss takes out or down."""
        return self.losses > 0

    @property
    def decisive(self) -> tuple[str, ...]:
        """The rounds, by their keys, in which somebody becomes the champion: in the last of them that is there."""
        return self.finals

    @property
    def table(self) -> bool:
        """Whether teams stand in a table by what they scored against each other."""
        return self.one_place and not self.alone

    @property
    def in_turn(self) -> bool:
        """Whether all who play are known at the draw, and a match waits for the earlier ones of its teams."""
        return self.can_be_put_off or self.alone

    @property
    def seated(self) -> bool:
        """Whether a seed is a place: a team can be put in the place of another once it has begun."""
        return self.bracket or self.one_place

    @property
    def can_take(self) -> tuple[str, ...]:
        """What a later stage can take from it: usually, and else who does not go on; from groups the best of all."""
        return (self.takes, "top", LOSERS) if self.takes == "ranks" else (self.takes, LOSERS)

    def draw(
        self, _parameters: Parameters, _clubs: Sequence[str], _shuffle: Shuffle, _edition: int = NEWEST
    ) -> tuple[Bracket, list[list[int]]]:
        """All fixtures of a stage, and the seeds in each of its groups.

        The clubs are one for each team, in order of seed; the edition is that of the rules (`editions`). Raises
        ValueError where so many teams cannot play so; TypeError in a format that is not drawn at once.
        """
        raise TypeError(f"{self.key} is not drawn at once")

    def rounds_to_come(self, _parameters: Parameters, _inputs: Inputs, _rounds: int) -> int:
        """How many rounds are still to be paired when so many are, or 1 while entries are sold."""
        return 0

    def ranked_by(self, parameters: Parameters) -> tuple[str, ...]:
        """The metrics in the organiser's order."""
        return tuple(parameters.get("order") or self.order) if self.orderable else self.order
