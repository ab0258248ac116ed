"""What a captain types to sign a team up."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.public.stranger_forms import Trap, line
from thunee_tournaments.services.acts import Typed
from thunee_tournaments.teams.models import Announcement, SignUp
from thunee_tournaments.teams.names import MAX_NAME
from thunee_tournaments.teams.paste import MAX_PLAYERS
from thunee_tournaments.teams.sign_ups import MAX_CODE_WORD, MAX_EMAIL, MAX_LINE, MAX_PHONE
from thunee_tournaments.tournaments.games import side_size

# Which field a fault belongs to, by the code of the fault.
FIELDS = {
    "name_missing": "name", "name_too_long": "name", "name_taken": "name", "club_too_long": "club",
    "player_too_long": "player_1", "too_many_players": "player_1", "player_twice": "player_2",
    "players_fixed": "player_1", "phone_number": "name", "answers": "answer_1",
}  # fmt: skip


class ChangeForm(forms.Form):
    """The team, how to reach it, and the answers to what the organiser asks."""

    name = line(_("Team"), MAX_NAME, error_messages={"required": _("The team has no name.")})

    def __init__(self, data: Any = None, *, announcement: Announcement, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        tournament = announcement.tournament
        alone = side_size(tournament.game, tournament.players) == 1
        if alone:
            self.fields["name"].label = _("Player")
        labels = [_("First player"), _("Second player"), _("Stands by"), _("Stands by")]
        for number, label in enumerate([] if alone else labels[:MAX_PLAYERS], start=1):
            self.fields[f"player_{number}"] = line(label, MAX_NAME, required=False)
        self.fields["club"] = line(_("Club"), MAX_NAME, required=False)
        self.fields["phone"] = line(
            _("Captain's phone"), MAX_PHONE, required=False, kind="tel", fill="tel",
            help_text=_("For the organiser and the treasurer alone. A phone or an e-mail address is enough."),
        )  # fmt: skip
        self.fields["email"] = line(_("Captain's e-mail"), MAX_EMAIL, required=False, kind="email", fill="email")
        for number, question in enumerate(announcement.questions, start=1):
            self.fields[f"answer_{number}"] = line(question, MAX_LINE, required=False)

    @staticmethod
    def typed_in(sign_up: SignUp) -> dict[str, str]:
        """What stands in the fields of a team that is signed up."""
        players = {f"player_{number}": name for number, name in enumerate(sign_up.players, start=1)}
        answers = {f"answer_{number}": text for number, text in enumerate(sign_up.answers, start=1)}
        return {
            "name": sign_up.name, "club": sign_up.club, "phone": sign_up.phone, "email": sign_up.email,
            **players, **answers,
        }  # fmt: skip

    def typed(self) -> Typed:
        """What the acts are told."""
        sent = self.cleaned_data
        return Typed(
            name=sent["name"], club=sent["club"], phone=sent["phone"], email=sent["email"],
            players=[sent[name] for name in self.fields if name.startswith("player_")],
            answers=[sent[name] for name in self.fields if name.startswith("answer_")],
        )  # fmt: skip


class SignUpForm(Trap, ChangeForm):
    """The same for the first time: the code word where one is wanted, and that the captain agrees."""

    def __init__(self, data: Any = None, *, announcement: Announcement, **kwargs: Any) -> None:
        super().__init__(data, announcement=announcement, **kwargs)
        if announcement.code_word:
            self.fields["code_word"] = line(
                _("Code word"), MAX_CODE_WORD, help_text=_("It is on the poster."),
                error_messages={"required": _("Write the code word from the poster.")},
            )  # fmt: skip
        self.fields["agree"] = forms.BooleanField(
            label=_("Our team's and players' names may be shown to everybody from the draw on"),
            error_messages={"required": _("Without this we cannot put you into the bracket.")},
        )
