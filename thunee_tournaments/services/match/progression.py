"""Who comes into a stage from an earlier one, and when that is known. Reads only; the acts are in `stages`."""

from collections.abc import Container, Sequence

from django.db.models import QuerySet

from engine.seats import OTHER_SIDE
from thunee_tournaments.brackets.formats import feeds, streak
from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.formats.knockout import BESIDE
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.plans import LOSERS
from thunee_tournaments.brackets.selectors import rounds_paired
from thunee_tournaments.services.match import qualifier_queue
from thunee_tournaments.services.match.origins import Ways
from thunee_tournaments.standings import out_of_groups
from thunee_tournaments.standings.qualification import takes_part
from thunee_tournaments.standings.stage_table import StageTable
from thunee_tournaments.standings.table_kinds import stage_table
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage


def open_matches(stage: Stage) -> QuerySet[Match]:
    """The matches of a stage that are not over."""
    return stage.matches.exclude(state__in=[Match.State.DONE, Match.State.BYE])


def is_over(stage: Stage) -> bool:
    """Whether nothing is left to be played, nor to be decided by a referee, in a stage that has been drawn."""
    if open_matches(stage).exists() or stage.matches.exclude(conflict="").exists():
        return False
    format_ = format_of(stage)
    if format_.rounds_to_come(stage.parameters, stage.inputs, rounds_paired(stage)):
        return False
    return not format_.sold or all(
        entry.state != streak.WAITING for entry in qualifier_queue.qualifier_standings(stage)
    )


def can_be_drawn(stage: Stage) -> bool:
    """Whether it is known who comes into a stage: the one before is over, or the round whose losers play on."""
    source = source_of(stage)
    if source.drawn_at is None:
        return False
    if is_over(source):
        return True
    feed = stage.parameters["feed"]
    if feed["take"] != LOSERS or not feed["round"]:
        return False
    matches = _of_round(source, feed["round"])
    return bool(matches) and all(match.over for match in matches)


def next_to_draw(stages: Sequence[Stage]) -> Stage | None:
    """The planned stage to be drawn next, out of all in order: the first whose teams are known, else the first. One
    for which fewer than two are left is passed over, and with it what takes its teams from there."""
    return next_and_known(stages)[0]


def next_and_known(stages: Sequence[Stage]) -> tuple[Stage | None, bool]:
    """The same, and whether its teams are known, so that it can be drawn."""
    left: list[tuple[Stage, bool]] = []
    passed_over: set[int] = set()
    for stage in stages:
        if stage.drawn_at is not None or stage.order == 1:
            continue
        known = can_be_drawn(stage)
        if stage.parameters["feed"]["stage"] in passed_over or (known and len(who_goes_on(stage)) < 2):
            passed_over.add(stage.order)
        else:
            left.append((stage, known))
    return next((each for each in left if each[1]), left[0] if left else (None, False))


def source_of(stage: Stage) -> Stage:
    """The stage this one takes its teams from."""
    return stage.tournament.stages.get(order=stage.parameters["feed"]["stage"])


def table_of(stage: Stage) -> StageTable:
    """What the teams of a stage have done so far."""
    matches = list(stage.matches.select_related("round").defer("round__inputs").order_by("number"))
    return stage_table(stage, stage.tournament.teams.all(), matches)


def who_goes_on(stage: Stage) -> list[Team]:
    """Who comes into a stage from the one it is fed by, in order of seed, as results stand; nobody that had withdrawn
    when it was drawn, or has withdrawn now if it is not drawn yet."""
    feed, source = stage.parameters["feed"], source_of(stage)
    if feed["take"] == "qualified":
        teams = {team.pk: team for team in stage.tournament.teams.all()}
        through = [teams[pk] for pk in streak.qualified(qualifier_queue.qualifier_standings(source))]
        return [team for team in through if takes_part(team, stage)]
    if feed["take"] == LOSERS:
        return _losers(stage, source, feed["round"])
    table, above = table_of(source), _above(stage)
    if feed["take"] == "top":
        best = [line.record.team for line in table.overall() if _has_place(line.record.team, stage, above)]
        before = feed.get("first", 1) - 1
        return _apart(table, [team for team in best[before : before + feed["count"]] if team not in above])
    if "ranks" in stage.inputs:
        return _by_rank(stage, table)
    tiers = [
        [record for record in tier if record.team not in above]
        for tier in out_of_groups.tiers(stage, table, lambda team: _has_place(team, stage, above))
    ]
    group_of = {record.team: record.group for tier in tiers for record in tier}
    return feeds.crossed([[record.team for record in tier] for tier in tiers], group_of)


def _above(stage: Stage) -> set[Team]:
    """Who goes on to the stages that take higher places out of the same one as this, such as the A final before B."""
    first = stage.parameters["feed"].get("first", 1)
    if first == 1:
        return set()
    others = [other for other in _taking_best(source_of(stage)) if other.parameters["feed"].get("first", 1) < first]
    return {team for other in others for team in who_goes_on(other)}


def _has_place(team: Team, stage: Stage, above: Container[Team]) -> bool:
    """Whether a team counts where places are counted off for a stage: nobody who had gone home, unless it has gone on
    to one above."""
    return team in above or takes_part(team, stage)


def _taking_best(source: Stage) -> list[Stage]:
    """The stages that take places of a table of this stage, in order; not those for whoever does not go on."""
    return [
        other
        for other in source.tournament.stages.order_by("order")
        if other.parameters.get("feed", {}).get("stage") == source.order and other.parameters["feed"]["take"] != LOSERS
    ]


