"""Settling: a match pulls its result from its scoresheets and sends its winner on.

Nothing here opens or removes a scoresheet; that is for `services`, which knows what a change may cost. All of it runs
inside the transaction of the act, with locks in the order that `services.core.locking` tells.
"""

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Q
from django.utils import timezone

from adjudication import agreed, scores
from adjudication.bell_rules import ended_by_bell
from adjudication.models import Decision, Dispute
from adjudication.prepared import Prepared, PreparedUpdate, number
from thunee_tournaments.brackets import results
from thunee_tournaments.brackets.formats.fixtures import FROM_FIXTURES
from thunee_tournaments.brackets.formats.propagation import one_place
from thunee_tournaments.brackets.models import Match, MatchGame, MatchSide
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments import policies

LOCKED = Prepared(
    lambda: (
        Match.objects.select_for_update(of=("self",))
        .select_related("stage__tournament", "round")
        .filter(pk=number("match"))
        .order_by()
    )
)
SCORE = PreparedUpdate(lambda: MatchSide.objects.filter(pk=number("side")), "games_won", "score")
GAMES = Prepared(lambda: MatchGame.objects.select_related("sheet").filter(match_id=number("match")).order_by("number"))


def lock_match(match_id: int) -> Match:
    """The match as it is now, locked until the transaction ends. Its sheet, if concerned, is locked before it."""
    match = LOCKED.first(match=match_id)
    if match is None:
        raise Match.DoesNotExist
    return match


def lock_next(match: Match) -> list[Match]:
    """The matches this one's teams go on to, locked, in order of number."""
    following = Match.objects.select_for_update(of=("self",)).select_related("round")
    return list(following.filter(fed_by(match), stage=match.stage_id).order_by("number"))


def due_in(after: Match, before: Match) -> list[tuple[str, Team | None, bool]]:
    """The sides of a match whose teams come out of others (one of them is `before`, as it is now): each with who should
    stand there, or nobody yet, and whether the match is not to be played at all."""
    sources = [(side.side, *side.source) for side in after.sides if side.source[0] in FROM_FIXTURES]
    come_from = {before.number: before}
    if others := {number for _side, _kind, number in sources} - {before.number}:
        rest = Match.objects.select_related("goes_on", "goes_down").filter(stage=after.stage_id, number__in=others)
        come_from |= {match.number: match for match in rest}
    due = {side: team_for(come_from[number], kind) for side, kind, number in sources}
    if len(due) == 2 and due["A"] is not None and due["A"] == due["B"]:
        sits_b = after.team("B") == due["B"] and stands(after, games_of(after))
        due["A"], due["B"] = one_place(due["A"], sits_b=sits_b)
    elif len(due) == 2 and due["A"] is not None and _sides_changed(after, [due["A"], due["B"]]):
        due["A"], due["B"] = due["B"], due["A"]
    return [(side, due[side], kind == "again" and _once(come_from[number])) for side, kind, number in sources]


def _sides_changed(match: Match, due: list[Team | None]) -> bool:
    """Whether the right two teams sit in a match that stands, each on the other's side, and the sides mean nothing."""
    if match.teams != due[::-1] or not stands(match, games_of(match)):
        return False
    return not MatchSide.objects.filter(match__stage=match.stage_id, source=["again", match.number]).exists()


def fed_by(match: Match) -> Q:
    """The matches with a side that waits for a team out of this one."""
    sources = [[kind, match.number] for kind in FROM_FIXTURES]
    waiting = MatchSide.objects.filter(Q(*[("source", source) for source in sources], _connector=Q.OR))
    return Q(pk__in=waiting.filter(match__stage=match.stage_id).values("match"))


def team_for(match: Match, kind: str) -> Team | None:
    """Who goes on from a match to a side with a source of this kind."""
    if kind == "winner":
        return match.through
    if kind == "again" and not played_again(match):
        return None
    return match.down


def played_again(match: Match) -> bool:
    """Whether the side that came up (B) goes on from a grand final, so that it is played a second time."""
    return match.through is not None and match.through == match.team("B")


def _once(match: Match) -> bool:
    """Whether a grand final is decided, and not played a second time."""
    return match.through is not None and not played_again(match)


def stands(match: Match, games: Iterable[MatchGame]) -> bool:
    """Whether nobody may be taken out of a match without a referee: something was written in it, or it was given to a
    side. What only follows from a team having withdrawn does not stand: it is worked out again."""
    return begun(games) or is_decided(match)


def is_decided(match: Match) -> bool:
    """Whether a match is over by a decision, not only because a team that had withdrawn could not play it."""
    if match.state != Match.State.DONE:
        return False
    gone = match.loser if match.outcome == Match.Outcome.WALKOVER else None
    if gone is None or gone.withdrawn_at is None:
        return True
    return (match.done_at is not None and match.done_at < gone.withdrawn_at) or struck_out(match)


