"""An event in the middle of play: most of its matches are over, one after the other, as quickly as can be."""

from random import Random
from typing import Any


def play_on(tournament: Any, share: float, organiser: Any) -> int:
    """End so much of the first stage (a league, a Swiss, a qualifier); how many matches are over then. Raises
    RuntimeError where fewer are.

    All that are ready but one are written into the database as played, without their hands; the last is ended by the
    act, which pairs and calls what follows.
    """
    from thunee_tournaments.brackets.formats.catalogue import format_of
    from thunee_tournaments.brackets.models import Match
    from thunee_tournaments.services import acts
    from thunee_tournaments.services.match.group_play import open_due

    stage = tournament.stages.get(order=1)
    teams = tournament.teams.count()
    rounds = stage.parameters.get("rounds", 0)
    whole = rounds * (teams // 2) if rounds else max(stage.matches.count(), teams)
    chance = Random(tournament.slug)
    while stage.matches.filter(state=Match.State.DONE).count() < share * whole:
        ready = list(stage.matches.filter(state=Match.State.READY).order_by("number"))
        if not ready:
            break
        end_by_hand(ready[:-1], chance)
        last = Match.objects.select_related("stage__tournament", "round").get(pk=ready[-1].pk)
        acts.award_walkover(actor=organiser, match=last, side=chance.choice("AB"), reason="Nobody came.")
        if format_of(stage).in_turn:  # the act looks at the teams of its own match alone
            open_due(stage)
        if rounds and len(ready) == teams // 2:
            acts.pair_round(actor=organiser, tournament=tournament)
    over = int(stage.matches.filter(state=Match.State.DONE).count())
    if over < share * whole:
        raise RuntimeError(f"{over} matches are over, {share * whole:.0f} should be: nothing more is ready")
    return over


def end_by_hand(matches: list[Any], chance: Random) -> None:
    """A game each to twelve balls, as the act leaves the match: no game is open, and no table is held."""
    from django.utils import timezone

    from adjudication.models import Scoresheet
    from thunee_tournaments.brackets.models import Match, MatchGame
    from thunee_tournaments.services.core.columns import write_columns
    from thunee_tournaments.tables.models import Seating

    now = timezone.now()
    for match in matches:
        match.state, match.outcome, match.won_by = Match.State.DONE, Match.Outcome.PLAYED, chance.choice("AB")
        match.done_at = now
        for side in match.sides:
            won = side.side == match.won_by
            side.games_won, side.score = int(won), 12 if won else chance.randrange(12)
    write_columns(matches, ["state", "outcome", "won_by", "done_at"])
    write_columns([side for match in matches for side in match.sides], ["games_won", "score"])
    keys = [match.pk for match in matches]
    sheets = list(MatchGame.objects.filter(match__in=keys).values_list("sheet", flat=True))
    MatchGame.objects.filter(match__in=keys).delete()
    Scoresheet.objects.filter(pk__in=sheets).delete()
    Seating.objects.filter(match__in=keys, ended_at=None).update(ended_at=now)
