"""What an organiser sets in a format: each with what is usual, what can be chosen, and its name on the form. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext_lazy as _

from thunee_tournaments.tournaments.shapes import Words


@dataclass(frozen=True)
class Tick:
    """Yes or no."""

    label: Words
    usual: bool = False

    def fault(self, value: object) -> Words:
        """What is wrong with this value; "" if nothing is."""
        return "" if isinstance(value, bool) else _("Choose one of those offered.")


@dataclass(frozen=True)
class Number:
    """A whole number from `least` to `most`; `optional`: left out it is the usual one."""

    label: Words
    usual: int
    least: int
    most: int
    optional: bool = field(default=False, kw_only=True)

    def fault(self, value: object) -> Words:
        """What is wrong with this value; "" if nothing is."""
        if type(value) is int and self.least <= value <= self.most:
            return ""
        return _("Write a whole number from %(least)s to %(most)s.") % {"least": self.least, "most": self.most}


@dataclass(frozen=True)
class Price(Number):
    """An amount of money in the event's currency, in its smallest unit; the label says where the currency's sign
    stands (`%(sign)s`)."""

    help: Words = ""


@dataclass(frozen=True)
class OneOf:
    """One of a few, each with its words; `optional`: left out it is the usual one."""

    label: Words
    usual: int | str
    choices: Mapping[int, Words] | Mapping[str, Words]
    optional: bool = field(default=False, kw_only=True)

    def fault(self, value: object) -> Words:
        """What is wrong with this value; "" if nothing is."""
        return "" if type(value) is type(self.usual) and value in self.choices else _("Choose one of those offered.")


Setting = Tick | Number | OneOf

ROUNDS = Number(_("Rounds"), 5, 1, 30)
APART = Tick(_("Keep teams of one club apart, as far as that goes"))
KEEP, ANNUL, HALFWAY = "keep", "annul", "halfway"
GONE = OneOf(
    _("The matches of a team that goes home before its last"),
    KEEP,
    {
        KEEP: _("those played stand, the others win the rest"),
        ANNUL: _("count for nobody"),
        HALFWAY: _("count for nobody if it played fewer than half"),
    },
    optional=True,
)
WALKOVER = Number(_("What a walkover counts in the table, to nought"), 0, 0, 999, optional=True)
ACCELERATED = Tick(_("Pair the upper half as if it had won once more, in the first rounds: for large fields"))
LEGS = OneOf(_("Everybody meets everybody"), 1, {1: _("once"), 2: _("twice")})
