"""Games played behind one whose result was changed since: a referee keeps them or strikes them out (EV-LATE-5).

Such a game lies beyond (`brackets.order`): it counts for nothing, and as it stands as soon as the match needs it.
Nobody has to do anything about it while the match is open; once the match is decided without it, it waits for a referee
to say what becomes of it. To keep it changes nothing. Struck out, it leaves the match with all its hands, and if the
match needs a game after all, that one is played on a new sheet. Each is a decision in the record's chain; only an
appeal takes it back.
"""

import uuid
from collections.abc import Iterable

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from adjudication import book, disputes
from adjudication.disputes import Override
from adjudication.errors import KeyReused
from adjudication.keys import key_of
from adjudication.models import Decision, Dispute, Entry
from adjudication.outcomes import ProposedDecision
from thunee_tournaments.brackets import settling
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.brackets.order import all_surplus, surplus_in
from thunee_tournaments.brackets.selectors import matches_of
from thunee_tournaments.services.core.access import referee
from thunee_tournaments.services.core.books import book_of
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.locking import lock_concerned
from thunee_tournaments.services.match import struck_games
from thunee_tournaments.services.match.settlement import settle
from thunee_tournaments.tournaments.models import Tournament

KEEP_GAME, STRIKE_GAME = Decision.Outcome.GAME_KEPT, Decision.Outcome.GAME_VOID
SURPLUS_CHOICES = (KEEP_GAME, STRIKE_GAME)
SURPLUS_RULE = "EV-LATE-5"
NOT_BEYOND = _("This game counts in its match, or was struck out already: nothing has to be decided about it.")


def kept_surplus(games: Iterable[MatchGame]) -> list[MatchGame]:
    """Those of these games that a referee has kept as they were played, and in which nothing was written since."""
    listed = list(games)
    decided = Decision.objects.filter(
        dispute__sheet__in=[game.sheet_id for game in listed],
        dispute__reason=Dispute.Reason.SURPLUS,
        act__in=[Decision.Act.DECIDE, Decision.Act.OVERTURN],
    )
    choices = decided.order_by("created_at", "pk").values_list("dispute__sheet_id", "outcome", "created_at")
    latest = {sheet: (outcome, at) for sheet, outcome, at in choices}
    kept = {sheet: at for sheet, (outcome, at) in latest.items() if outcome == KEEP_GAME}
    if not kept:
        return []
    written = Entry.objects.filter(sheet__in=kept).order_by().values("sheet").annotate(last=Max("created_at"))
    stands = {sheet for sheet, last in written.values_list("sheet", "last") if last <= kept[sheet]}
    return [game for game in listed if game.sheet_id in stands]


def undecided_games(match: Match) -> list[MatchGame]:
    """The games of a match that a referee may keep or strike out; none while the whole match is under review."""
    if match.conflict:
        return []
    games = surplus_in(match, settling.games_of(match))
    kept = kept_surplus(games)
    return [game for game in games if game not in kept]


def surplus_waiting(tournament: Tournament) -> list[MatchGame]:
    """The games a referee has to decide about, because their match was decided without them; the first match first."""
    decided = matches_of(tournament).filter(state=Match.State.DONE, outcome=Match.Outcome.PLAYED, conflict="")
    games = all_surplus(decided)
    kept = kept_surplus(games) if games else []
    return [game for game in games if game not in kept]


