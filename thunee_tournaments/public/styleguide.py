"""Every component in every state, on one page: the documentation of the look for whoever writes templates."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace as Sample
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from thunee_tournaments.presentation import qr
from thunee_tournaments.presentation.brackets import Bracket, Match, Round, Side
from thunee_tournaments.presentation.rulings import Voices

AT = datetime(2026, 3, 7, 18, 42, tzinfo=UTC)


class SampleForm(forms.Form):
    """Fields of every kind."""

    name = forms.CharField(label="Team name", help_text="As it should stand on the bracket.", max_length=40)
    email = forms.EmailField(label="E-mail", required=False)
    preset = forms.ChoiceField(
        label="Rules", choices=[("durban-classic", "Durban classic"), ("club-strict", "Club, strict")]
    )
    best_of = forms.ChoiceField(label="Best of", choices=[("1", "1"), ("3", "3"), ("5", "5")], widget=forms.RadioSelect)
    teams = forms.CharField(label="Paste your teams", widget=forms.Textarea, required=False)
    agree = forms.BooleanField(label="The draw is final")


def sample_bracket(teams: int) -> Bracket:
    """A bracket of so many places, the first half played, with a bye and a long name."""
    names = [f"Team {number}" for number in range(1, teams + 1)]
    names[0], names[-1] = "Isipingo Beach Jack-Nine Social Club", "Verulam Nines"
    rounds: list[Round] = []
    count, number = teams // 2, 0
    while count:
        matches = []
        for index in range(count):
            number += 1
            first, second = names[(2 * index) % teams], names[(2 * index + 1) % teams]
            if len(rounds) == 0 and index == 1:
                matches.append(Match(Side(first, 2, won=True), Side("", known=False), str(number), "", "bye", "bye"))
            elif len(rounds) == 0:
                state = "playing" if index == count - 1 else "done"
                done = state == "done"
                note = "Table 4" if state == "playing" else ""
                matches.append(
                    Match(
                        Side(first, index + 1, 2 if done else 1, won=done),
                        Side(second, teams - index, 1),
                        str(number),
                        "#sg-bracket",
                        state,
                        note,
                    )
                )
            else:
                matches.append(
                    Match(
                        Side(f"Winner of {number - 2}", known=False),
                        Side(f"Winner of {number - 1}", known=False),
                        str(number),
                    )
                )
        rounds.append(Round("Final" if count == 1 else f"Round of {2 * count}", matches))
        count //= 2
    return Bracket("Sample bracket", rounds)


def sample_signatures() -> Any:
    """A sheet that one side has signed: what `components/slip.html` and `components/window.html` want."""
    signed = Sample(created_at=AT, reason="They had to leave.")
    sides = [Sample(team="Umgeni Spades", sign_off=Sample(created_at=AT, reason=""), how="with its PIN")]
    sides += [
        Sample(team="Marine Drive Jacks", sign_off=signed, how="by a referee"),
        Sample(team="Verulam Nines", sign_off=None),
    ]
    return Sample(
        sides=sides, sheet=Sample(head="5f" * 32, winner="A"), final=False, until=AT + timedelta(minutes=30), now=AT
    )


def sample_disputes() -> list[Any]:
    """A dispute that is open, and one that was decided and appealed."""
    decided = Sample(
        title="Decided: balls adjusted", balls=["Umgeni Spades +2"], score="9–6", text="The call was heard.",
        deposit="", override="", step=Sample(created_at=AT, rules=["TH-COUNT-6", "EV-CARD-1"]),
    )  # fmt: skip
    about = {"about": "Hand 7", "by": "Umgeni Spades", "reason": "the call", "dispute": Sample(created_at=AT)}
    return [
        Sample(**about, chip="chip-bad", state="open", steps=[], may_appeal=False),
        Sample(**about, chip="chip-gold", state="decided", steps=[decided], may_appeal=True, appeal_until=AT),
    ]


def sample_whatif(winner: str, balls: int, score: dict[str, int]) -> dict[str, object]:
    """One of two rulings side by side."""
    headline = f"{winner} opens {balls} ball{'s' if balls > 1 else ''}"
    return {"headline": headline, "reason": "Call and loss", "after": {"balls": score, "game_over": False}}


def _size(teams: str) -> int:
    """The size of bracket that was asked for, 16 if it is none."""
    return int(teams) if teams in {"2", "4", "8", "16", "32", "64", "128"} else 16


@require_safe
def styleguide(request: HttpRequest) -> HttpResponse:
    """For everybody: what the pages are made of, with examples."""
    wrong = SampleForm({"name": "", "email": "nobody", "preset": "durban-classic", "best_of": "7"}, auto_id="wrong_%s")
    return render(
        request,
        "public/styleguide.html",
        {
            "nav": "styleguide",
            "form": SampleForm(initial={"preset": "club-strict", "best_of": "3"}, auto_id="right_%s"),
            "wrong": wrong,
            "balls_range": range(0, 15),
            "bracket": sample_bracket(_size(request.GET.get("teams", ""))),
            "signatures": sample_signatures(),
            "disputes": sample_disputes(),
            "before": sample_whatif("Umgeni Spades", 1, {"A": 7, "B": 11}),
            "after": sample_whatif("Marine Drive Jacks", 2, {"A": 6, "B": 13}),
            "slip_after": {"balls": {"A": 13, "B": 9}, "target": 13},
            "match": {"number": 7},
            "game": {"number": 2},
            "names": Voices({"A": "Umgeni Spades", "B": "Marine Drive Jacks"}),
            "code": qr.picture("5f" * 32),
            "suits": "hscd",
            "ranks": "JA9TKQ",
        },
    )
