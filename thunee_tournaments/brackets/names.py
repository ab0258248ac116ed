"""The names of rounds, and of the parts of a bracket, in words."""

from django.utils.translation import gettext as _

from thunee_tournaments.brackets.formats.catalogue import FORMATS
from thunee_tournaments.brackets.formats.fixtures import PLAY_OFF
from thunee_tournaments.brackets.formats.knockout import places_in
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.plans import LOSERS
from thunee_tournaments.brackets.shapes import Parameters
from thunee_tournaments.tournaments.models import Stage

SEATS_AT_MOST = 4  # at a table of single players


def round_title(key: str) -> str:
    """ "final" → "Final", "round-of-16" → "Round of 16", "losers-3" → "Losers, round 3"; in the reader's language."""
    single = {
        "final": _("Final"),
        "semi-final": _("Semi-finals"),
        "quarter-final": _("Quarter-finals"),
        "third-place": _("Third place"),
        PLAY_OFF: _("Play-off"),
        "grand-final": _("Grand final"),
        "grand-final-again": _("Grand final, again"),
        "winners-final": _("Winners' final"),
        "plate-final": _("Plate final"),
        "qualifier": _("Qualifier"),
    }
    if key in single:
        return single[key]
    if (places := places_in(key)) is not None:
        words = {"first": places.start, "last": places[-1]}
        text = _("Places %(first)s and %(last)s") if len(places) == 2 else _("Places %(first)s to %(last)s")
        return text % words
    part, _dash, rest = key.partition("-")
    if part in ("winners", "plate"):
        return round_title(rest)
    if part == "losers":
        return _("Losers, round %(number)s") % {"number": rest}
    if part == "day" or (part == "round" and rest.isdigit()):
        return _("Round %(number)s") % {"number": rest}
    return _("Round of %(teams)s") % {"teams": key.removeprefix("round-of-")}


def title_in(stage: Stage, key: str) -> str:
    """A round's name where rounds of other stages stand beside it: "Final", of a plate "Plate final" and "Plate:
    Semi-finals", of finals that share out places "B final", and "Final table"; in the reader's language."""
    if _is_final_table(stage.format, stage.parameters):
        return _("Final table")
    part, _dash, rest = key.partition("-")
    inner = rest if part == "plate" else key
    if letter := stage.parameters.get("letter", ""):
        words = {"letter": letter, "round": round_title(key)}
        return _("%(letter)s final") % words if key == "final" else _("%(letter)s: %(round)s") % words
    if inner == key and stage.parameters.get("feed", {}).get("take") != LOSERS:
        return round_title(key)
    return round_title("plate-final") if inner == "final" else _("Plate: %(round)s") % {"round": round_title(inner)}


def title_of(match: Match) -> str:
    """The name of a match's round as title_in gives it; its stage and round should be at hand."""
    return title_in(match.stage, match.round.name)


def stage_title(format_: str, parameters: Parameters) -> str:
    """ "knock-out", "plate: knock-out" where those play who lost or did not go on, "B: knock-out" where several share
    out places, or "final table"; in the reader's language."""
    if _is_final_table(format_, parameters):
        return _("final table")
    title = str(FORMATS[format_].title)
    if parameters.get("feed", {}).get("take") == LOSERS:
        return _("plate: %(format)s") % {"format": title}
    if letter := parameters.get("letter", ""):
        return _("%(letter)s: %(format)s") % {"letter": letter, "format": title}
    return title


def is_final(key: str) -> bool:
    """Whether a round with this key is the last one of its bracket; a group, a league and the third place have none.

    Where there is no grand final the winners' final is one, too; else its winner goes on.
    """
    return key in ("final", "plate-final", "winners-final", "grand-final", "grand-final-again")


def _is_final_table(format_: str, parameters: Parameters) -> bool:
    """Whether a stage is one round at one table, of the best of the rounds before."""
    count = parameters.get("feed", {}).get("count", 0)
    return FORMATS[format_].alone and parameters.get("rounds") == 1 and 0 < count <= SEATS_AT_MOST


def part_of(key: str) -> str:
    """The part of a bracket a round belongs to: "" (the main one), "losers" or "plate"."""
    part = key.partition("-")[0]
    return part if part in ("losers", "plate") else ""


def part_title(part: str, format_: str) -> str:
    """The title of a part of a bracket; "" where there is only one."""
    if part == "losers":
        return _("Losers' bracket")
    if part == "plate":
        return _("Plate")
    return str(FORMATS[format_].main_title)


def group_title(number: int) -> str:
    """Group 1 → "Group A", after Z with numbers."""
    return _("Group %(name)s") % {"name": chr(64 + number) if number <= 26 else number}
