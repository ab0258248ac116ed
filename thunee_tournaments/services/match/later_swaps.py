"""Two teams change places in a stage behind another, before either has played there.

Which team a seed is, the results before say, also when they are corrected. So it is the seeds that change places, and
whoever is due on one of them comes to its new place.
"""

from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.formats.fixtures import stands_for
from thunee_tournaments.brackets.models import MatchSide
from thunee_tournaments.services.match import stages
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage


def can_change(stage: Stage) -> bool:
    """Whether a stage has places that can be changed. A later Swiss is paired by hand instead."""
    format_ = format_of(stage)
    return format_.seated and (stage.order == 1 or not (format_.round_by_round or format_.alone))


def seed_in(stage: Stage, team: Team) -> int:
    """A team's seed in a stage, from 1; 0 where it has none."""
    order = stage.inputs["order"]
    return order.index(team.public_id) + 1 if team.public_id in order else 0


def place_in(stage: Stage, team: Team) -> int:
    """The place in the draw that a team holds, called by the seed that was to stand there; 0 where it has none."""
    seed = seed_in(stage, team)
    return stands_for(seed, reversed(stage.inputs.get("swaps", []))) if seed and stage.order > 1 else seed


def change_seeds(stage: Stage, pair: list[int]) -> None:
    """Let two seeds change places in a later stage, with all its matches; all of it is locked."""
    stage.inputs.setdefault("swaps", []).append(pair)
    groups = stage.inputs.get("groups", [])
    stage.inputs["groups"] = [[stands_for(seed, [pair]) for seed in group] for group in groups]
    sides = MatchSide.objects.filter(match__stage=stage, source__0="seed", source__1__in=pair).order_by("pk")
    for side in sides:
        side.source = ["seed", stands_for(side.source[1], [pair])]
        side.save(update_fields=["source"])
    stages.reseat(stage, stage.inputs["order"])
