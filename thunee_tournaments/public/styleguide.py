"""Every component in every state, on one page: the documentation of the look for whoever writes templates."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from thunee_tournaments.drawing.brackets import Bracket, Match, Round, Side


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


def _size(asked: str) -> int:
    """The size of bracket that was asked for, 16 if it is none."""
    return int(asked) if asked in {"2", "4", "8", "16", "32", "64", "128"} else 16


def styleguide(request: HttpRequest) -> HttpResponse:
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
            "suits": "hscd",
            "ranks": "JA9TKQ",
        },
    )
