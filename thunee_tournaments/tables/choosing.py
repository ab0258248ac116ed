"""Which free table a match is called to: one in a zone its stage is played in, if the event ties stages to zones. Pure.

A stage played *only* in its zones waits for a table there; one played there *first* takes any other when none is free.
A match that is tied to nothing leaves the tables of other stages' zones free as long as there are others. In a league
side A is at home: a table in a zone of its own name, or of its club's, is its home table and comes first.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from thunee_tournaments.brackets.shapes import Parameters
from thunee_tournaments.teams.names import name_key


class Placed(Protocol):
    """A table, as far as its zone goes."""

    zone: str


T = TypeVar("T", bound=Placed)


@dataclass(frozen=True)
class Wish:
    """Where a match is to be played: the keys of its zones (none: anywhere), whether it waits for a table there, and
    the keys of the zones in which its side A is at home."""

    zones: frozenset[str] = frozenset()
    only: bool = False
    home: frozenset[str] = frozenset()

    def allows(self, table: Placed) -> bool:
        """Whether the match may be called to this table."""
        return not (self.zones and self.only) or name_key(table.zone) in self.zones


def wish_of(parameters: Parameters) -> Wish:
    """The wish of a stage's matches, out of its parameters."""
    zones = frozenset(name_key(zone) for zone in parameters.get("zones", []))
    return Wish(zones, bool(parameters.get("zone_only")))


def home_of(*names: str) -> frozenset[str]:
    """The keys of the zones in which a team of these names (its own, its club's) is at home."""
    return frozenset(filter(None, map(name_key, names)))


def zones_of(stages: Iterable[Parameters]) -> frozenset[str]:
    """The zones that any of these stages (their parameters) is played in."""
    return frozenset(zone for parameters in stages for zone in wish_of(parameters).zones)


def choose(free: Sequence[T], wish: Wish, others: Collection[str] = ()) -> T | None:
    """The free table for a match, the first that fits best; None if it has to wait. `others`: the zones that any stage
    is tied to, or in which anybody is at home."""
    at_home = next((table for table in free if name_key(table.zone) in wish.home and wish.allows(table)), None)
    if at_home is not None:
        return at_home
    if wish.zones:
        in_zone = next((table for table in free if name_key(table.zone) in wish.zones), None)
        if in_zone is not None or wish.only:
            return in_zone
    elsewhere = (table for table in free if not table.zone or name_key(table.zone) not in others)
    return next(elsewhere, next(iter(free), None))
