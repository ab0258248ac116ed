"""A place on a game's sheet where somebody with an account writes a hand: its names, its form, and its pages."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import HttpResponse

from adjudication.errors import KeyReused
from adjudication.judging import profile_of
from engine.profiles import Profile
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.desk.access import DeskRequest
from thunee_tournaments.desk.match.page import match_href, trail_of
from thunee_tournaments.desk.pages import Context, Trail, desk_page
from thunee_tournaments.hand_form.base import EntryForm
from thunee_tournaments.hand_form.faults import Outcome, mark
from thunee_tournaments.hand_form.games import entry_form
from thunee_tournaments.presentation.rulings import Voices
from thunee_tournaments.presentation.seats import Seat, seats_of, voices_of
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.tournaments.models import Tournament


@dataclass(frozen=True)
class SheetPlace(ABC):
    """Where a hand is to stand; which one, say those that come from it."""

    tournament: Tournament
    match: Match
    game: MatchGame

    @property
    @abstractmethod
    def dealer(self) -> int | None: ...

    @property
    @abstractmethod
    def title(self) -> str: ...

    @property
    def head(self) -> str:
        head: str = self.game.sheet.head
        return head

    @property
    def next_dealer(self) -> int | None:
        """Who deals the hand that comes after all that stand there."""
        dealer: int | None = self.game.sheet.ledger["after"]["next_dealer"]
        return dealer

    @cached_property
    def voices(self) -> Voices:
        return voices_of(self.match)

    @cached_property
    def seats(self) -> list[Seat]:
        return seats_of(self.match, self.dealer)

    @cached_property
    def profile(self) -> Profile:
        return profile_of(self.game.sheet)

    def form(self, data: Any = None, **kwargs: Any) -> EntryForm:
        return entry_form(data, seats=self.seats, names=self.voices, profile=self.profile, official=True, **kwargs)

    def marked(self, form: EntryForm, refused: Refused | KeyReused) -> list[Outcome]:
        """Put every fault beside its field; what the hand can have come to, where it does not say which."""
        if isinstance(refused, Refused):
            return mark(form, refused, self.voices)
        form.add_error(None, str(refused.message))
        return []

    def page(
        self, request: DeskRequest, template: str, context: Context, status: int | None = None,
        *, tab: str = "bracket", trail: Trail = (),
    ) -> HttpResponse:  # fmt: skip
        """One of the pages on which the hand is typed and looked at; `trail`, where it is not the match's."""
        shared: Context = {
            "match": self.match,
            "game": self.game,
            "title": self.title,
            "names": self.voices,
            "profile": self.profile,
            "dealer": self.voices.seat(self.dealer) if self.dealer is not None else "",
            "back": match_href(self.tournament, self.match),
        }
        whole = {**shared, **context}
        trail = trail or trail_of(self.tournament, self.match, whole["title"])
        return desk_page(request, self.tournament, template, whole, tab=tab, trail=trail, status=status)
