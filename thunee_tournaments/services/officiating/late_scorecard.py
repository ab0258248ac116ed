"""A scorecard not right before the next cut: where the event plays it so, the side forfeits that hand's balls."""

from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from adjudication import late
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.services.core.access import referee
from thunee_tournaments.services.core.books import book_of
from thunee_tournaments.services.core.locking import lock_concerned
from thunee_tournaments.services.match.of_game import match_of
from thunee_tournaments.services.match.settlement import settle
from thunee_tournaments.services.officiating.decisions import Ruled


@transaction.atomic
def forfeit_scorecard(
    *, actor: User, game: MatchGame, hand: int, side: str, text: str, head: str, device: str, client_uuid: UUID | str
) -> Ruled:
    """A referee takes a hand's balls (the seq that names it) from a side whose scorecard was late (EV-CARD-1).

    It is a dispute raised and decided in one go: public, and open to an appeal. Raises Stale and KeyReused. Refused:
    not_allowed, not_here (also where the event does not play so), conflict, nothing_to_forfeit, reason_missing,
    invalid, tournament_closed, and what correcting a hand may be refused for.
    """
    match: Match = match_of(game)
    book_actor = referee(actor, match)
    lock_concerned(match)
    done = late.forfeit_for_late_scorecard(
        game.sheet, actor=book_actor, subject=match.public_id, hand=hand, side=side, text=text, head=head,
        device=device, client_uuid=client_uuid, policies=book_of(match.stage.tournament).policies,
    )  # fmt: skip
    settled = match if done.repeated else settle(match.pk)
    return Ruled(done.decision, done.standing, settled, done.repeated)
