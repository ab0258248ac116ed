"""What a team has still to do to go on, in words: only what is certain, whatever the others do."""

from collections.abc import Hashable, Mapping, Sequence

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.games import traits
from thunee_tournaments.brackets import plans
from thunee_tournaments.brackets.formats import streak
from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.formats.fixtures import PLAY_OFF
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.names import round_title
from thunee_tournaments.public.bracket_needs import in_bracket
from thunee_tournaments.services import queries
from thunee_tournaments.standings import margins
from thunee_tournaments.standings.clinched import Needs
from thunee_tournaments.standings.metrics import Standing
from thunee_tournaments.standings.qualification import NextStage, needs
from thunee_tournaments.standings.stage_table import StageTable
from thunee_tournaments.standings.table_kinds import stage_table
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage


def what_it_takes(team: Team, stages: Sequence[Stage], teams: Sequence[Team], matches: Sequence[Match]) -> list[str]:
    """Sentences about the stage a team plays in now, out of all stages, teams and matches of the event; none where
    nothing is certain."""
    for stage in reversed([stage for stage in stages if stage.drawn_at is not None]):
        if team.public_id in stage.inputs["order"] or format_of(stage).sold:
            if format_of(stage).sold:
                return _in_qualifier(team, stage)
            if format_of(stage).bracket:
                own = [match for match in matches if match.stage_id == stage.pk]
                later = [each for each in stages if each.order > stage.order]
                waits = _until_paired(team, own) if stage.parameters.get("seed_anew") else []
                return waits or in_bracket(team, stage, own, later, decides=_decides(stage, stages))
            return _in_table(team, stage, stages, teams, matches) if format_of(stage).table else []
    return []


def _until_paired(team: Team, matches: Sequence[Match]) -> list[str]:
    """That a team is through to a round whose pairs are not made yet."""
    last = next((match for match in reversed(matches) if match.side_of(team)), None)
    if last is None or not last.over or last.through_id != team.pk:
        return []
    later = (match for match in matches if match.round.number == last.round.number + 1)
    ahead = next((match for match in later if match.sides[0].source[0] == "left"), None)
    if ahead is None:
        return []
    return [
        _("Through to this round: %(round)s.") % {"round": round_title(ahead.round.name)},
        _("Whom they meet is known when every match before it is over."),
    ]


def _in_table(
    team: Team, stage: Stage, stages: Sequence[Stage], teams: Sequence[Team], matches: Sequence[Match]
) -> list[str]:
    own = [match for match in matches if match.stage_id == stage.pk]
    table = stage_table(stage, teams, own)
    open_ = [match for match in own if not match.over]
    if open_ and all(match.round.name == PLAY_OFF for match in open_):
        rivals = [other for match in open_ if match.side_of(team) for other in match.teams if other not in (team, None)]
        return [_("Level with %(team)s: a play-off decides.") % {"team": other.name} for other in rivals if other]
    if table.all_played or table.ranked_by[0] != "score":
        return []
    following = NextStage.of(stage, stages, matches)
    if following is None and not _decides(stage, stages):
        return []
    for _group, lines in table.tables():
        if any(line.record.team.pk == team.pk for line in lines):
            due = needs(team.pk, lines, own, table.rounds_to_come, following)
            if due is None:
                return []
            plate = following is not None and following.plate
            sentences = said(due, title=following is None, plate=plate)
            last = _by_balls(team, table, lines, due, 1 if following is None else following.places or 0)
            return [*last, *sentences[1:]] if last else sentences
    return []


def _by_balls(team: Team, table: StageTable, lines: Sequence[Standing], due: Needs, places: int) -> list[str]:
    """What the last match of a team has to come to, where that can be said in balls."""
    names = {line.record.team.pk: line.record.team for line in lines}
    open_ = [match for match in table.matches if not match.over and names.keys() & set(match.team_ids)]
    own = [match for match in open_ if team.pk in match.team_ids]
    others = [match for match in open_ if team.pk not in match.team_ids]
    if due.safe or due.hopeless or len(own) != 1 or len(others) > margins.OTHERS or table.rounds_to_come:
        return []
    if not all(match.known for match in open_) or any(each.withdrawn_at for each in names.values()):
        return []
    several = any(match.best_of > 1 for match in open_)
    pairs: list[tuple[int, int]] = [(match.team_ids[0] or 0, match.team_ids[1] or 0) for match in [*own, *others]]
    records = {line.record.team.pk: line.record for line in lines}
    ways = margins.ways(team.pk, records, table.ranked_by, pairs[0], pairs[1:], places, several_games=several)
    balls = traits(table.stage.tournament.game).balls
    named = {pk: each.name for pk, each in names.items()}
    return [in_words(way, named, pairs[1:], balls=balls, several_games=several) for way in ways]


