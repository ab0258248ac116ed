"""Who comes out of groups, and how teams of different groups are compared: by what they did, whatever their group is
called.

All firsts stand before all seconds and so on; within such a tier whoever did better goes first. Groups can differ in
size by one team, so sums over all matches would favour the larger: they are compared per match, or, if the organiser
chose that, without the matches against those placed last in the larger groups.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import lcm

from thunee_tournaments.brackets.formats.editions import FIRST, edition_of
from thunee_tournaments.brackets.plans import WITHOUT_LAST
from thunee_tournaments.brackets.shapes import Feed
from thunee_tournaments.standings import metrics
from thunee_tournaments.standings.metrics import TeamRecord
from thunee_tournaments.standings.stage_table import StageTable
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage


def tiers(stage: Stage, table: StageTable, playing: Callable[[Team], bool]) -> list[list[TeamRecord]]:
    """Who comes into a stage from the table of groups before it, tier by tier: the places its feed names, and then the
    best of those placed next. `playing`: who has not gone home; the others move up."""
    feed = stage.parameters["feed"]
    groups = [[line.record for line in lines] for _group, lines in table.tables()]
    left = [[record for record in group if playing(record.team)] for group in groups]
    places = range(feed["first"], feed["last"] + 1)
    named = [[group[place - 1] for group in left if len(group) >= place] for place in places]
    next_placed = [group[feed["last"]] for group in left if len(group) > feed["last"]]
    if edition_of(stage) == FIRST:
        best = [line.record for line in metrics.rank(next_placed, table.ranked_by, ("lot",), table.field)]
    else:
        named = [compared(tier, table, groups, feed) for tier in named]
        best = compared(next_placed, table, groups, feed)
    return [tier for tier in [*named, best[: feed["best"]]] if tier]


def ranks(table: StageTable, playing: Callable[[Team], bool]) -> dict[str, list[int]]:
    """The group and the place there, among those who have not gone home, of each team (its public id)."""
    rank_of: dict[str, list[int]] = {}
    for group, lines in table.tables():
        left = [line.record.team for line in lines if playing(line.record.team)]
        rank_of |= {team.public_id: [group, place] for place, team in enumerate(left, start=1)}
    return rank_of


def compared(
    tier: Sequence[TeamRecord], table: StageTable, groups: Sequence[Sequence[TeamRecord]], feed: Feed
) -> list[TeamRecord]:
    """A tier, one team a group, from the best down. `groups`: all teams of each group from the top down."""
    smallest = min(map(len, groups))
    last = {record.team.pk for group in groups for record in group[smallest:]}
    alike = []
    if feed.get("compare") == WITHOUT_LAST:
        for record in tier:
            counted = tuple(line for line in record.matches if line.opponent not in last)
            alike.append(replace(record, matches=counted))
    else:
        # As if all had played as many matches: each as often as it takes.
        common = lcm(*(len(record.matches) or 1 for record in tier))
        for record in tier:
            alike.append(replace(record, matches=tuple(record.matches) * (common // (len(record.matches) or 1))))
    by_team = {record.team.pk: record for record in tier}
    ranked = metrics.rank(alike, table.ranked_by, ("lot",), table.field)
    return [by_team[line.record.team.pk] for line in ranked]