def ranks_of(stage: Stage) -> list[list[int]] | None:
    """The group and the place there that each seed of a stage stands for, by the results as they are; None where none
    does: out of groups without the best of those placed next, each does."""
    if not stands_for_ranks(stage):
        return None
    above = _above(stage)
    ranks = out_of_groups.ranks(table_of(source_of(stage)), lambda team: _has_place(team, stage, above))
    return [ranks[team.public_id] for team in who_goes_on(stage)]


def stands_for_ranks(stage: Stage) -> bool:
    """Whether each seed of a stage stands for one place of one group: so it is out of groups, but where the best of
    those placed next come in or are gone."""
    feed = stage.parameters["feed"]
    if feed["take"] != "ranks":
        return False
    feeds_ = [other.parameters["feed"] for other in _taking_best(source_of(stage))]
    return not any(other.get("best") and other["first"] <= feed["first"] for other in feeds_)


def _by_rank(stage: Stage, table: StageTable) -> list[Team]:
    """Who holds each seed of a stage that is drawn, where each stands for a place of a group."""
    above = _above(stage)
    ranks = out_of_groups.ranks(table, lambda team: _has_place(team, stage, above))
    holders = {tuple(rank): public_id for public_id, rank in ranks.items()}
    teams = {team.public_id: team for team in table.teams}
    return [teams[holders[group, place]] for group, place in stage.inputs["ranks"] if (group, place) in holders]


def _losers(stage: Stage, source: Stage, round_: int) -> list[Team]:
    """Those who lost in a round, by their seed there; or all who do not go on, in the order of the table."""
    if round_:
        place = {public_id: seed for seed, public_id in enumerate(source.inputs["order"])}
        held = _held(source)
        lost = [_down(match, held.get(match.number)) for match in _of_round(source, round_)]
        beaten = [team for team in lost if team is not None and takes_part(team, stage)]
        return sorted(beaten, key=lambda team: place[team.public_id])
    others = _taking_best(source)
    taken = {team.pk for other in others for team in who_goes_on(other)}
    table = table_of(source)
    if not others and table.champion is not None:
        taken.add(table.champion)
    lines = [line.record.team for line in table.overall()]
    return _apart(table, [team for team in lines if team.pk not in taken and takes_part(team, stage)])


def _down(match: Match, held: Team | None) -> Team | None:
    """Who goes down from a match of a round: its loser, unless a referee has decided otherwise, or has yet to. `held`:
    who sits where its winner goes, and should not by the result as it is now."""
    sits = match.side_of(held)
    if match.kept_side is None and sits is not None:
        return match.team(OTHER_SIDE[sits.side])
    return match.down


def _held(source: Stage) -> dict[int, Team]:
    """The teams in matches under review that came there out of others, by the number of the match they came out of."""
    teams = {}
    ways = Ways(source)
    for match in ways.matches.values():
        for side in match.conflict:
            way = ways.to(match, side)
            if way is not None and way.source is not None and way.origin[0] == "winner":
                teams[way.source.number] = way.team
    return teams


def lost_in_round(plate: Stage, team: Team) -> Match | None:
    """The match by which a team came into a plate for the losers of a round."""
    matches = _of_round(source_of(plate), plate.parameters["feed"]["round"])
    return next((match for match in matches if match.side_of(team)), None)


def drawn_beside(stage: Stage) -> list[Stage]:
    """The stages that are drawn and share out the teams of one stage with this one, in order; itself if it is drawn. A
    plate for the losers of a round is none of them: there the match they lost says who goes where."""
    feed = stage.parameters["feed"]
    fed = stage.tournament.stages.filter(drawn_at__isnull=False, order__gt=feed["stage"]).order_by("order")
    return [
        other for other in fed if other.parameters.get("feed", {}).get("stage") == feed["stage"] and not by_match(other)
    ]


def by_match(stage: Stage) -> bool:
    """Whether it is a plate for those who lose in one round of a knock-out."""
    feed = stage.parameters.get("feed", {})
    return feed.get("take") == LOSERS and bool(feed.get("round"))


def kept_in(stage: Stage) -> dict[int, str]:
    """The seeds of a stage whose team a referee has kept, with that team (its public id)."""
    return {int(seed): team for seed, team in stage.inputs.get("kept", {}).items()}


def units_of(stage: Stage) -> dict[str, int]:
    """Of each team (its public id) that may come into a stage the group it comes from, or the match it has played
    there: who changes with whom when a result is turned round."""
    source = source_of(stage)
    if by_match(stage):
        matches = _of_round(source, stage.parameters["feed"]["round"])
        return {team.public_id: match.number for match in matches for team in match.teams if team}
    order = source.inputs.get("order", [])
    groups = enumerate(source.inputs.get("groups", []), start=1)
    return {order[seed - 1]: number for number, seeds in groups for seed in seeds}


def _of_round(source: Stage, number: int) -> list[Match]:
    """The matches of a round of a knock-out, plate and third place not counted."""
    matches = list(source.matches.select_related("round").defer("round__inputs").order_by("number"))
    main = [match for match in matches if not match.round.name.startswith(BESIDE)]
    rounds = sorted({match.round.number for match in main})
    return [match for match in main if rounds.index(match.round.number) == number - 1]


def _apart(table: StageTable, teams: list[Team]) -> list[Team]:
    """These teams of a table in such an order that two of one group meet late; as they are if there are no groups."""
    if not format_of(table.stage).grouped:
        return teams
    place = {
        line.record.team.pk: (index, line.record.group)
        for _group, lines in table.tables()
        for index, line in enumerate(lines)
    }
    tiers: dict[int, list[Team]] = {}
    for team in teams:
        tiers.setdefault(place[team.pk][0], []).append(team)
    return feeds.crossed([tiers[tier] for tier in sorted(tiers)], {team: place[team.pk][1] for team in teams})
