"""Plans: the chain of stages of an event, as an organiser chooses it. Pure.

A plan is a list of stages `{"format", "parameters"}`. Each format knows its parameters with their defaults (`USUAL`).
Every stage but the first has a *feed*, which says who comes into it from an earlier stage:

* `{"take": "ranks", "first": 1, "last": 2, "best": 0}`: of each group the first to the second, and none of those
  placed next (`best` of them in all, compared over the groups);
* `{"take": "top", "count": 8}`: the best so many of the table;
* `{"take": "qualified"}`: whoever a win-streak qualifier let through;
* `{"take": "losers", "round": 1}`: whoever lost in that round of a knock-out; with round 0 all who do not go on from
  the stage, whatever its format. What is played with them is a plate: it stands beside the way to the title.

`stage` in a feed is the order of the stage it takes from; the one before if it is left out.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets.formats.double_elimination import GRAND_FINALS, RESET
from thunee_tournaments.brackets.formats.fixtures import BEST_OF, MAX_TEAMS
from thunee_tournaments.brackets.formats.groups import SNAKE, SPREADS
from thunee_tournaments.brackets.formats.knockout import bracket_size
from thunee_tournaments.teams.names import name_key, tidy
from thunee_tournaments.tournaments import days

Plan = list[dict[str, Any]]

LAST_WAITING = ("out", "goes_on")
USUAL: dict[str, dict[str, Any]] = {
    "knockout": {"third_place": False, "plate": False},
    "double": {"grand_final": RESET},
    "groups": {"groups": 4, "legs": 1, "spread": SNAKE, "apart": False},
    "swiss": {"rounds": 5, "apart": False},
    "streak": {"wins": 3, "entries": 3, "price": 0, "last_waiting": "goes_on"},
    "league": {"legs": 1, "days_between": 7},
    "tables": {"rounds": 3, "hands": 4},
}
# What every format takes besides: how long matches are, the order of the metrics in a table, and the zones its matches
# are called to (`zone_only`: nowhere else).
SHARED = ("best_of", "best_of_rounds", "order", "feed", "first_day", "zones", "zone_only")
LIMITS = {
    "groups": (1, MAX_TEAMS // 2), "legs": (1, 2), "rounds": (1, 30), "wins": (1, 12), "entries": (1, 20),
    "price": (0, 10_000_000), "days_between": (1, 60), "hands": (1, 30),
}  # fmt: skip
WORDS: dict[str, tuple[str, ...]] = {"grand_final": GRAND_FINALS, "spread": SPREADS, "last_waiting": LAST_WAITING}
FEEDS = {"groups": "ranks", "league": "top", "swiss": "top", "streak": "qualified", "knockout": "top", "double": "top",
         "tables": "top"}  # fmt: skip
# What else can be taken from a stage: from any those who do not go on, from groups the best of all of them together.
LOSERS = "losers"
TAKES = {name: (usual, "top", LOSERS) if usual == "ranks" else (usual, LOSERS) for name, usual in FEEDS.items()}
PLATES = ("knockout", "double", "groups", "league")  # formats a plate can have: all its matches are known at its draw
ROUNDS = 9  # of the largest knock-out
MAX_ZONES, MAX_ZONE = 8, 40
WITH_TABLE = ("groups", "swiss", "league")
AT_TABLES = "tables"
WITH_PLACES = (*WITH_TABLE, AT_TABLES)  # in these a team has one place, from which it plays all its matches

READY: dict[str, Plan] = {
    "knockout": [{"format": "knockout", "parameters": {}}],
    "double": [{"format": "double", "parameters": {}}],
    "groups-knockout": [
        {"format": "groups", "parameters": {}},
        {"format": "knockout", "parameters": {"feed": {"take": "ranks", "first": 1, "last": 2, "best": 0}}},
    ],
    "groups-knockout-plate": [
        {"format": "groups", "parameters": {}},
        {"format": "knockout", "parameters": {"feed": {"take": "ranks", "first": 1, "last": 2, "best": 0}}},
        {"format": "knockout", "parameters": {"feed": {"take": LOSERS, "stage": 1, "round": 0}}},
    ],
    "swiss-knockout": [
        {"format": "swiss", "parameters": {}},
        {"format": "knockout", "parameters": {"feed": {"take": "top", "count": 8}}},
    ],
    "streak-knockout": [
        {"format": "streak", "parameters": {}},
        {"format": "knockout", "parameters": {"feed": {"take": "qualified"}}},
    ],
    "league": [{"format": "league", "parameters": {}}],
    "swiss": [{"format": "swiss", "parameters": {}}],
    "tables": [{"format": "tables", "parameters": {}}],
    "tables-final": [
        {"format": "tables", "parameters": {}},
        {"format": "tables", "parameters": {"rounds": 1, "feed": {"take": "top", "count": 4}}},
    ],
}
READY_TITLES = {
    "knockout": _("Knock-out"),
    "double": _("Double elimination"),
    "groups-knockout": _("Groups, then knock-out"),
    "groups-knockout-plate": _("Groups, then knock-out, and a plate for the others"),
    "swiss-knockout": _("Swiss, then knock-out"),
    "streak-knockout": _("Win-streak qualifier with re-buys, then knock-out"),
    "league": _("League"),
    "swiss": _("Swiss"),
    "tables": _("Rounds at tables"),
    "tables-final": _("Rounds at tables, then a final table"),
}
READY_NOTES = {
    "knockout": _("One loss and you are out. The shortest evening."),
    "double": _("You are out only after two losses."),
    "groups-knockout": _("Everybody plays several matches; the best of each group go on."),
    "groups-knockout-plate": _("Nobody goes home after the groups: those who do not go on play for the plate."),
    "swiss-knockout": _("A few rounds against teams with as many wins; the best of the table go on."),
    "streak-knockout": _("Win so many in a row and you are through; lose and you may buy in again."),
    "league": _("Everybody meets everybody, over several days."),
    "swiss": _("A few rounds against teams with as many wins; the table decides."),
    "tables": _("Each alone: in every round at another table of four or three. The low total wins."),
    "tables-final": _("As that, and the best four play for the title at one table."),
}


def fits(plan: Sequence[Mapping[str, Any]], sides: bool) -> bool:
    """Whether a game can be played so: with sides by any format but rounds at tables, without sides by these alone."""
    return all((stage["format"] == AT_TABLES) != sides for stage in plan)


def usual_for(sides: bool) -> Plan:
    """What is played where nothing was planned."""
    return READY["knockout" if sides else "tables"]


class BadPlan(Exception):
    """`errors`: every fault, `{"path": "1.groups", "message": …}`, stages counted from 1."""

    def __init__(self, errors: list[dict[str, Any]]) -> None:
        super().__init__(errors)
        self.errors = errors


Fault = Callable[[str, Any], None]  # path and message


def checked(stages: Sequence[Mapping[str, Any]], metrics: Sequence[str]) -> Plan:
    """The plan with every parameter filled in. `metrics` are the keys tables can be ordered by. Raises BadPlan."""
    errors: list[dict[str, Any]] = []
    plan: Plan = []

    def fault(path: str, message: Any) -> None:
        errors.append({"path": path, "message": message})

    if not stages:
        fault("", _("A plan needs at least one stage."))
    for number, stage in enumerate(stages, start=1):
        format_ = stage.get("format", "")
        if format_ not in USUAL:
            fault(f"{number}.format", _("There is no such format."))
            continue
        values = {**USUAL[format_], **dict(stage.get("parameters", {}))}
        _check_settings(number, format_, values, fault)
        _check_match_length(number, values, fault)
        _check_zones(number, values, fault)
        if values.get("first_day") and (complaint := _complaint(values["first_day"])):
            fault(f"{number}.first_day", complaint)
        if unknown := set(values.get("order", [])) - set(metrics):
            fault(f"{number}.order", _("Unknown: %(names)s.") % {"names": ", ".join(sorted(unknown))})
        feed = values.get("feed")
        if number == 1 and feed:
            fault("1.feed", _("The first stage takes the teams that were entered."))
        if number > 1:
            values["feed"] = _checked_feed(number, feed or {}, plan, fault)
            if values["feed"].get("take") == LOSERS and format_ not in PLATES:
                fault(f"{number}.format", _("A plate is a knock-out, a double elimination, groups or a league."))
        plan.append({"format": format_, "parameters": values})
    if errors:
        raise BadPlan(errors)
    return plan


def _check_settings(number: int, format_: str, values: Mapping[str, Any], fault: Fault) -> None:
    """Each setting by itself: known to the format, a number in its range, a word of those offered."""
    for name, value in values.items():
        if name in LIMITS:
            least, most = LIMITS[name]
            if type(value) is not int or not least <= value <= most:
                message = _("Write a whole number from %(least)s to %(most)s.") % {"least": least, "most": most}
                fault(f"{number}.{name}", message)
        elif name in WORDS and value not in WORDS[name]:
            fault(f"{number}.{name}", _("Choose one of those offered."))
        elif name not in USUAL[format_] and name not in SHARED:
            fault(f"{number}.{name}", _("This format knows no such setting."))


def _check_match_length(number: int, values: Mapping[str, Any], fault: Fault) -> None:
    lengths = [values.get("best_of", 1), *values.get("best_of_rounds", {}).values()]
    if any(games not in BEST_OF for games in lengths):
        fault(f"{number}.best_of", _("A match is one game, or best of three or five."))


def _check_zones(number: int, values: dict[str, Any], fault: Fault) -> None:
    zones = tidy_zones(values.get("zones", []))
    if zones is None:
        fault(f"{number}.zones", _("Name at most %(most)s zones, each with at most %(long)s characters.")
              % {"most": MAX_ZONES, "long": MAX_ZONE})  # fmt: skip
    elif "zones" in values:
        values |= {"zones": zones, "zone_only": bool(zones and values.get("zone_only"))}


def _complaint(day: Any) -> Any:
    """What is wrong with the first day of a league; "" if nothing is."""
    try:
        return "" if days.possible(date.fromisoformat(day)) else days.OUTSIDE
    except (TypeError, ValueError):
        return _("Write the date as year-month-day, such as 2025-11-01.")


def tidy_zones(zones: Any) -> list[str] | None:
    """The zones of a stage as they are kept, each once; None if that is no list of a few names."""
    if not isinstance(zones, list | tuple) or not all(isinstance(zone, str) for zone in zones):
        return None
    found = {name_key(zone): tidy(zone) for zone in reversed(zones) if name_key(zone)}
    names = list(reversed(found.values()))
    return names if len(names) <= MAX_ZONES and all(len(name) <= MAX_ZONE for name in names) else None


def _checked_feed(number: int, feed: Mapping[str, Any], before: Plan, fault: Any) -> dict[str, Any]:
    source = feed.get("stage", number - 1)
    if type(source) is not int or not 1 <= source < number or source > len(before):
        fault(f"{number}.feed", _("A stage takes its teams from one before it."))
        return dict(feed)
    from_format = before[source - 1]["format"]
    take = feed.get("take", FEEDS[from_format])
    if take not in TAKES[from_format]:
        fault(f"{number}.feed", _("This cannot be taken from that stage."))
    if take != LOSERS and any(
        other.get("stage") == source and other["take"] == LOSERS and not other.get("round")
        for other in feeds_of(before)
    ):
        fault(f"{number}.feed", _("The plate comes after the stages that take the best: it takes whoever is left."))
    found = {"take": take, "stage": source}
    names = {"ranks": {"first": 1, "last": 2, "best": 0}, "top": {"count": 8}, LOSERS: {"round": 0}}.get(take, {})
    for name, usual in names.items():
        value = feed.get(name, usual)
        least, most = 0 if name in ("best", "round") else 1, ROUNDS if name == "round" else MAX_TEAMS
        if type(value) is not int or not least <= value <= most:
            fault(f"{number}.{name}", _("Write a whole number from %(least)s to %(most)s.")
                  % {"least": least, "most": most})  # fmt: skip
        elif name == "round" and value and from_format != "knockout":
            fault(f"{number}.round", _("Only out of a knock-out can the losers of one round be taken."))
        found[name] = value
    if take == LOSERS and in_a_plate(before, source, found["round"]):
        fault(f"{number}.round", _("These teams play for another plate already."))
    if take == "ranks" and not errors_in(found) and found["last"] < found["first"]:
        fault(f"{number}.last", _("The last place cannot be above the first."))
    return found


def in_a_plate(plan: Sequence[Mapping[str, Any]], source: int, round_: int) -> bool:
    """Whether any of those who lose in this round of a stage (0: all who do not go on) play for a plate already."""
    taken = [feed["round"] for feed in feeds_of(plan) if feed["take"] == LOSERS and feed["stage"] == source]
    own = round_ == 1 and bool(plan[source - 1]["parameters"].get("plate"))
    return own or round_ in taken or bool(taken and 0 in (round_, *taken))


def feeds_of(plan: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The feeds of all stages that have one, in order."""
    return [stage["parameters"]["feed"] for stage in plan if "take" in stage["parameters"].get("feed", {})]


