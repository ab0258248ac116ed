"""From the bracket to the standings: what each team has done, as `metrics` wants it, and the table that comes of it."""

from typing import Any

from thunee_tournaments.brackets.models import Match
from thunee_tournaments.standings import metrics
from thunee_tournaments.standings.metrics import MatchLine, TeamRecord
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Tournament


def standings(tournament: Tournament) -> dict[str, Any]:
    """The table as plain data, in two queries:

    `{"rounds": [key, …], "rows": [{"place", "place_to", "team", "name", "club", "seed", "out", "champion",
    "values": {metric key: number or None}}, …]}`; `team` is the public id.
    """
    matches = Match.objects.filter(stage__tournament=tournament).select_related("round").order_by("number")
    return table(list(tournament.teams.all()), list(matches))


def table(teams: list[Team], matches: list[Match]) -> dict[str, Any]:
    """The same, from teams and matches (with their rounds) at hand."""
    rounds = round_keys(matches)
    records = team_records(teams, matches, len(rounds))
    ranked = metrics.rank(records, metrics.KNOCKOUT_RANKED_BY, metrics.KNOCKOUT_LISTED_BY)
    return {"rounds": rounds, "rows": [_row(line, len(rounds)) for line in ranked]}


def round_keys(matches: list[Match]) -> list[str]:
    """The keys of the rounds, from the first to the final."""
    names = {match.round.number: match.round.name for match in matches}
    return [names[number] for number in sorted(names)]


def team_records(teams: list[Team], matches: list[Match], rounds: int) -> list[TeamRecord]:
    """What each team has done in these matches."""
    lines: dict[int, list[MatchLine]] = {team.pk: [] for team in teams}
    reached: dict[int, int] = {}
    out: set[int] = set()
    for match in matches:
        for side, team_id in (("A", match.team_a_id), ("B", match.team_b_id)):
            if team_id is None:
                continue
            won = match.winner_id == team_id
            champion = won and match.round.number == rounds
            reached[team_id] = max(reached.get(team_id, 0), match.round.number + champion)
            if match.state == Match.State.DONE:
                lines[team_id].append(line_of(match, side))
                if not won:
                    out.add(team_id)
    return [TeamRecord(team, team.seed, reached.get(team.pk), team.pk in out, tuple(lines[team.pk])) for team in teams]


def line_of(match: Match, side: str) -> MatchLine:
    """A match that is over, as side "A" or "B" sees it. What was played before a walkover does not count."""
    won = match.winning_side == side
    if match.outcome != Match.Outcome.PLAYED:
        return MatchLine(won, played=False)
    games, balls = (match.games_a, match.games_b), (match.balls_a, match.balls_b)
    own, other = (0, 1) if side == "A" else (1, 0)
    return MatchLine(won, True, games[own], games[other], balls[own], balls[other])


def _row(line: metrics.Standing, rounds: int) -> dict[str, Any]:
    team = line.record.team
    return {
        "place": line.place,
        "place_to": line.place_to,
        "team": team.public_id,
        "name": team.name,
        "club": team.club,
        "seed": team.seed,
        "out": line.record.out,
        "champion": rounds > 0 and line.record.reached == rounds + 1,
        "values": line.values,
    }