def in_words(
    way: margins.Way,
    names: Mapping[Hashable, str],
    others: Sequence[tuple[int, int]],
    *,
    balls: bool,
    several_games: bool = False,
) -> str:
    """A way in words."""
    words = _what_is_enough(way, balls, several_games)
    met: dict[Hashable, int] = {team: rival for pair in others for team, rival in (pair, pair[::-1])}
    parts = {"this": words} | {
        f"{name}{place}": names[team]
        for place, winner in enumerate(way.if_win, start=1)
        for name, team in (("team", winner), ("other", met[winner]))
    }
    if not way.if_win:
        return _("%(this)s, whatever the others do.") % parts
    if len(way.if_win) == 1:
        return _("%(this)s if %(team1)s beats %(other1)s.") % parts
    return _("%(this)s if %(team1)s beats %(other1)s and %(team2)s beats %(other2)s.") % parts


def _what_is_enough(way: margins.Way, balls: bool, several_games: bool) -> str:
    if way.lost_by is None:
        return _("A win is enough")
    if way.lost_by == margins.ANY:
        return _("Even a loss is enough")
    if several_games and balls:
        words = ngettext(
            "A loss by one ball over all games is enough",
            "A loss by at most %(count)s balls over all games is enough", way.lost_by,
        )  # fmt: skip
    elif several_games:
        words = ngettext(
            "A loss by one point over all games is enough",
            "A loss by at most %(count)s points over all games is enough", way.lost_by,
        )  # fmt: skip
    elif balls:
        words = ngettext(
            "A loss by one ball is enough", "A loss by at most %(count)s balls is enough", way.lost_by
        )  # fmt: skip
    else:
        words = ngettext(
            "A loss by one point is enough", "A loss by at most %(count)s points is enough", way.lost_by
        )  # fmt: skip
    return words % {"count": way.lost_by}


def _decides(stage: Stage, stages: Sequence[Stage]) -> bool:
    """Whether who stands first in this stage has won the event."""
    besides = plans.beside_title([each.parameters.get("feed", {}) for each in stages])
    last = [each for each, aside in zip(stages, besides, strict=True) if not aside][-1]
    return stage.pk == last.pk and not format_of(stage).grouped


def said(due: Needs, *, title: bool, plate: bool = False) -> list[str]:
    """What a team needs, in sentences. `title`: to come first, where no other stage follows; `plate`: who does not go
    on may play on beside the title, so that nothing is over."""
    if due.safe:
        return [_("First, whatever happens.") if title else _("Through, whatever happens.")]
    if due.hopeless:
        return [_("Even with every match won others stay above.")]
    sentences = [_enough(due)]
    if due.least and not plate:
        fewer = ngettext(
            "Without another win it is over.", "With fewer than %(least)s more wins it is over.", due.least
        )
        sentences.append(fewer % {"least": due.least})
    return sentences


def _enough(due: Needs) -> str:
    words = {"enough": due.enough, "left": due.left}
    if due.enough is None:
        return _("Even winning everything that is left may not be enough: it depends on the others, too.")
    if due.enough == due.left:
        return ngettext(
            "Winning the match that is left is enough, whatever the others do.",
            "Winning all %(left)s matches that are left is enough, whatever the others do.", due.left,
        ) % words  # fmt: skip
    return ngettext(
        "%(enough)s more win is enough, of %(left)s matches left, whatever the others do.",
        "%(enough)s more wins are enough, of %(left)s matches left, whatever the others do.", due.enough,
    ) % words  # fmt: skip


def _in_qualifier(team: Team, stage: Stage) -> list[str]:
    """How far its best entry has come; a qualifier has no other table."""
    wins = stage.parameters["wins"]
    everybody = queries.qualifier_standings(stage)
    own = [standing for standing in everybody if standing.entry.team == team.pk]
    through = any(standing.state == streak.QUALIFIED for standing in own)
    if through or not own or stage.inputs.get("closed") or queries.is_full(stage, everybody):
        return []
    rule = ngettext(
        "A win brings a team through.", "%(wins)s wins in a row bring a team through; a loss ends the entry.", wins
    ) % {"wins": wins}
    rows = [standing.streak for standing in own if standing.state in (streak.WAITING, streak.PLAYING)]
    if not rows:
        return [rule]
    more = wins - max(rows)
    text = ngettext("%(more)s more win.", "%(more)s more wins in a row.", more)
    since = [standing.since for standing in own if standing.state == streak.WAITING]
    if not since:
        return [rule, text % {"more": more}]
    moment = date_format(localtime(min(since)), "SHORT_MOMENT_FORMAT")
    return [rule, text % {"more": more}, _("Waiting for an opponent since %(moment)s.") % {"moment": moment}]