@transaction.atomic
def resolve_surplus(
    *,
    actor: User,
    match: Match,
    game: MatchGame,
    choice: str,
    text: str,
    device: str,
    client_uuid: uuid.UUID | str,
    override: str = "",
    alike: bool = False,
) -> Decision:
    """Keep a game that lies beyond ("game_kept"), or strike it out with all its hands ("game_void"). `alike`: the same
    about the other such games of the match; `override`: why a chief referee decides in spite of a conflict of interest.

    Raises KeyReused. Refused: not_allowed, under_review, invalid, not_beyond, decided, conflict, reason_missing,
    tournament_closed.
    """
    book_actor = referee(actor, match)
    device, key = key_of(device, client_uuid)
    lock_concerned(match)
    match = settling.lock_match(match.pk)
    # Asked under the lock, so that the second of two taps finds what the first has decided.
    earlier: Decision | None = Decision.objects.filter(device=device, client_uuid=key).select_related("dispute").first()
    if earlier is not None:
        if (earlier.dispute.sheet_id, earlier.outcome) != (game.sheet_id, choice):
            raise KeyReused
        return earlier
    _require_sense(match, game, choice)
    others = [other for other in undecided_games(match) if other.pk != game.pk] if alike else []
    finding = {"choice": choice, "text": text, "override": override}
    decided = _decide(book_actor, match, game, device, key, **finding)
    for other in others:
        _decide(book_actor, match, other, device, uuid.uuid5(key, other.sheet.public_id), **finding)
    settle(match.pk)
    return decided


def _decide(
    book_actor: book.Actor, match: Match, game: MatchGame, device: str, key: uuid.UUID, *, choice: str, text: str,
    override: str,
) -> Decision:  # fmt: skip
    """Decide about one game of a match that is locked with all it concerns."""
    dispute = disputes.raise_dispute(
        actor=book_actor, subject=match.public_id, about=Dispute.About.GAME, reason=Dispute.Reason.SURPLUS, words="",
        device=device, client_uuid=uuid.uuid5(key, "surplus"), sheet=game.sheet.public_id,
    )  # fmt: skip
    decided = disputes.decide(
        dispute.pk, ProposedDecision(choice, (SURPLUS_RULE,), text), actor=book_actor, device=device, client_uuid=key,
        policies=book_of(match.stage.tournament).policies,
        override=Override.of(book_actor, override),
    ).decision  # fmt: skip
    if choice == STRIKE_GAME:
        struck_games.strike_out(game, match, decided, book_actor)
    return decided


def was_surplus_resolved(match: Match, device: str, client_uuid: uuid.UUID | str) -> bool:
    """Whether this very request has decided about a game of the match: the second of two taps. Refused: invalid."""
    device, key = key_of(device, client_uuid)
    return Decision.objects.filter(device=device, client_uuid=key, dispute__subject=match.public_id).exists()


def carry_out_instead(match: Match, decision: Decision, book_actor: book.Actor) -> Match:
    """Do what was decided on appeal in place of another decision. Refused: not_beyond (it cannot be struck out)."""
    if decision.outcome == STRIKE_GAME:
        games = surplus_in(match, settling.games_of(match))
        game = next((game for game in games if game.sheet_id == decision.dispute.sheet_id), None)
        if game is None:
            raise Refused("not_beyond", NOT_BEYOND)
        struck_games.strike_out(game, match, decision, book_actor)
    return settle(match.pk)


def take_back(match: Match, decision: Decision, book_actor: book.Actor) -> Match:
    """Undo what a decision did that is overturned now: a game that was struck out has its place in the match again.
    Refused: begun (the whole match was struck out since)."""
    for game in struck_games.struck_by(match, decision):
        later = MatchGame.also_struck.filter(match=match, struck_at__gt=game.struck_at).values("struck_by")
        if Dispute.objects.filter(public_id__in=later, reason=Dispute.Reason.OVERTURNED).exists():
            raise Refused("begun", _("The whole match was struck out after this game: it has no place there any more."))
        struck_games.count_again(game, decision, book_actor)
    return settle(match.pk)


def _require_sense(match: Match, game: MatchGame, choice: str) -> None:
    if match.conflict:
        raise Refused("under_review", _("The whole match is under review: decide about that first."))
    if choice not in SURPLUS_CHOICES:
        raise Refused("invalid", _("Choose what becomes of the game."))
    if game not in surplus_in(match, settling.games_of(match)):
        raise Refused("not_beyond", NOT_BEYOND)
    if kept_surplus([game]):
        raise Refused("decided", _("A referee has decided already that this game stays as it was played. That changes "
                                   "only if it is overturned on appeal."))  # fmt: skip
