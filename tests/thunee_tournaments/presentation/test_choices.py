"""Questions as big buttons: what is chosen, whose seat it is, what is escaped, what was wrong."""

from django import forms
from django.template import Context, Template

from thunee_tournaments.presentation.choices import question
from thunee_tournaments.presentation.seats import Seat

SEATS = [Seat(number, f"Player <{number}>", "Team & Co", "deals" if number == 1 else "") for number in range(4)]


class Asked(forms.Form):
    seat = forms.TypedChoiceField(
        label="Who & when?", coerce=int, required=False, widget=forms.RadioSelect,
        choices=[("", "nobody"), *((seat.number, seat) for seat in SEATS)],
    )  # fmt: skip
    trump = forms.ChoiceField(required=False, widget=forms.RadioSelect, choices=[("", "not said"), ("h", "hearts")])
    why = forms.ChoiceField(widget=forms.RadioSelect, choices=[("a", "this"), ("b", "that")])


def test_the_chosen_answer_is_checked_and_no_other():
    page = question(Asked(initial={"seat": 2})["seat"])
    assert page.count(" checked") == 1
    assert 'value="2" checked' in page


def test_without_an_answer_nobody_is_chosen():
    assert 'value="" checked' in question(Asked()["seat"])


def test_seat_nought_is_an_answer():
    assert 'value="0" checked' in question(Asked(initial={"seat": 0})["seat"])


def test_what_was_typed_comes_back_checked():
    assert 'value="3" checked' in question(Asked({"seat": "3"})["seat"])


def test_a_seat_shows_its_side_where_it_is_its_player_and_the_team():
    page = question(Asked()["seat"])
    assert '<label class="choice-option side-b at-right"><input type="radio" name="seat" value="1">' in page
    assert "<span>Player &lt;1&gt;</span><small>Team &amp; Co</small>" in page


def test_a_player_without_a_name_is_not_called_by_the_team_twice():
    class Alone(forms.Form):
        seat = forms.ChoiceField(widget=forms.RadioSelect, choices=[(0, Seat(0, "Team & Co, player 1", "Team & Co"))])

    assert "<small>" not in question(Alone()["seat"])


def test_names_and_labels_are_escaped():
    page = question(Asked()["seat"])
    assert "Player &lt;1&gt;" in page
    assert "Who &amp; when?" in page
    assert "<1>" not in page


def test_suits_are_drawn_with_their_names_and_no_answer_stays_in_words():
    page = question(Asked()["trump"], "cols-5", "suit")
    assert page.count("<svg") == 1
    assert 'aria-label="hearts"' in page
    assert 'is-none"><input type="radio" name="trump" value="" checked>' in page


def test_a_fault_stands_in_the_question_and_is_named_to_those_who_listen():
    page = question(Asked({})["why"])
    assert 'class="choice has-errors"' in page
    assert 'aria-describedby="id_why_error"' in page
    assert '<div id="id_why_error"><ul class="errors"' in page


def test_a_list_of_answers_does_not_stand_in_a_row():
    assert '<div class="choice-list">' in question(Asked()["why"], "choice-list")
    assert '<div class="choice-row cols-2">' in question(Asked()["why"], "cols-2")


def test_templates_ask_with_the_tag():
    page = Template("{% load choices %}{% question form.why cols='cols-2' %}").render(Context({"form": Asked()}))
    assert page == question(Asked()["why"], "cols-2")
