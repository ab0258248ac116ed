"""The event's own regulations, EV-*: what a referee may cite beside the engine's catalogue.

They say what an organiser and a referee do, not what a hand is worth, so the engine knows nothing of them. A
regulation has the shape of a catalogue rule (id, title, text, sources, parameters, stem), in a registry of its own.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine import rulebook
from engine.profiles import Profile

STEM = "event"
# How the ids of a game's rules begin; the forms for two and for six players are the same game.
_BEGINNINGS = {
    "thunee": ("TH-", "TH2-", "TH6-"),
    "tarneeb": ("TAR-",),
    "egyptian-tarneeb": ("TAR-",),
    "400": ("FH-",),
    "forty-one": ("FO-", "FH-"),  # it borrows some of 400
    "tunge": ("TUN-",),
}


@dataclass(frozen=True)
class Regulation:
    """One regulation. `parameters` name the policies of the book (`book.Policies`) it depends on."""

    id: str
    title: Any
    text: Any
    parameters: tuple[str, ...] = ()
    sources: tuple[rulebook.Source, ...] = ()
    stem: str = STEM


REGULATIONS = (
    Regulation(
        "EV-BELL-1",
        _("The bell"),
        _("When the bell rings no hand is dealt any more; a hand whose first card was dealt is played to its end."),
    ),
    Regulation(
        "EV-WALK-1",
        _("Walkover"),
        _("A side that withdraws or cannot go on gives the match to the other side. Balls played so far stay written."),
    ),
    Regulation(
        "EV-NOSHOW-1",
        _("Not there when called"),
        _("A side not at its table when the time set by the organiser is up forfeits the game, then the match."),
    ),
    Regulation(
        "EV-SEAT-1",
        _("Wrong seats"),
        _("Players sit as the draw says. A hand played on wrong seats stands once both sides have signed the game."),
    ),
    Regulation(
        "EV-COND-1",
        _("Conduct"),
        _("Abuse, threats or holding up the play earn a warning; a second one may cost balls, the game or the match."),
    ),
    Regulation(
        "EV-COND-2",
        _("Cheating"),
        _("Who cheats is disqualified, and the team with them: marked cards, agreed signals, a bent scoresheet."),
    ),
    Regulation(
        "EV-CARD-1",
        _("Late scorecard"),
        _("A side whose scorecard was not right before the next cut forfeits the balls of that hand, where the event "
          "plays so; the referee enters it."),
        ("late_scorecard",),
    ),
    Regulation(
        "EV-SIGN-1",
        _("Signing"),
        _("Each side signs the scoresheet when a game is over. What both have signed counts; a correction voids both "
          "signatures."),
    ),
    Regulation(
        "EV-SIGN-2",
        _("Signed by a referee"),
        _("A referee signs, with the reason, for a side that refuses or has left."),
    ),
    Regulation(
        "EV-CORR-1",
        _("Corrections"),
        _("After both have signed, a mistake in writing is corrected only within the time the event sets. Then the "
          "result is final, unless a dispute is decided otherwise."),
        ("correction_minutes",),
    ),
    Regulation(
        "EV-ADJ-1",
        _("Assigned score"),
        _("Where something spoilt a hand and its likely result can be said, the referee assigns that result."),
    ),
    Regulation(
        "EV-ADJ-2",
        _("Artificial score"),
        _("Where nobody can say how a spoilt hand would have ended, the referee sets a score that is fair to the side "
          "not at fault."),
    ),
    Regulation(
        "EV-REPLAY-1",
        _("Hand void and dealt again"),
        _("A hand that cannot be judged fairly is void; the same dealer deals again."),
    ),
    Regulation(
        "EV-FORF-1",
        _("Forfeit"),
        _("A referee may take a hand's balls, a game or a match from a side at fault; each names the rule broken."),
    ),
    Regulation(
        "EV-DISP-1",
        _("Disputes"),
        _("Either side, the scorekeeper or a referee may dispute a hand, a game, the match or conduct. Whether the "
          "game waits is the organiser's choice."),
        ("freeze",),
    ),
    Regulation(
        "EV-APPEAL-1",
        _("Appeals"),
        _("A decision can be appealed once, within the time the event sets. Somebody else than before decides it."),
        ("appeal_minutes",),
    ),
    Regulation(
        "EV-APPEAL-2",
        _("Deposit"),
        _("The event may ask a deposit for an appeal: returned if the decision is overturned, else kept or returned as "
          "is found fair. What became of it is written down."),
        ("deposit",),
    ),
    Regulation(
        "EV-CONF-1",
        _("Conflict of interest"),
        _("A referee of the team or club concerned does not decide. The chief referee may allow it; that is public."),
    ),
)  # fmt: skip
_BY_ID = {regulation.id: regulation for regulation in REGULATIONS}


def regulations() -> tuple[Regulation, ...]:
    """Every regulation, in order."""
    return REGULATIONS


def get(id: str) -> Regulation:
    """The regulation of that id. Raises KeyError."""
    return _BY_ID[id]


def cited(id: str) -> "Regulation | rulebook.Rule":
    """What a decision cites: a rule of the catalogue or a regulation. Raises KeyError."""
    return _BY_ID.get(id) or rulebook.get(id)


def citable(profile: Profile) -> list[tuple[str, str]]:
    """Everything a decision on a game of this profile may rest on: id and title, the event's regulations first."""
    said = [(regulation.id, str(regulation.title)) for regulation in REGULATIONS]
    own = _BEGINNINGS[profile.game]
    return said + [(rule.id, gettext(rule.title)) for rule in rulebook.catalogue() if rule.id.startswith(own)]


def unknown(ids: Iterable[str]) -> list[tuple[str, str]]:
    """The ids nobody knows, each with the nearest known one ("" if none is near)."""
    known = [*_BY_ID, *(rule.id for rule in rulebook.catalogue())]
    wrong = [id for id in ids if id not in known]
    return [(id, next(iter(get_close_matches(str(id).upper(), known, n=1)), "")) for id in wrong]
