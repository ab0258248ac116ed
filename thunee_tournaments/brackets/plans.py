"""Plans: the chain of stages of an event, as an organiser chooses it. Pure.

A plan is a list of stages `{"format", "parameters"}`. Each format knows its parameters with their defaults
(`Format.settings`). Every stage but the first has a *feed*, which says who comes into it from an earlier stage:

* `{"take": "ranks", "first": 1, "last": 2, "best": 0, "compare": "per_match"}`: of each group the first to the second,
  and none of those placed next (`best` of them in all, compared over the groups as `compare` says);
* `{"take": "top", "count": 8}`: the best so many of the table; with `"first": 9` so many from that place on;
* `{"take": "qualified"}`: whoever a win-streak qualifier let through;
* `{"take": "losers", "round": 1}`: whoever lost in that round of a knock-out; with round 0 all who do not go on from
  the stage, whatever its format. What is played with them is a plate: it stands beside the way to the title.

`stage` in a feed is the order of the stage it takes from; the one before if it is left out. Stages that share out the
places of one are lettered in the order of those places, as A final and B final are (`letter`).
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from string import ascii_uppercase
from typing import Literal

from django.utils.translation import gettext_lazy as _

from adjudication.shapes import Fault
from thunee_tournaments.brackets.formats.base import LOSERS, Format
from thunee_tournaments.brackets.formats.catalogue import FORMATS
from thunee_tournaments.brackets.formats.fixtures import BEST_OF, MAX_TEAMS
from thunee_tournaments.brackets.formats.lines import bracket_size
from thunee_tournaments.brackets.formats.settings import OneOf
from thunee_tournaments.brackets.shapes import Feed, Parameters, Plan, PlannedStage
from thunee_tournaments.teams.names import name_key, tidy
from thunee_tournaments.tournaments import days
from thunee_tournaments.tournaments.shapes import Words

# What every format takes besides: how long matches are, the order of the metrics in a table, and the zones its matches
# are called to (`zone_only`: nowhere else).
SHARED = ("best_of", "best_of_rounds", "order", "feed", "first_day", "zones", "zone_only", "letter")
ROUNDS = 10  # of the largest knock-out
MAX_ZONES, MAX_ZONE = 8, 40
# The numbers that a take asks for, as they are where nobody chose them.
NUMBERS: dict[str, dict[Literal["first", "last", "best", "count", "round"], int]] = {
    "ranks": {"first": 1, "last": 2, "best": 0},
    "top": {"count": 8},
    LOSERS: {"round": 0},
}

PER_MATCH, WITHOUT_LAST = "per_match", "without_last"
COMPARE = OneOf(
    _("Teams of groups of different sizes are compared"),
    PER_MATCH,
    {
        PER_MATCH: _("per match"),
        WITHOUT_LAST: _("without the last of the larger"),
    },
)


def fits(formats: Iterable[str], sides: bool) -> bool:
    """Whether a game can be played by these formats: with sides any but rounds at tables, without sides these alone."""
    return all(FORMATS[format_].alone != sides for format_ in formats)


class BadPlan(Exception):
    """`errors`: every fault, `{"path": "1.groups", "message": …}`, stages counted from 1."""

    def __init__(self, errors: list[Fault]) -> None:
        super().__init__(errors)
        self.errors = errors


NoteFault = Callable[[str, Words], None]  # path and message


def checked(stages: Sequence[PlannedStage], metrics: Sequence[str]) -> Plan:
    """The plan with every parameter filled in. `metrics` are the keys tables can be ordered by. Raises BadPlan."""
    errors: list[Fault] = []
    plan: Plan = []

    def fault(path: str, message: Words) -> None:
        errors.append({"path": path, "message": message})

    if not stages:
        fault("", _("A plan needs at least one stage."))
    for number, stage in enumerate(stages, start=1):
        format_ = stage.get("format", "")
        if format_ not in FORMATS:
            fault(f"{number}.format", _("There is no such format."))
            continue
        values: Parameters = {**FORMATS[format_].usual, **stage.get("parameters", {})}
        _check_settings(number, FORMATS[format_], values, fault)
        _check_match_length(number, values, fault)
        _check_zones(number, values, fault)
        if values.get("play_out"):  # it includes both
            values |= {"third_place": False, "plate": False}
        if values.get("first_day") and (complaint := _complaint(values["first_day"])):
            fault(f"{number}.first_day", complaint)
        if unknown := set(values.get("order", [])) - set(metrics):
            fault(f"{number}.order", _("Unknown: %(names)s.") % {"names": ", ".join(sorted(unknown))})
        feed = values.get("feed")
        if number == 1 and feed:
            fault("1.feed", _("The first stage takes the teams that were entered."))
        if number > 1:
            values["feed"] = _checked_feed(number, feed or {}, plan, fault)
            if values["feed"].get("take") == LOSERS and not FORMATS[format_].plate:
                fault(f"{number}.format", _("A plate is a knock-out, a double elimination, groups or a league."))
        plan.append({"format": format_, "parameters": values})
    if errors:
        raise BadPlan(errors)
    _give_letters(plan)
    return plan


def _give_letters(plan: Plan) -> None:
    """A, B, C … to the stages that share out the places of one stage, in the order of those places."""
    takers: dict[int, list[Parameters]] = {}
    for stage in plan:
        stage["parameters"].pop("letter", None)
        if "take" in (feed := stage["parameters"].get("feed", {})) and feed["take"] != LOSERS:
            takers.setdefault(feed["stage"], []).append(stage["parameters"])
    for together in takers.values():
        ordered = sorted(together, key=lambda parameters: parameters["feed"].get("first", 1))
        for letter, parameters in zip(ascii_uppercase, ordered if len(ordered) > 1 else [], strict=False):
            parameters["letter"] = letter


def places_of(feed: Feed) -> range:
    """The places of a table, or of each group, that go on by this feed; the best of those placed next not counted."""
    first = feed.get("first", 1)
    return range(first, feed["last"] + 1 if feed["take"] == "ranks" else first + feed["count"])


def next_places(plan: Plan, source: int) -> Feed | None:
    """What one more stage would take out of the stage of this order, if several share out its places: as many as the
    last of them, and from the place after; None where none takes places of it."""
    takers = [feed for feed in feeds_of(plan) if feed["stage"] == source and feed["take"] in ("ranks", "top")]
    if not takers:
        return None
    last = max(takers, key=lambda feed: places_of(feed).stop)
    following = places_of(last)
    feed: Feed = {"take": last["take"], "stage": source, "first": following.stop}
    if last["take"] == "top":
        return {**feed, "count": len(following)}
    compare = last.get("compare", PER_MATCH)
    return {**feed, "last": following.stop + len(following) - 1, "best": 0, "compare": compare}


def _check_settings(number: int, format_: Format, values: Parameters, fault: NoteFault) -> None:
    """Each setting by itself: known to the format, and one of those that can be chosen."""
    for name, value in values.items():
        if name in SHARED:
            continue
        setting = format_.settings.get(name)
        complaint = _("This format knows no such setting.") if setting is None else setting.fault(value)
        if complaint:
            fault(f"{number}.{name}", complaint)


def _check_match_length(number: int, values: Parameters, fault: NoteFault) -> None:
    lengths = [values.get("best_of", 1), *values.get("best_of_rounds", {}).values()]
    if any(games not in BEST_OF for games in lengths):
        fault(f"{number}.best_of", _("A match is one game, or best of three or five."))


def _check_zones(number: int, values: Parameters, fault: NoteFault) -> None:
    zones = tidy_zones(values.get("zones", []))
    if zones is None:
        fault(f"{number}.zones", _("Name at most %(most)s zones, each with at most %(long)s characters.")
              % {"most": MAX_ZONES, "long": MAX_ZONE})  # fmt: skip
    elif "zones" in values:
        values |= {"zones": zones, "zone_only": bool(zones and values.get("zone_only"))}


def _complaint(day: str) -> Words:
    """What is wrong with the first day of a league; "" if nothing is."""
    try:
        return "" if days.possible(date.fromisoformat(day)) else days.OUTSIDE
    except (TypeError, ValueError):
        return _("Write the date as year-month-day, such as 2025-11-01.")


def tidy_zones(zones: object) -> list[str] | None:
    """The zones of a stage as they are kept, each once; None if that is no list of a few names."""
    if not isinstance(zones, list | tuple) or not all(isinstance(zone, str) for zone in zones):
        return None
    by_key = {name_key(zone): tidy(zone) for zone in reversed(zones) if name_key(zone)}
    names = list(reversed(by_key.values()))
    return names if len(names) <= MAX_ZONES and all(len(name) <= MAX_ZONE for name in names) else None


def _checked_feed(number: int, feed: Feed, before: Plan, fault: NoteFault) -> Feed:
    source = feed.get("stage", number - 1)
    if type(source) is not int or not 1 <= source < number or source > len(before):
        fault(f"{number}.feed", _("A stage takes its teams from one before it."))
        return feed.copy()
    from_format = FORMATS[before[source - 1]["format"]]
    take = feed.get("take", from_format.takes)
    if take not in from_format.can_take:
        fault(f"{number}.feed", _("This cannot be taken from that stage."))
    if take != LOSERS and any(
        other.get("stage") == source and other["take"] == LOSERS and not other.get("round")
        for other in feeds_of(before)
    ):
        fault(f"{number}.feed", _("The plate comes after the stages that take the best: it takes whoever is left."))
    return _checked_places(number, feed, {"take": take, "stage": source}, before, fault)


def _checked_places(number: int, feed: Feed, settled: Feed, before: Plan, fault: NoteFault) -> Feed:
    """What a take asks for besides where it takes from: its numbers, filled in and held against what others take."""
    take, source = settled["take"], settled["stage"]
    from_format = FORMATS[before[source - 1]["format"]]
    numbers = NUMBERS.get(take, {})
    if take == "top" and "first" in feed:
        numbers = {**numbers, "first": 1}
    for name, usual in numbers.items():
        value = feed.get(name, usual)
        least, most = 0 if name in ("best", "round") else 1, ROUNDS if name == "round" else MAX_TEAMS
        if type(value) is not int or not least <= value <= most:
            fault(f"{number}.{name}", _("Write a whole number from %(least)s to %(most)s.")
                  % {"least": least, "most": most})  # fmt: skip
        elif name == "round" and value and from_format.losses != 1:
            fault(f"{number}.round", _("Only out of a knock-out can the losers of one round be taken."))
        settled[name] = value
    if take == "ranks":
        settled["compare"] = feed.get("compare", PER_MATCH)
        if complaint := COMPARE.fault(settled["compare"]):
            fault(f"{number}.compare", complaint)
    if take == LOSERS and in_a_plate(before, source, settled["round"]):
        fault(f"{number}.round", _("These teams play for another plate already."))
    if take == "ranks" and not errors_in(settled) and settled["last"] < settled["first"]:
        fault(f"{number}.last", _("The last place cannot be above the first."))
    elif take in ("ranks", "top") and _taken_twice(settled, before):
        fault(f"{number}.first", _("These places go on to another stage already."))
    return settled


def _taken_twice(feed: Feed, before: Plan) -> bool:
    """Whether a place that this feed takes goes on to another stage."""
    others = [other for other in feeds_of(before) if other["stage"] == feed["stage"] and other["take"] != LOSERS]
    if any(other["take"] != feed["take"] for other in others):
        return bool(others)  # places in groups and places over all of them are the same teams
    try:
        own = set(places_of(feed))
        return any(own & set(places_of(other)) for other in others)
    except (KeyError, TypeError):
        return False  # they are no numbers: that is said


def in_a_plate(plan: Plan, source: int, round_: int) -> bool:
    """Whether any of those who lose in this round of a stage (0: all who do not go on) play for a plate already."""
    taken = [feed["round"] for feed in feeds_of(plan) if feed["take"] == LOSERS and feed["stage"] == source]
    parameters = plan[source - 1]["parameters"]
    own = bool((round_ == 1 and parameters.get("plate")) or parameters.get("play_out"))
    return own or round_ in taken or bool(taken and 0 in (round_, *taken))


def feeds_of(plan: Plan) -> list[Feed]:
    """The feeds of all stages that have one, in order."""
    return [stage["parameters"]["feed"] for stage in plan if "take" in stage["parameters"].get("feed", {})]


def beside_title(feeds: Sequence[Feed]) -> list[bool]:
    """For each stage, by its feed ({} for none), whether it stands beside the way to the title: a plate, a stage of
    those placed below the best, and whatever takes its teams from one of these."""
    asides: list[bool] = []
    for feed in feeds:
        lower = feed.get("take") == LOSERS or feed.get("first", 1) > 1
        asides.append(bool(feed) and (lower or asides[feed["stage"] - 1]))
    return asides


def errors_in(feed: Feed) -> bool:
    """Whether the places of a feed are no numbers, so that they cannot be compared."""
    return type(feed["first"]) is not int or type(feed["last"]) is not int


def fed_at_most(plan: Plan, order: int, teams: int) -> int | None:
    """How many teams come into the stage of this order (from 1), if it is known beforehand; None for a qualifier."""
    feed = plan[order - 1]["parameters"].get("feed")
    if order == 1 or not feed:
        return teams
    source = plan[feed["stage"] - 1]
    playing = fed_at_most(plan, feed["stage"], teams)
    if feed["take"] == "qualified" or playing is None:
        return None
    if feed["take"] == LOSERS:
        return _losers_at_most(plan, order, teams, playing)
    if feed["take"] == "top":
        return max(0, min(feed["count"], playing - feed.get("first", 1) + 1))
    groups = source["parameters"]["groups"]
    sizes = [playing // groups + (number < playing % groups) for number in range(groups)]
    return sum(max(0, min(feed["last"], size) - feed["first"] + 1) for size in sizes) + feed["best"]


def _losers_at_most(plan: Plan, order: int, teams: int, playing: int) -> int | None:
    """How many come into a plate, with so many teams entered and so many playing in the stage it takes them from."""
    feed = plan[order - 1]["parameters"]["feed"]
    source = plan[feed["stage"] - 1]
    if feed["round"]:
        size = bracket_size(playing) if playing > 1 else 1
        return playing - size // 2 if feed["round"] == 1 else size >> feed["round"]
    others = [
        number
        for number, stage in enumerate(plan, start=1)
        if (other := stage["parameters"].get("feed")) and other["stage"] == feed["stage"] and other["take"] != LOSERS
    ]
    going_on = [fed_at_most(plan, number, teams) for number in others]
    if None in going_on:
        return None
    first = 1 if not others and FORMATS[source["format"]].bracket else 0  # the champion is not left over
    return max(0, playing - sum(count or 0 for count in going_on) - first)
