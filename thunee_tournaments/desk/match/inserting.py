"""Writing in a missed hand at the desk: where it was played, with a reason, after looking at what that changes."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.contrib.auth.models import User
from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from adjudication.hands import Hand, all_hands
from thunee_tournaments.desk.access import DeskRequest, referee_page
from thunee_tournaments.desk.match.changing import Change, change_page
from thunee_tournaments.desk.pages import Context
from thunee_tournaments.desk.selectors import game_for
from thunee_tournaments.hand_form.games import form_of
from thunee_tournaments.hand_form.typed import Body, Typed
from thunee_tournaments.services.acts import Preview, Recorded, WriteKey, insert_hand, preview_insertion
from thunee_tournaments.tournaments.models import Tournament


@dataclass(frozen=True)
class Gap(Change):
    """The place on a sheet where a hand is missing: behind the hand first written as entry `after` (0: at the top)."""

    hands: Sequence[Hand]
    after: int
    template = "desk/insert.html"

    @property
    def number(self) -> int:
        """What the missed hand's number will be."""
        index = next((at for at, hand in enumerate(self.hands) if hand.seq == self.after), -1)
        return sum(not hand.voided for hand in self.hands[: index + 1]) + 1

    @cached_property
    def dealer(self) -> int | None:
        """Who dealt it: whoever is written down as the dealer of the hand that stands there now."""
        standing = [hand for hand in self.hands if not hand.voided]
        if self.number <= len(standing):
            return standing[self.number - 1].dealer
        return self.next_dealer

    @property
    def title(self) -> str:
        return _("Write in a missed hand %(number)s") % {"number": self.number}

    @property
    def typed(self) -> Typed:
        return form_of(self.profile.game).first(self.dealer, len(self.seats))

    @property
    def shown(self) -> Context:
        return {"inserting": True}

    def preview(self, *, actor: User, body: Body, reason: str) -> Preview:
        return preview_insertion(actor=actor, game=self.game, after=self.after, body=body, reason=reason)

    def save(self, *, actor: User, body: Body, reason: str, key: WriteKey) -> Recorded:
        return insert_hand(actor=actor, game=self.game, after=self.after, body=body, reason=reason, key=key)


@referee_page
def insert(request: DeskRequest, tournament: Tournament, match_id: str, number: int, after: int) -> HttpResponse:
    """For referees: the form of a missed hand, then what it would change, then the hand. Everything typed
    travels with the pages."""
    match, game = game_for(tournament, match_id, number)
    hands = all_hands(game.sheet)
    if after and all(hand.seq != after for hand in hands):
        raise Http404("no such place")
    return change_page(request, Gap(tournament, match, game, hands, after))
