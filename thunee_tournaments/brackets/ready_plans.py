"""The plans an organiser chooses from: each format that is a whole event by itself, and chains of several. Pure."""

from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets.formats.base import LOSERS
from thunee_tournaments.brackets.formats.catalogue import FORMATS
from thunee_tournaments.brackets.plans import fits
from thunee_tournaments.brackets.shapes import Parameters, Plan
from thunee_tournaments.tournaments.shapes import Words


@dataclass(frozen=True)
class ReadyPlan:
    """A plan with what an organiser reads of it; `stages` as `plans.checked` takes them."""

    key: str
    title: Words
    note: Words
    stages: Plan

    @property
    def formats(self) -> list[str]:
        """The keys of its formats, stage by stage."""
        return [stage["format"] for stage in self.stages]


def _chain(*stages: tuple[str, Parameters]) -> Plan:
    """The first stage without a feed, the others with what they take from the stage before."""
    return [{"format": key, "parameters": parameters.copy()} for key, parameters in stages]


BEST_TWO: Parameters = {"feed": {"take": "ranks", "first": 1, "last": 2, "best": 0}}
CHAINS = (
    ReadyPlan(
        "groups-knockout",
        _("Groups, then knock-out"),
        _("Everybody plays several matches; the best of each group go on."),
        _chain(("groups", {}), ("knockout", BEST_TWO)),
    ),
    ReadyPlan(
        "groups-knockout-plate",
        _("Groups, then knock-out, and a plate for the others"),
        _("Nobody goes home after the groups: those who do not go on play for the plate."),
        _chain(
            ("groups", {}), ("knockout", BEST_TWO), ("knockout", {"feed": {"take": LOSERS, "stage": 1, "round": 0}})
        ),
    ),
    ReadyPlan(
        "swiss-knockout",
        _("Swiss, then knock-out"),
        _("A few rounds against teams with as many wins; the best of the table go on."),
        _chain(("swiss", {}), ("knockout", {"feed": {"take": "top", "count": 8}})),
    ),
    ReadyPlan(
        "streak-knockout",
        _("Win-streak qualifier with re-buys, then knock-out"),
        _("Win enough in a row and you are through; lose and you may buy in again."),
        _chain(("streak", {}), ("knockout", {"feed": {"take": "qualified"}})),
    ),
    ReadyPlan(
        "tables-final",
        _("Rounds at tables, then a final table"),
        _("The same, and then the best four play for the title at one table."),
        _chain(("tables", {}), ("tables", {"rounds": 1, "feed": {"take": "top", "count": 4}})),
    ),
)


# What most events want stands above; what is not named here comes last.
ORDER = (
    "knockout", "double", "groups-knockout", "groups-knockout-plate", "swiss-knockout", "streak-knockout", "league",
    "swiss", "tables", "tables-final",
)  # fmt: skip


def ready_plans() -> list[ReadyPlan]:
    """All of them as they are offered."""
    alone = [
        ReadyPlan(format_.key, capfirst(format_.title), format_.note, _chain((format_.key, {})))
        for format_ in FORMATS.values()
        if format_.note
    ]
    return sorted([*alone, *CHAINS], key=lambda plan: ORDER.index(plan.key) if plan.key in ORDER else len(ORDER))


def ready_plan(key: str) -> ReadyPlan | None:
    """The ready plan of this key; None if there is none."""
    return next((ready for ready in ready_plans() if ready.key == key), None)


def usual_for(sides: bool) -> Plan:
    """What is played where nothing was planned."""
    return next(ready.stages for ready in ready_plans() if fits(ready.formats, sides))


def ready_plan_of(plan: Plan) -> ReadyPlan | None:
    """Which of the ready plans this is, by its formats and whether it has a plate or A and B finals; None if none."""
    return next((ready for ready in ready_plans() if _likes(ready.stages) == _likes(plan)), None)


def _likes(plan: Plan) -> list[tuple[str, bool, bool]]:
    """What tells plans apart: of each stage its format, whether it is a plate, and whether it is one of several
    finals."""
    return [
        (
            stage["format"],
            stage["parameters"].get("feed", {}).get("take") == LOSERS,
            bool(stage["parameters"].get("letter")),
        )
        for stage in plan
    ]
