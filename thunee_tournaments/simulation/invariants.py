"""What must hold at every moment of an event, and at its end."""

from collections import Counter

from thunee_tournaments.brackets.models import Match
from thunee_tournaments.running import checking, redrawing, stages
from thunee_tournaments.tables.models import Seating
from thunee_tournaments.tournaments.models import Tournament


class Broken(Exception):
    """An invariant does not hold; the text says which and where."""


def during(tournament: Tournament) -> None:
    """No team at two tables, nobody plays on after being put out."""
    seated: Counter[int] = Counter()
    live = Seating.objects.filter(table__tournament=tournament, ended_at__isnull=True)
    for teams in live.values_list("match__team_a_id", "match__team_b_id"):
        seated.update(team for team in teams if team is not None)
    twice = [team for team, number in seated.items() if number > 1]
    if twice:
        raise Broken(f"teams {twice} sit at two tables at once")


def at_the_end(tournament: Tournament) -> None:
    """Everything is decided, the totals are those of a replay, the draws can be made again."""
    open_matches = Match.objects.filter(stage__tournament=tournament, winner__isnull=True).exclude(
        state=Match.State.BYE
    )
    if names := [str(match) for match in open_matches]:
        raise Broken(f"not over: {', '.join(names)}")
    if not stages.outlook(tournament).decided:
        raise Broken("nothing is left to be played, and the event is not decided")
    for difference in (*checking.check(tournament), *redrawing.check(tournament)):
        raise Broken(str(difference))
    _each_team_lost_once(tournament)


def _each_team_lost_once(tournament: Tournament) -> None:
    """In a knock-out every team but the champion loses exactly one match (the third place apart)."""
    for stage in tournament.stages.filter(format="knockout"):
        matches = stage.matches.filter(state=Match.State.DONE).select_related("round")
        lost: Counter[int | None] = Counter()
        for match in matches:
            if match.round.name != "third-place" and "plate" not in match.round.name:
                lost[match.team_b_id if match.winner_id == match.team_a_id else match.team_a_id] += 1
        if any(number > 1 for number in lost.values()):
            raise Broken(f"a team lost twice in {stage}")
