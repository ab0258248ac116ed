"""Who goes on from the tables of a stage, and who is out: what is certain, held against the plan and who has withdrawn.

A team that has withdrawn when the next stage is drawn leaves its place to the one below: it is out, and counts for
nobody. Once the next stage is drawn, its draw says who went on, whatever a referee has decided about it since.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.formats.fixtures import PLAY_OFF
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.plans import LOSERS
from thunee_tournaments.standings.clinched import OPEN, OUT, SAFE, Needs, by_final_places, by_wins, needs_of
from thunee_tournaments.standings.metrics import Standing
from thunee_tournaments.standings.prizes import closed_up
from thunee_tournaments.standings.under_review import teams_in_question
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage


def takes_part(team: Team, stage: Stage) -> bool:
    """Whether a team had not withdrawn at the draw of a stage (now, if it is not drawn): later it is not replaced, nor
    does it come in when it comes back."""
    gone = team.withdrawn_at is not None and (stage.drawn_at is None or team.withdrawn_at <= stage.drawn_at)
    return not gone and team.public_id not in stage.inputs.get("missed_by", ())


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
        fed = [other for other in stages if other.parameters.get("feed", {}).get("stage") == stage.order]
        best = [other for other in fed if not takes_others(other)]
        if len(best) != 1:
            return None
        following = {other.pk for other in fed}
        disputed = frozenset(teams_in_question(match for match in matches if match.stage_id in following))
        return cls(best[0], _places(stage, best[0]), len(fed) > 1, disputed)

    def of_draw(self, team: Team) -> str:
        """What the draw of the next stage says of a team."""
        if team.pk in self.disputed:
            return OPEN
        if team.public_id in self.stage.inputs["order"]:
            return SAFE
        return self.below if takes_part(team, self.stage) else OUT

    @property
    def below(self) -> str:
        """What is certain of a team that is not among the best: nothing, where it may go on to a plate."""
        return OPEN if self.plate else OUT


def qualification(
    lines: Sequence[Standing],
    following: NextStage,
    matches: Sequence[Match],
    all_played: bool,
    clinched: Callable[[Sequence[Standing], int | None], Mapping[int, str]],
) -> dict[int, str]:
    """For each team of a table (its key) whether it is sure to go on; nothing of one of which nothing can be said.

    `matches`: all of the stage; while one of them is under review nothing can be said. `clinched`: what is certain of
    those who play on (`StageTable.clinched`).
    """
    if any(match.conflict for match in matches):
        return {}
    teams = {line.record.team.pk: line.record.team for line in lines}
    if following.stage.drawn_at is not None and all_played:
        return {key: following.of_draw(team) for key, team in teams.items()}
    gone = {key for key, team in teams.items() if not takes_part(team, following.stage)}
    playing = [line for line in lines if line.record.team.pk not in gone]
    fates = dict.fromkeys(gone, OUT)
    for key, fate in clinched(playing, following.places).items():
        fates[key] = following.below if fate == OUT else fate
    return fates


def by_places(
    lines: Sequence[Standing], matches: Sequence[Match], to_come: int, places: int | None, *, by_score: bool
) -> Mapping[int, str]:
    """What is certain in a table, of which so many `places` go on (None: nobody can tell how many). `to_come`: how many
    rounds are not paired yet. Before all is played nothing can be said of a table that does not go by matches won
    first (`by_score`)."""
    if places is None:
        return {}
    left = _left(lines, matches, to_come)
    if not any(left.values()):
        held = closed_up([(line.record.team.pk, line.place, line.place_to) for line in lines])
        return by_final_places({key: (first, last) for key, first, last in held}, places)
    return by_wins({line.record.team.pk: line.record.score for line in lines}, left, places) if by_score else {}


def needs(
    team: int, lines: Sequence[Standing], matches: Sequence[Match], to_come: int, following: "NextStage | None"
) -> Needs | None:
    """What a team (its key) needs in its table to go on to the next stage, or to win where none follows (`following`
    None); None where nothing can be said: while a match is under review, of a team that has gone home, and where nobody
    can tell how many go on. Of a table that goes by matches won first."""
    if any(match.conflict for match in matches):
        return None
    places = 1 if following is None else following.places
    # Who has gone home goes on to nothing, but has what it has won where nothing follows.
    stays = (lambda who: not who.disqualified) if following is None else (lambda who: who.withdrawn_at is None)
    playing = [line for line in lines if stays(line.record.team)]
    wins = {line.record.team.pk: line.record.score for line in playing}
    if places is None or not any(line.record.team.pk == team and not line.record.team.withdrawn_at for line in playing):
        return None
    to_meet = [
        key
        for match in matches
        if not match.over and match.round.name != PLAY_OFF and team in match.team_ids
        for key in match.team_ids
        if key != team
    ]
    return needs_of(team, wins, _left(playing, matches, to_come), [key for key in to_meet if key is not None], places)


def by_streaks(lines: Sequence[Standing], through: Collection[int], *, ended: bool) -> Mapping[int, str]:
    """What is certain in a qualifier: these teams are through, whoever else gets there, and nobody is out before it has
    ended."""
    teams = [line.record.team.pk for line in lines]
    return {key: SAFE if key in through else OUT for key in teams if key in through or ended}


def _left(lines: Sequence[Standing], matches: Sequence[Match], to_come: int) -> dict[int, int]:
    """How many matches each of these teams has still to play that count in the table."""
    left = {line.record.team.pk: to_come for line in lines}
    for match in matches:
        if not match.over and match.round.name != PLAY_OFF:
            for key in match.team_ids:
                if key in left:
                    left[key] += 1
    return left


def takes_others(stage: Stage) -> bool:
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