def beside(feeds: Sequence[Mapping[str, Any]]) -> list[bool]:
    """For each stage, by its feed ({} for none), whether it stands beside the way to the title: a plate, a stage of
    those placed below the best, and whatever takes its teams from one of these."""
    found: list[bool] = []
    for feed in feeds:
        lower = feed.get("take") == LOSERS or feed.get("first", 1) > 1
        found.append(bool(feed) and (lower or found[feed["stage"] - 1]))
    return found


def errors_in(feed: Mapping[str, Any]) -> bool:
    """Whether the places of a feed are no numbers, so that they cannot be compared."""
    return any(type(feed[name]) is not int for name in ("first", "last"))


def fed_at_most(plan: Plan, order: int, teams: int) -> int | None:
    """How many teams come into the stage of this order (from 1), if it is known beforehand; None for a qualifier."""
    feed = plan[order - 1]["parameters"].get("feed")
    if order == 1 or not feed:
        return teams
    source = plan[feed["stage"] - 1]
    there = fed_at_most(plan, feed["stage"], teams)
    if feed["take"] == "qualified" or there is None:
        return None
    if feed["take"] == LOSERS:
        return _losers_at_most(plan, order, teams, there)
    if feed["take"] == "top":
        return min(feed["count"], there)
    groups = source["parameters"]["groups"]
    sizes = [there // groups + (number < there % groups) for number in range(groups)]
    return sum(max(0, min(feed["last"], size) - feed["first"] + 1) for size in sizes) + feed["best"]


def _losers_at_most(plan: Plan, order: int, teams: int, there: int) -> int | None:
    """How many come into a plate, with so many teams entered and so many in the stage it takes them from."""
    feed = plan[order - 1]["parameters"]["feed"]
    source = plan[feed["stage"] - 1]
    if feed["round"]:
        size = bracket_size(there) if there > 1 else 1
        return there - size // 2 if feed["round"] == 1 else size >> feed["round"]
    others = [
        number
        for number, stage in enumerate(plan, start=1)
        if (other := stage["parameters"].get("feed")) and other["stage"] == feed["stage"] and other["take"] != LOSERS
    ]
    going_on = [fed_at_most(plan, number, teams) for number in others]
    if None in going_on:
        return None
    first = 1 if not others and source["format"] in ("knockout", "double") else 0  # the champion is not left over
    return max(0, there - sum(count or 0 for count in going_on) - first)


def key_of(plan: Plan) -> str:
    """Which of the ready plans this is, by its formats; "" if none."""
    formats = [stage["format"] for stage in plan]
    return next((key for key, ready in READY.items() if [stage["format"] for stage in ready] == formats), "")
