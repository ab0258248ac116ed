"""Plans as an organiser could set them, by chance: one to three stages of any format for teams, with any settings."""

from random import Random
from typing import Any

from thunee_tournaments.brackets.formats.base import LOSERS
from thunee_tournaments.brackets.formats.catalogue import FORMATS
from thunee_tournaments.brackets.formats.settings import Number, OneOf, Setting, Tick
from thunee_tournaments.brackets.plans import COMPARE
from thunee_tournaments.brackets.shapes import Plan
from thunee_tournaments.simulation.setting_up import PLAYED
from thunee_tournaments.standings.metrics import BY_KEY

# Of numbers that could be large, the largest that are tried: short events say as much as long ones.
MOST = {"rounds": 6, "groups": 4, "wins": 3, "entries": 3, "places": 5, "days_between": 9, "price": 20_000,
        "rebuy_price": 10_000, "walkover": 20, "patience": 0}  # fmt: skip


def any_plan(chance: Random, teams: int) -> Plan:
    """A plan for so many teams; not each can be set or drawn, and what cannot has to be refused in words."""
    formats = [chance.choice(PLAYED) for _ in range(chance.choice((1, 1, 2, 2, 3)))]
    plan: list[Any] = []
    for place, name in enumerate(formats):
        parameters = {key: _value(chance, key, setting, teams) for key, setting in FORMATS[name].settings.items()}
        if chance.random() < 0.2:
            parameters["best_of"] = 3
        if FORMATS[name].orderable and chance.random() < 0.3:
            parameters["order"] = chance.sample(sorted(BY_KEY), chance.randint(1, 4))
        if place:
            parameters["feed"] = _feed(chance, formats, place, teams)
        plan.append({"format": name, "parameters": parameters})
    return plan


def _value(chance: Random, key: str, setting: Setting, teams: int) -> Any:
    match setting:
        case Tick():
            return chance.random() < 0.3
        case OneOf():
            return chance.choice([setting.usual, *setting.choices])
        case Number():
            most = min(setting.most, MOST[key], max(setting.least, teams // 2 if key == "groups" else teams))
            return chance.randint(setting.least, max(setting.least, most))


def _feed(chance: Random, formats: list[str], place: int, teams: int) -> dict[str, Any]:
    source = chance.choice([place, place, place, *range(1, place + 1)])
    take = chance.choice(FORMATS[formats[source - 1]].can_take)
    feed: dict[str, Any] = {"take": take, "stage": source}
    if take == LOSERS:
        feed["round"] = chance.choice((0, 0, 1))
    elif take == "top":
        feed["count"] = chance.randint(2, max(2, teams // 2))
        if chance.random() < 0.3:
            feed["first"] = chance.randint(1, teams // 2)
    elif take == "ranks":
        feed["first"] = chance.choice((1, 1, 1, 2, 3))
        feed |= {"last": feed["first"] + chance.randint(0, 2), "best": chance.choice((0, 0, 1, 2))}
        feed["compare"] = chance.choice(list(COMPARE.choices))
    return feed
