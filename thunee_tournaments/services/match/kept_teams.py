"""Kept teams: a team keeps the place it came by, by a referee's decision, although the results now send another there.

Part of `late_results`. The decision stands where the team really came from (`origins`), so that all that comes out of
there agrees: on the match before (who goes on, who goes down), on the seed of a later stage, or on the loss an entry of
a qualifier is forgiven. It holds as long as its team plays there. Once it is released the results decide again.
"""

from collections.abc import Iterable

from engine.seats import OTHER_SIDE
from thunee_tournaments.brackets import settling
from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.formats.fixtures import FROM_FIXTURES
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services.match import advancement, group_places, progression, qualifier_results, stages
from thunee_tournaments.services.match.group_play import lock_stage
from thunee_tournaments.services.match.origins import Way, Ways
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage


def keep_teams(match: Match) -> list[Match]:
    """Keep the teams of a match on the sides that are in conflict. Gives the matches to be forfeited now."""
    if format_of(match.stage).sold:
        return _forgive(match)
    ways = Ways(match.stage)
    forfeited: list[Match] = []
    for way in [ways.to(match, side) for side in match.conflict]:
        if way is not None:
            forfeited += _keep(way)
    return forfeited


def can_keep_teams(match: Match) -> bool:
    """Whether it is known how the teams in question came to a match, and none of them sits where the other one of its
    match before would have to sit: who was given that place already cannot have both."""
    ways = Ways(match.stage)
    for side in match.conflict:
        way = ways.to(match, side)
        if match.team(side) is not None and (way is None or _sits_by_the_other(ways, way)):
            return False
    return True


def _sits_by_the_other(ways: Ways, way: Way) -> bool:
    """Whether a team stands rightly in another match out of the one it came from."""
    first = way.passed[-1][0].number
    return way.source is not None and any(
        side.source[0] in FROM_FIXTURES
        and side.source[1] == way.source.number
        and side.team == way.team
        and not side.in_conflict
        and ways.stands(after)
        for after in ways.matches.values()
        if after.number != first
        for side in after.sides
    )


def release_all(match: Match) -> list[Match]:
    """No team of a match is kept any more on the way by which it came. Gives the matches to be forfeited now."""
    if format_of(match.stage).sold:
        for before in _lost_before(match):
            before.goes_on = None
            before.save(update_fields=["goes_on"])
        qualifier_results.note_misplaced(lock_stage(match.stage))
        return []
    forfeited = release(match, [side.side for side in match.sides])
    for side, seed in zip(match.sides, match.seeds, strict=True):
        if seed is None or (group_places.has_places(match) and not _kept_here(match, seed)):
            continue
        if progression.by_match(match.stage):
            for kept in progression.source_of(match.stage).matches.filter(goes_down=side.team):
                forfeited += _clear(settling.lock_match(kept.pk))
            forfeited += stages.update_sharing_stages(match.stage)
        forfeited += _clear_seed(match.stage, seed)
    return forfeited


def release(match: Match, sides: Iterable[str]) -> list[Match]:
    """The teams on these sides are no longer kept on the way by which they came to a match out of others, also through
    matches that were only passed through. Gives the matches to be forfeited now."""
    forfeited: list[Match] = []
    for side in sides:
        team, ways = match.team(side), Ways(match.stage)
        before = ways.matches[match.number]
        while team is not None and (source := before.side(side).source)[0] in FROM_FIXTURES:
            before = ways.matches[source[1]]
            if team.pk in (before.goes_on_id, before.goes_down_id):
                forfeited += _clear(settling.lock_match(before.pk))
            sits = before.side_of(team)
            if sits is None or ways.stands(before):
                break
            side = sits.side
        if team is not None and source[0] == "seed" and before.number != match.number:
            forfeited += _clear_seed(match.stage, source[1])
    return forfeited


def _clear(before: Match) -> list[Match]:
    before.goes_on = before.goes_down = None
    before.save(update_fields=["goes_on", "goes_down"])
    return advancement.advance(before)


def _clear_seed(stage: Stage, seed: int) -> list[Match]:
    stage.refresh_from_db(fields=["inputs"])
    if stage.inputs.get("kept", {}).pop(str(seed), None) is None:
        return []
    stage.save(update_fields=["inputs"])
    return stages.update_sharing_stages(stage)


def _keep(way: Way) -> list[Match]:
    """The team keeps what it came by: there, and in all matches it passed through."""
    if way.source is not None:
        forfeited = _keep_way(way.source.pk, way.origin[0], way.team)
    else:
        forfeited = _keep_seed(way.passed[-1][0], way.origin[1], way.team)
    for (after, side), (passed, _side) in zip(way.passed[-2::-1], way.passed[:0:-1], strict=True):
        kind = after.side(side).source[0]
        passed = settling.lock_match(passed.pk)
        if advancement.withdrawn_side(passed) or passed.over or passed.side_of(way.team) is None:
            continue  # it goes on by itself
        forfeited += _keep_way(passed.pk, kind, way.team)
    return forfeited


def _keep_way(key: int, kind: str, team: Team) -> list[Match]:
    """The team goes on (or down) from the match before; the other one of that match then goes the other way."""
    before = settling.lock_match(key)
    own = before.side_of(team)
    other = before.team(OTHER_SIDE[own.side] if own else "A")
    before.goes_on, before.goes_down = (team, other) if kind == "winner" else (other, team)
    before.save(update_fields=["goes_on", "goes_down"])
    return advancement.advance(before)


def _keep_seed(match: Match, seed: int, team: Team) -> list[Match]:
    """The team keeps its place in a later stage. Out of the losers of a round it came by the match it lost: there the
    other one goes on. Else the stages beside this one follow."""
    stage = match.stage
    stage.refresh_from_db(fields=["inputs"])
    if group_places.has_places(match):  # of all matches of the place, the one whose decision this is
        stage.inputs.setdefault("kept_by", {})[str(seed)] = match.number
        stage.save(update_fields=["inputs"])
    lost = progression.lost_in_round(stage, team) if progression.by_match(stage) else None
    if lost is not None:
        return _keep_way(lost.pk, "loser", team) + stages.update_sharing_stages(stage)
    stage.inputs.setdefault("kept", {})[str(seed)] = team.public_id
    stage.save(update_fields=["inputs"])
    return stages.seat_kept_teams(stage)


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
        before.goes_on = before.loser or before.team("A")
        before.save(update_fields=["goes_on"])
    qualifier_results.note_misplaced(lock_stage(match.stage))
    return []


def _lost_before(match: Match) -> list[Match]:
    """The earlier matches of a qualifier which the entries in conflict (or forgiven) did not win."""
    entries = [seed for seed in match.seeds if seed is not None]
    lost = []
    for before in match.stage.matches.select_for_update(of=("self",)).filter(number__lt=match.number):
        for side, seed in zip(before.sides, before.seeds, strict=True):
            if seed in entries and before.winning_side != side.side:
                lost.append(before)
    return lost
