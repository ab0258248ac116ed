"""Where each side has a phone of its own: what one side wrote, the other accepts, or contests by a dispute."""

from collections.abc import Sequence
from enum import StrEnum
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from adjudication import accepting, disputes
from adjudication.accepting import Accepted
from adjudication.hands import Hand
from adjudication.models import Acceptance, Dispute, Entry
from thunee_tournaments.brackets.models import MatchGame
from thunee_tournaments.services.core.access import Person, writer
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.match.of_game import match_of
from thunee_tournaments.tables.models import TableLink
from thunee_tournaments.tournaments import policies
from thunee_tournaments.tournaments.models import Tournament

TABLE = "table:"


class Word(StrEnum):
    """What the sides have said of a hand, as the phone of one of them shows it."""

    YOURS = "yours"  # to accept, or to contest
    THEIRS = "theirs"  # the other side has not said anything yet
    ACCEPTED = "accepted"
    CONTESTED = "contested"


@transaction.atomic
def accept_hand(
    *, actor: Person | TableLink, game: MatchGame, entry: int, device: str, client_uuid: UUID | str
) -> Accepted:
    """A side's phone accepts what the other side wrote as entry `entry` (its seq) of the game. Play goes on meanwhile.

    Raises KeyReused. Refused: not_here, not_allowed (no side's phone, or the event has one scorekeeper), own_hand,
    superseded, tournament_closed, invalid.
    """
    match = match_of(game)
    book_actor = writer(actor, match)
    tournament = match.stage.tournament
    if not isinstance(actor, TableLink) or not book_actor.sides or not on_both_phones(tournament):
        raise Refused("not_allowed", _("The phone of a side accepts what the other side wrote."))
    if tournament.status != Tournament.Status.RUNNING:
        raise Refused("tournament_closed", _("The tournament is closed: nothing is written any more."))
    [side] = book_actor.sides
    return accepting.accept(
        game.sheet_id, actor=book_actor, side=side, entry=entry, device=device, client_uuid=client_uuid
    )


def on_both_phones(tournament: Tournament) -> bool:
    """Whether each side writes on a phone of its own in this tournament."""
    return policies.read(tournament.policies).scoring == policies.Scoring.BOTH_SIDES


def acceptance_words(link: TableLink, game: MatchGame, hands: Sequence[Hand]) -> dict[int, Word]:
    """What was said of each hand, by the seq that names it, for the phone of a side. Nothing is asked about what the
    desk wrote, or what was struck out."""
    written = {hand.entry.pk: hand for hand in hands if not hand.voided and hand.entry.actor.startswith(TABLE)}
    accepted = set(Acceptance.objects.filter(entry__in=written).values_list("entry_id", flat=True))
    contested = _contested(game)
    return {
        hand.seq: _word(link, hand.entry, accepted=pk in accepted, contested=hand.seq in contested)
        for pk, hand in written.items()
    }


def _word(link: TableLink, entry: Entry, *, accepted: bool, contested: bool) -> Word:
    if contested:
        return Word.CONTESTED
    if accepted:
        return Word.ACCEPTED
    return Word.THEIRS if entry.actor.endswith(f"/{link.side}") else Word.YOURS


def _contested(game: MatchGame) -> set[int]:
    """The hands of a game a dispute is open about."""
    about = Dispute.objects.filter(sheet=game.sheet_id, about=Dispute.About.HAND).prefetch_related("steps")
    return {case.hand for case in about if disputes.standing_of(case).state == disputes.State.OPEN and case.hand}
