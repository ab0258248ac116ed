"""Who goes on from the tables of a stage, and who is out: what is certain, held against the plan and who has withdrawn.

A team that has withdrawn when the next stage is drawn leaves its place to the one below: it is out, and counts for
nobody. Once the next stage is drawn, its draw says who went on, whatever a referee has decided about it since.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.plans import LOSERS
from thunee_tournaments.standings.clinched import OPEN, OUT, SAFE, certain, final
from thunee_tournaments.standings.metrics import Standing
from thunee_tournaments.standings.prizes import closed_up
from thunee_tournaments.standings.under_review import in_question
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage


def there(team: Team, stage: Stage) -> bool:
    """Whether a team had not withdrawn at the draw of a stage (now, if it is not drawn): later it is not replaced."""
    return team.withdrawn_at is None or (stage.drawn_at is not None and team.withdrawn_at > stage.drawn_at)


@dataclass(frozen=True)
class NextStage:
    """Where the teams of a stage go. `stage` takes the best of it, `places` of each table (None: nobody can tell
    beforehand how many); `plate`: some of the others play on beside it; `disputed`: the teams (their keys) that sit, or
    should sit, on a place of it, or of what is played beside it, that is under review."""

    stage: Stage
    places: int | None
    plate: bool
    disputed: frozenset[int | None]

    @classmethod
    def of(cls, stage: Stage, stages: Sequence[Stage], matches: Sequence[Match]) -> "NextStage | None":
        """What comes after a stage, out of all stages and matches; None if the best of it go nowhere, or to two."""
        fed = [one for one in stages if one.parameters.get("feed", {}).get("stage") == stage.order]
        best = [one for one in fed if not lower(one)]
        if len(best) != 1:
            return None
        following = {one.pk for one in fed}
        disputed = frozenset(in_question(match for match in matches if match.stage_id in following))
        return cls(best[0], _places(stage, best[0]), len(fed) > 1, disputed)

    def of_draw(self, team: Team) -> str:
        """What the draw of the next stage says of a team."""
        if team.pk in self.disputed:
            return OPEN
        if team.public_id in self.stage.inputs["order"]:
            return SAFE
        return self.below if there(team, self.stage) else OUT

    @property
    def below(self) -> str:
        """What is certain of a team that is not among the best: nothing, where it may go on to a plate."""
        return OPEN if self.plate else OUT


def fates(
    lines: Sequence[Standing],
    following: NextStage,
    matches: Sequence[Match],
    to_come: int,
    by_score: bool,
    wins: int = 0,
) -> dict[int, str]:
    """For each team of a table whether it is sure to go on, by its key.

    `matches`: all of the stage; `to_come`: how many rounds are not paired yet; `by_score`: whether the table goes by
    matches won first. Before all is played nothing can be said of a table that does not, nor while a match of the stage
    is under review. `wins`: as many in a row let a team through a qualifier, whoever else gets there; there `to_come`
    is not 0 while entries are sold, and nobody is out before.
    """
    if any(match.conflict for match in matches):
        return {}
    teams = {line.record.team.pk: line.record.team for line in lines}
    if following.stage.drawn_at is not None and not to_come and all(match.over for match in matches):
        return {key: following.of_draw(team) for key, team in teams.items()}
    gone = {key for key, team in teams.items() if not there(team, following.stage)}
    still = [line for line in lines if line.record.team.pk not in gone]
    said = dict.fromkeys(gone, OUT)
    if wins:
        ended = not to_come and all(match.over for match in matches)
        through = {line.record.team.pk for line in still if (line.record.reached or 0) >= wins}
        said |= dict.fromkeys(through, SAFE)
        said |= {key: following.below for key in teams if ended and key not in through and key not in gone}
    elif following.places is not None:
        left = _left(still, matches, to_come)
        if not any(left.values()):
            places = closed_up([(line.record.team.pk, line.place, line.place_to) for line in still])
            known = final({key: (first, last) for key, first, last in places}, following.places)
        elif by_score:
            known = certain({line.record.team.pk: line.record.score for line in still}, left, following.places)
        else:
            known = {}
        said |= {key: following.below if word == OUT else word for key, word in known.items()}
    return said


def _left(lines: Sequence[Standing], matches: Sequence[Match], to_come: int) -> dict[int, int]:
    """How many matches each of these teams has still to play."""
    left = {line.record.team.pk: to_come for line in lines}
    for match in matches:
        if not match.over:
            for key in match.team_ids:
                if key in left:
                    left[key] += 1
    return left


def lower(stage: Stage) -> bool:
    """Whether a stage takes those who are not among the best."""
    feed = stage.parameters["feed"]
    return bool(feed["take"] == LOSERS or feed.get("first", 1) > 1)


def _places(stage: Stage, following: Stage) -> int | None:
    """How many of each table of a stage go on to the following one for certain; None if nobody can tell."""
    feed = following.parameters["feed"]
    if feed["take"] == "ranks" and not feed["best"]:
        return int(feed["last"])
    if feed["take"] == "top" and not format_of(stage).grouped:
        return int(feed["count"])
    return None
