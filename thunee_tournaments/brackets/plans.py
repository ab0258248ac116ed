"""Plans: the chain of stages of an event, as an organiser chooses it. Pure.

A plan is a list of stages `{"format", "parameters"}`. Each format knows its parameters with their defaults (`USUAL`).
Every stage but the first has a *feed*, which says who comes into it from an earlier stage:

* `{"take": "ranks", "first": 1, "last": 2, "best": 0}`: of each group the first to the second, and none of those
  placed next (`best` of them in all, compared over the groups);
* `{"take": "top", "count": 8}`: the best so many of the table;
* `{"take": "qualified"}`: whoever a win-streak qualifier let through.

`stage` in a feed is the order of the stage it takes from; the one before if it is left out.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets.formats.double_elimination import GRAND_FINALS, RESET
from thunee_tournaments.brackets.formats.fixtures import BEST_OF, MAX_TEAMS
from thunee_tournaments.brackets.formats.groups import SNAKE, SPREADS

Plan = list[dict[str, Any]]

LAST_WAITING = ("out", "goes_on")
USUAL: dict[str, dict[str, Any]] = {
    "knockout": {"third_place": False, "plate": False},
    "double": {"grand_final": RESET},
    "groups": {"groups": 4, "legs": 1, "spread": SNAKE, "apart": False},
    "swiss": {"rounds": 5, "apart": False},
    "streak": {"wins": 3, "entries": 3, "price": 0, "last_waiting": "goes_on"},
    "league": {"legs": 1, "days_between": 7},
}
# What every format takes besides: how long matches are, and the order of the metrics in a table.
SHARED = ("best_of", "best_of_rounds", "order", "feed", "first_day")
LIMITS = {
    "groups": (1, MAX_TEAMS // 2), "legs": (1, 2), "rounds": (1, 30), "wins": (1, 12), "entries": (1, 20),
    "price": (0, 10_000_000), "days_between": (1, 60),
}  # fmt: skip
WORDS: dict[str, tuple[str, ...]] = {"grand_final": GRAND_FINALS, "spread": SPREADS, "last_waiting": LAST_WAITING}
FEEDS = {"groups": "ranks", "league": "top", "swiss": "top", "streak": "qualified", "knockout": "top", "double": "top"}
WITH_TABLE = ("groups", "swiss", "league")

READY: dict[str, Plan] = {
    "knockout": [{"format": "knockout", "parameters": {}}],
    "double": [{"format": "double", "parameters": {}}],
    "groups-knockout": [
        {"format": "groups", "parameters": {}},
        {"format": "knockout", "parameters": {"feed": {"take": "ranks", "first": 1, "last": 2, "best": 0}}},
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
}
READY_TITLES = {
    "knockout": _("Knock-out"),
    "double": _("Double elimination"),
    "groups-knockout": _("Groups, then knock-out"),
    "swiss-knockout": _("Swiss, then knock-out"),
    "streak-knockout": _("Win-streak qualifier with re-buys, then knock-out"),
    "league": _("League"),
    "swiss": _("Swiss"),
}
READY_NOTES = {
    "knockout": _("One loss and you are out. The shortest evening."),
    "double": _("You are out only after two losses."),
    "groups-knockout": _("Everybody plays several matches; the best of each group go on."),
    "swiss-knockout": _("A few rounds against teams with as many wins; the best of the table go on."),
    "streak-knockout": _("Win so many in a row and you are through; lose and you may buy in again."),
    "league": _("Everybody meets everybody, over several days."),
    "swiss": _("A few rounds against teams with as many wins; the table decides."),
}


class BadPlan(Exception):
    """`errors`: every fault, `{"path": "1.groups", "message": …}`, stages counted from 1."""

    def __init__(self, errors: list[dict[str, Any]]) -> None:
        super().__init__(errors)
        self.errors = errors


def checked(stages: Sequence[Mapping[str, Any]], metrics: Sequence[str]) -> Plan:
    """The plan with every parameter filled in. `metrics` are the keys tables can be ordered by. Raises BadPlan."""
    errors: list[dict[str, Any]] = []
    plan: Plan = []

    def fault(path: str, message: Any) -> None:
        errors.append({"path": path, "message": message})

    if not stages:
        fault("", _("A plan needs at least one stage."))
    for number, stage in enumerate(stages, start=1):
        format_, given = stage.get("format", ""), dict(stage.get("parameters", {}))
        if format_ not in USUAL:
            fault(f"{number}.format", _("There is no such format."))
            continue
        values = {**USUAL[format_], **given}
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
        if values.get("best_of", 1) not in BEST_OF or any(
            games not in BEST_OF for games in values.get("best_of_rounds", {}).values()
        ):
            fault(f"{number}.best_of", _("A match is one game, or best of three or five."))
        if unknown := set(values.get("order", [])) - set(metrics):
            fault(f"{number}.order", _("Unknown: %(names)s.") % {"names": ", ".join(sorted(unknown))})
        feed = values.get("feed")
        if number == 1 and feed:
            fault("1.feed", _("The first stage takes the teams that were entered."))
        if number > 1:
            values["feed"] = _checked_feed(number, feed or {}, plan, fault)
        plan.append({"format": format_, "parameters": values})
    if errors:
        raise BadPlan(errors)
    return plan


def _checked_feed(number: int, feed: Mapping[str, Any], before: Plan, fault: Any) -> dict[str, Any]:
    source = feed.get("stage", number - 1)
    if type(source) is not int or not 1 <= source < number or source > len(before):
        fault(f"{number}.feed", _("A stage takes its teams from one before it."))
        return dict(feed)
    take = feed.get("take", FEEDS[before[source - 1]["format"]])
    if take != FEEDS[before[source - 1]["format"]]:
        fault(f"{number}.feed", _("This cannot be taken from that stage."))
    found = {"take": take, "stage": source}
    names = {"ranks": {"first": 1, "last": 2, "best": 0}, "top": {"count": 8}, "qualified": {}}.get(take, {})
    for name, usual in names.items():
        value = feed.get(name, usual)
        if type(value) is not int or not (0 if name == "best" else 1) <= value <= MAX_TEAMS:
            fault(f"{number}.{name}", _("Write a whole number from %(least)s to %(most)s.") % {
                "least": 0 if name == "best" else 1, "most": MAX_TEAMS})  # fmt: skip
        found[name] = value
    if take == "ranks" and not errors_in(found) and found["last"] < found["first"]:
        fault(f"{number}.last", _("The last place cannot be above the first."))
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
    if feed["take"] == "top":
        return min(feed["count"], there)
    groups = source["parameters"]["groups"]
    sizes = [there // groups + (number < there % groups) for number in range(groups)]
    return sum(max(0, min(feed["last"], size) - feed["first"] + 1) for size in sizes) + feed["best"]


def key_of(plan: Plan) -> str:
    """Which of the ready plans this is, by its formats; "" if none."""
    formats = [stage["format"] for stage in plan]
    return next((key for key, ready in READY.items() if [stage["format"] for stage in ready] == formats), "")