def struck_out(match: Match) -> bool:
    """Whether a referee's decision in force struck the match out and gave it to the other side (EV-LATE-4). What is
    kept after that is kept as it is: struck out."""
    if match.outcome != Match.Outcome.WALKOVER:
        return False
    reviews = Decision.objects.filter(dispute__subject=match.public_id, dispute__reason=Dispute.Reason.OVERTURNED)
    steps = reviews.filter(act__in=[Decision.Act.DECIDE, Decision.Act.OVERTURN]).order_by("created_at", "pk")
    in_force: dict[int, str] = {}
    for dispute, outcome in steps.values_list("dispute_id", "outcome"):
        in_force.pop(dispute, None)  # what holds of each review, the last one last
        in_force[dispute] = outcome
    decided = [outcome for outcome in in_force.values() if outcome != Decision.Outcome.MATCH_KEPT]
    return bool(decided) and decided[-1] == Decision.Outcome.MATCH_VOID


def note_due(match: Match, side: str, due: Team | None) -> None:
    """Say who should stand on a side of a match that stands, and store it: in conflict, if that is another team."""
    row = match.side(side)
    conflicts = row.team != due
    match.conflict = "".join(sorted({*match.conflict} - {side} | ({side} if conflicts else set())))
    row.due = due if conflicts else None
    match.save(update_fields=["conflict"])
    row.save(update_fields=["due"])


def games_of(match: Match) -> list[MatchGame]:
    """The games of a match with their sheets, in order."""
    games = GAMES.all(match=match.pk)
    for game in games:
        game.match = match
    return games


def score_of(match: Match, games: Sequence[MatchGame]) -> results.MatchScore:
    """What the scoresheets of these games come to; a table of single players has one."""
    if match.alone:
        return _table_score(games)
    signing = plays_with_signatures(match)
    return results.score(match.best_of, [game_score(game, signing=signing) for game in games])


def _table_score(games: Sequence[MatchGame]) -> results.MatchScore:
    if not begun(games):
        return results.at_table((), over=False)
    sheet = games[0].sheet
    return results.at_table(scores.by_seat(sheet.ledger["after"]), over=sheet.is_over)


def plays_with_signatures(match: Match) -> bool:
    """Whether a game of this match counts only once both sides have signed it: as the event said when it began."""
    return policies.read(match.stage.tournament.policies).signing if match.signing is None else match.signing


def signs_by_tap(match: Match) -> bool:
    """Whether one tap signs for both sides of this match, where it is signed."""
    return policies.read(match.stage.tournament.policies).sign_with == policies.SignWith.TAP


def game_score(game: MatchGame, *, signing: bool) -> results.GameScore:
    """A game as its scoresheet's ledger tells it; with signatures nobody has won before both sides agreed to it."""
    after = game.sheet.ledger["after"]
    balls, winner = scores.by_side(after), game.sheet.winner if game.sheet.is_over else ""
    winner = agreed.winner_of(game.sheet) if winner and signing else winner
    return results.GameScore(balls, winner, bell=ended_by_bell(after))


def begun(games: Iterable[MatchGame]) -> bool:
    """Whether anything was ever written in these games, also if it was struck out later."""
    return any(game.sheet.seq > 0 for game in games)


def apply_score(match: Match, score: results.MatchScore, has_begun: bool) -> None:
    """Make the match say what its sheets say, and store it. A walkover stands whatever was played before it. Where a
    match is played on, as after most hands, nothing moves but the score of its sides."""
    for side in match.sides:
        made = (score.games.get(side.side, 0), score.balls.get(side.side, 0))
        if (side.games_won, side.score) != made:
            side.games_won, side.score = made
            SCORE.write(side=side.pk, games_won=side.games_won, score=side.score)
    if match.state == Match.State.PLAYING and has_begun and not score.winner:
        return
    if match.outcome != Match.Outcome.WALKOVER:
        _decide(match, score.winner, Match.Outcome.PLAYED, has_begun)
    match.save()


def apply_walkover(match: Match, side: str, reason: str) -> None:
    """Give the match to a side without (more) play, and store it."""
    match.reason = reason
    _decide(match, side, Match.Outcome.WALKOVER, has_begun=True)
    match.save()


def _decide(match: Match, won_by: str, outcome: str, has_begun: bool) -> None:
    if not won_by:
        match.state = Match.State.PLAYING if has_begun else Match.State.READY
        match.outcome, match.won_by, match.done_at = "", "", None
        return
    if match.won_by != won_by or match.done_at is None:
        match.done_at = timezone.now()
    match.state, match.outcome, match.won_by = Match.State.DONE, outcome, won_by


def place(match: Match, teams: Mapping[str, Team | None]) -> None:
    """Let teams, or nobody yet, stand on these sides of a match that has not begun, and store it."""
    seat(match, teams)
    match.state = Match.State.READY if match.known else Match.State.WAITING
    match.outcome, match.won_by, match.done_at = "", "", None
    match.seats, match.first_dealer, match.dealer_draw = [], None, {}
    match.save()


def seat(match: Match, teams: Mapping[str, Team | None]) -> None:
    """Store who stands on these sides of a match. Nobody is in a match twice, not for a moment: all get up first."""
    changed = [side for side in match.sides if side.side in teams and side.team != teams[side.side]]
    if len(changed) > 1:
        MatchSide.objects.filter(pk__in=[side.pk for side in changed]).update(team=None)
    for side in changed:
        side.team = teams[side.side]
        side.save(update_fields=["team"])


def pass_over(match: Match) -> None:
    """The match is not needed: side A has won it without anybody to play. Stored."""
    match.state, match.outcome = Match.State.BYE, Match.Outcome.BYE
    match.won_by, match.done_at = "A", timezone.now()
    match.save()
