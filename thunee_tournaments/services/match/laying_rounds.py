"""The rounds of a knock-out that is seeded anew: laid when the one before is over, and taken up again as long as nobody
has begun behind it. Parts of acts, not acts themselves.

Two matches of a round can end at the same instant. Both lock the round behind theirs, in order of number, before they
look whether theirs is over: the second then sees what the first has done, and lays it.
"""

from thunee_tournaments.brackets import settling
from thunee_tournaments.brackets.formats import seeding_anew
from thunee_tournaments.brackets.formats.fixtures import source_from
from thunee_tournaments.brackets.formats.knockout import BESIDE
from thunee_tournaments.brackets.models import Match, MatchSide, Round
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage


def is_seeded_anew(stage: Stage) -> bool:
    """Whether each round of a stage is laid when the one before is over."""
    return bool(stage.parameters.get("seed_anew"))


def main_rounds(stage: Stage) -> list[Round]:
    """The rounds on the way to the final, in order."""
    return [round_ for round_ in stage.rounds.order_by("number") if not round_.name.startswith(BESIDE)]


def can_be_taken_up(match: Match) -> list[Round]:
    """The laid rounds behind a match, the last first, if nothing there stands; all behind it is locked."""
    behind = [round_ for round_ in main_rounds(match.stage) if round_.number > match.round.number]
    if match.round.name.startswith(BESIDE) or not behind:
        return []
    laid = [round_ for round_ in behind if round_.inputs.get("laid")]
    locked = lock_round(behind[0])
    for round_ in behind[1:] if laid else []:
        locked += lock_round(round_)
    if any(settling.stands(after, settling.games_of(after)) for after in locked if laid):
        return []
    return laid[::-1]


def lock_round(round_: Round) -> list[Match]:
    """The matches of a round, locked, in order of number."""
    return list(round_.matches.select_for_update(of=("self",)).order_by("number"))


def take_up(round_: Round) -> None:
    """The sides of a round say again which of those left comes there."""
    round_.inputs.pop("laid")
    round_.save(update_fields=["inputs"])
    matches = list(round_.matches.order_by("number"))
    sources = iter(seeding_anew.sources_left(2 * len(matches)))
    for match in matches:
        for side in match.sides:
            side.source = list(next(sources))
            side.save(update_fields=["source"])


def lay_next(match: Match) -> list[tuple[Match, str, Team | None]]:
    """Lay the round behind this match's one, if that is over and it is not laid. Gives who comes to which side."""
    rounds = main_rounds(match.stage)
    own = next((place for place, round_ in enumerate(rounds) if round_.pk == match.round_id), None)
    if own is None or own + 2 >= len(rounds):
        return []
    before = list(Match.objects.filter(round=match.round_id).order_by("number"))
    following = rounds[own + 1]
    if following.inputs.get("laid") or not all(match.over and match.through_id for match in before):
        return []
    seeds = _seeds(match.stage)
    round_ = seeding_anew.laid((match.number, seeds[match.through_id or 0]) for match in before)
    following.inputs["laid"] = round_
    following.save(update_fields=["inputs"])
    teams = {match.number: match.through for match in before}
    comers = []
    for after in lock_round(following):
        for side in after.sides:
            side.source = list(seeding_anew.source_of(source_from(side.source), round_))
            side.save(update_fields=["source"])
            comers.append((after, side.side, teams[side.source[1]]))
    return comers


def _seeds(stage: Stage) -> dict[int, int]:
    """The seed by which each team (its key) stands in the draw."""
    sides = MatchSide.objects.filter(match__stage=stage, source__0="seed").exclude(team=None)
    return {team: source[1] for team, source in sides.values_list("team", "source")}
