"""Every component in every state, on one page: the documentation of the look for whoever writes templates."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


class SampleForm(forms.Form):
    """Fields of every kind."""

    name = forms.CharField(label="Team name", help_text="As it should stand on the bracket.", max_length=40)
    email = forms.EmailField(label="E-mail", required=False)
    preset = forms.ChoiceField(label="Rules", choices=[("durban-classic", "Durban classic"), ("club-strict", "Club, strict")])
    best_of = forms.ChoiceField(label="Best of", choices=[("1", "1"), ("3", "3"), ("5", "5")], widget=forms.RadioSelect)
    teams = forms.CharField(label="Paste your teams", widget=forms.Textarea, required=False)
    agree = forms.BooleanField(label="The draw is final")


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
            "suits": "hscd",
            "ranks": "JA9TKQ",
        },
    )
