"""Pins: a team keeps the place it came by, by a referee's decision, although the results now send another there.

Part of `late_results`. A pin stands where the team came from, so that everything that comes out of there agrees: on the
match before (who goes on, who goes down), on the seed of a later stage, or on the loss an entry of a qualifier is
forgiven. Taking a pin away lets the results decide again.
"""

from typing import Any

from thunee_tournaments.brackets import settling
from thunee_tournaments.brackets.formats.fixtures import FROM_FIXTURES
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.running import feeding, moving, queueing, seats, stages
from thunee_tournaments.running.group_play import lock_stage
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage


def pin(match: Match) -> list[Match]:
    """Keep the teams of a match on the sides that are in conflict. Gives the matches to be forfeited now."""
    if match.stage.format == Stage.Format.STREAK:
        return _forgive(match)
    forfeited: list[Match] = []
    for side, slot in match.slots:
        team = match.team(side)
        if side not in match.conflict or team is None:
            continue
        if slot[0] in FROM_FIXTURES:
            forfeited += _keep_way(match, slot, team)
        elif slot[0] == "seed":
            forfeited += _keep_seed(match, slot[1], team)
    return forfeited


def unpin(match: Match) -> list[Match]:
    """Take away every pin by which the teams of a match came to it. Gives the matches to be forfeited now."""
    if match.stage.format == Stage.Format.STREAK:
        for before in _lost_before(match):
            before.goes_on = None
            before.save(update_fields=["goes_on"])
        queueing.note_misplaced(lock_stage(match.stage))
        return []
    forfeited: list[Match] = []
    for side, slot in match.slots:
        if slot[0] in FROM_FIXTURES:
            before = _source(match, slot)
            before.goes_on = before.goes_down = None
            before.save(update_fields=["goes_on", "goes_down"])
            forfeited += moving.advance(before)
        elif slot[0] == "seed" and seats.in_table(match) and not _kept_here(match, slot[1]):
            continue
        elif slot[0] == "seed" and feeding.by_match(match.stage):
            for kept in feeding.source_of(match.stage).matches.filter(goes_down=match.team(side)):
                before = settling.lock_match(kept.pk)
                before.goes_on = before.goes_down = None
                before.save(update_fields=["goes_on", "goes_down"])
                forfeited += moving.advance(before)
            forfeited += stages.follow_beside(match.stage)
        elif slot[0] == "seed" and match.stage.inputs.get("kept", {}).pop(str(slot[1]), None):
            match.stage.save(update_fields=["inputs"])
            forfeited += stages.reseat(match.stage) + stages.follow_beside(match.stage)
    return forfeited


def _keep_way(match: Match, slot: list[Any], team: Team) -> list[Match]:
    """The team goes on (or down) from the match before; the other one of that match then goes the other way."""
    before = _source(match, slot)
    other = {before.team_a: before.team_b, before.team_b: before.team_a}.get(team)
    if slot[0] == "winner":
        before.goes_on = team
        before.goes_down = other or before.goes_down
    else:
        before.goes_down = team
        before.goes_on = other or before.goes_on
    before.save(update_fields=["goes_on", "goes_down"])
    return moving.advance(before)


def _keep_seed(match: Match, seed: int, team: Team) -> list[Match]:
    """The team keeps its place in a later stage. Out of the losers of a round it came by the match it lost: there the
    other one goes on. Else the stages beside this one follow."""
    stage = match.stage
    stage.refresh_from_db(fields=["inputs"])
    if seats.in_table(match):  # of all matches of the place, the one whose decision this is
        stage.inputs.setdefault("kept_by", {})[str(seed)] = match.number
        stage.save(update_fields=["inputs"])
    lost = feeding.lost_in_round(stage, team) if feeding.by_match(stage) else None
    if lost is not None:
        before = settling.lock_match(lost.pk)
        before.goes_down = team
        before.goes_on = before.team_b if team == before.team_a else before.team_a
        before.save(update_fields=["goes_on", "goes_down"])
        return moving.advance(before) + stages.follow_beside(stage)
    stage.inputs.setdefault("kept", {})[str(seed)] = team.public_id
    stage.save(update_fields=["inputs"])
    return stages.reseat(stage) + stages.follow_beside(stage)


def _kept_here(match: Match, seed: int) -> bool:
    """Whether it was by this match that a place in a table was kept; it is so no more."""
    match.stage.refresh_from_db(fields=["inputs"])
    if match.stage.inputs.get("kept_by", {}).get(str(seed)) != match.number:
        return False
    del match.stage.inputs["kept_by"][str(seed)]
    match.stage.save(update_fields=["inputs"])
    return True


def _forgive(match: Match) -> list[Match]:
    """The losses before count no more against the entries that are in conflict here."""
    for before in _lost_before(match):
        before.goes_on = before.loser or before.team_a
        before.save(update_fields=["goes_on"])
    queueing.note_misplaced(lock_stage(match.stage))
    return []


def _lost_before(match: Match) -> list[Match]:
    """The earlier matches of a qualifier which the entries in conflict (or forgiven) did not win."""
    entries = [slot for _side, slot in match.slots if slot[0] == "seed"]
    found = []
    for before in match.stage.matches.select_for_update(of=("self",)).filter(number__lt=match.number):
        for side, slot in before.slots:
            if slot in entries and before.winning_side != side:
                found.append(before)
    return found


def _source(match: Match, slot: list[Any]) -> Match:
    before = Match.objects.only("pk").get(stage=match.stage_id, number=slot[1])
    return settling.lock_match(before.pk)
