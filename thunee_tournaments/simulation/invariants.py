"""What must hold at every moment of an event, and at its end."""

from collections import Counter

from django.db.models import Exists, OuterRef, QuerySet

from adjudication import judging
from adjudication.hands import all_steps
from adjudication.models import Decision, Entry, SignOff
from thunee_tournaments.brackets.formats.catalogue import format_of, keys_of
from thunee_tournaments.brackets.formats.fixtures import PLAY_OFF
from thunee_tournaments.brackets.formats.knockout import BESIDE
from thunee_tournaments.brackets.models import SIDES, Match, MatchGame
from thunee_tournaments.brackets.order import counting
from thunee_tournaments.brackets.selectors import final_of
from thunee_tournaments.brackets.settling import plays_with_signatures
from thunee_tournaments.services import queries
from thunee_tournaments.tables.models import Seating
from thunee_tournaments.tournaments.models import Stage, Tournament

State = Match.State


class Broken(Exception):
    """An invariant does not hold; the text says which and where."""


def during(tournament: Tournament, *, kept: bool = False) -> None:
    """No team at two tables, nobody plays on after being put out. In a simulation nothing is left under review; where
    people do that, or a referee has kept somebody in (`kept`), `seated_once` is what holds."""
    live = seated_once(tournament)
    if kept:
        return
    for stage in tournament.stages.filter(format__in=keys_of("bracket"), drawn_at__isnull=False):
        lost = _losses(stage)
        open_ = _main(stage.matches.filter(seating__in=live).exclude(state=State.DONE))
        for match in open_:
            for team in match.team_ids:
                if lost[team] >= format_of(stage).losses:
                    raise Broken(f"team {team} plays on in match {match.number} of {stage}, which it is out of")


def seated_once(tournament: Tournament) -> QuerySet[Seating]:
    """No team sits at two tables. Gives who sits where."""
    seated: Counter[int] = Counter()
    live = Seating.objects.filter(table__tournament=tournament, ended_at__isnull=True)
    seated.update(live.filter(match__side__team__isnull=False).values_list("match__side__team", flat=True))
    twice = [team for team, number in seated.items() if number > 1]
    if twice:
        raise Broken(f"teams {twice} sit at two tables at once")
    return live


def called_on_signed(tournament: Tournament) -> None:
    """With signatures nobody has won a match before both sides signed what they have won it by: since the last time
    both signed, no entry has opened the game again or given it to the other side. What referees decide needs none."""
    decided = Decision.objects.filter(entry__sheet=OuterRef("sheet"))
    played = MatchGame.objects.filter(
        match__stage__tournament=tournament, match__state=State.DONE, match__outcome=Match.Outcome.PLAYED
    ).exclude(match__side__side="C")  # fmt: skip
    for game in counting(played.exclude(Exists(decided))).select_related("sheet", "match__stage__tournament"):
        if plays_with_signatures(game.match):
            _require_signed(game)


def _require_signed(game: MatchGame) -> None:
    sheet = game.sheet
    signatures = Counter(SignOff.objects.filter(sheet=sheet).values_list("entries_seq", flat=True))
    last = max((seq for seq, sides in signatures.items() if sides == len(SIDES[:2])), default=0)
    if not last:
        raise Broken(f"{game} counts and was never signed by both sides")
    for seq in range(last, sheet.seq):
        steps = all_steps(sheet, Entry.objects.filter(sheet=sheet, seq__lte=seq).order_by("seq"))
        if judging.judge(sheet, judging.steps_of(steps)).winner != sheet.winner:
            raise Broken(f"{game} counts, and entry {seq} had opened it again since it was signed")


def at_the_end(tournament: Tournament, *, kept: bool = False) -> None:
    """Everything is decided, the totals are those of a replay, the draws can be made again, and each stage has put out
    whom it should (unless a referee has kept somebody in: `kept`)."""
    open_matches = Match.objects.filter(stage__tournament=tournament, won_by="").exclude(state=State.BYE)
    if names := [str(match) for match in open_matches]:
        raise Broken(f"not over: {', '.join(names)}")
    if not queries.outlook(tournament).decided:
        raise Broken("nothing is left to be played, and the event is not decided")
    called_on_signed(tournament)
    for difference in (*queries.check_record(tournament), *queries.check_draws(tournament)):
        raise Broken(str(difference))
    for stage in tournament.stages.filter(drawn_at__isnull=False):
        if format_of(stage).bracket and not kept:
            _one_is_left(stage)
        elif format_of(stage).round_by_round:
            _nobody_met_twice(stage)


def _one_is_left(stage: Stage) -> None:
    """In a knock-out every team but the champion loses exactly one match, in a double elimination two, but for the
    runner-up: without a grand final it has lost once, and in one that is not played again the winners' side may."""
    lost, most = _losses(stage), format_of(stage).losses
    if any(number > most for number in lost.values()):
        raise Broken(f"a team lost more often in {stage} than it may")
    left = len(stage.inputs["order"]) - sum(number == most for number in lost.values())
    if left != 1 + _runner_up_lost_once(stage, lost):
        raise Broken(f"{left} teams are left in {stage}")


def _runner_up_lost_once(stage: Stage, lost: Counter[int | None]) -> bool:
    """Whether a double elimination ends with a second who has lost one match only, as its grand final is played."""
    how = stage.parameters.get("grand_final") if format_of(stage).losses == 2 else None
    if how == "none":
        return True
    final = final_of(stage)
    return how == "single" and final is not None and lost[final.winner_id] == 1


def _nobody_met_twice(stage: Stage) -> None:
    """Unless a round in which that may be was asked for: by an organiser, or because no other pairing was left. A
    play-off asks nobody who has met before."""
    matches = list(stage.matches.exclude(state=State.BYE).exclude(round__name=PLAY_OFF).select_related("round"))
    met = Counter(frozenset(match.team_ids) for match in matches)
    wanted = {
        frozenset(match.team_ids)
        for match in matches
        if match.round.inputs.get("relaxed") or match.round.inputs.get("by_hand")
    }
    if any(number > 1 and pair not in wanted for pair, number in met.items()):
        raise Broken(f"two teams met twice in {stage}")


def _losses(stage: Stage) -> Counter[int | None]:
    """How often each team (its key) has lost in a stage; the third place and a plate within it apart."""
    return Counter(match.loser.pk if match.loser else None for match in _main(stage.matches.filter(state=State.DONE)))


def _main(matches: QuerySet[Match]) -> list[Match]:
    """Of these matches those in which a loss counts for being put out."""
    return [match for match in matches.select_related("round") if not match.round.name.startswith(BESIDE)]
