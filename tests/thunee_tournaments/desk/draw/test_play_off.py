"""The page on which two that are level are let play it off, and the one on which that is taken back."""

from typing import Any

import pytest

from tests.support.desk.formats import started
from tests.support.services.formats import give, ready
from tests.thunee_tournaments.desk.conftest import text_of
from thunee_tournaments.brackets.models import Match

WHY = "Both won one, and one place is left."
SWISS = [
    {"format": "swiss", "parameters": {"rounds": 1, "order": ["score", "lot"]}},
    {"format": "knockout", "parameters": {"feed": {"take": "top", "stage": 1, "count": 3}}},
]


@pytest.mark.slow
def test_who_is_level_is_listed_and_let_play_once_and_everybody_reads_why(organiser: Any, browser_of: Any) -> None:
    desk = started(organiser, browser_of, 4, SWISS)
    assert "Nobody is level in a table" in text_of(desk.client.get(desk.get("play_off").url))
    for waiting in list(ready(desk.tournament)):
        give(organiser, desk.tournament, waiting.number, "A")
    assert f'href="/desk/{desk.tournament.slug}/play-off"' in desk.get("bracket").content.decode()

    page = desk.get("play_off")
    first, second, third, _fourth = (key for key, _name in page.context["form"].fields["first"].choices if key)
    sent = {"first": first, "other": second, "reason": WHY}
    assert "Say why." in text_of(desk.post("play_off", **{**sent, "reason": ""}))
    assert "Choose two different teams." in text_of(desk.post("play_off", **{**sent, "other": first}))
    assert "These two are not level" in text_of(desk.post("play_off", **{**sent, "other": third}))
    assert desk.post("play_off", **{**sent, "first": "nobody"}).status_code == 422
    assert desk.post("play_off", **sent).status_code == 302
    assert "set already" in text_of(desk.post("play_off", **sent))  # the second tap

    play_off = Match.objects.get(round__name="play-off")
    assert text_of(desk.get("bracket")).count("Take the play-off back") == 1
    team = desk.tournament.teams.get(public_id=first)
    other = desk.tournament.teams.get(public_id=second)
    own = text_of(desk.client.get(f"/{desk.tournament.slug}/team/{first}"))
    assert f"Level with {other.name}: a play-off decides." in own
    public = text_of(desk.client.get(f"/{desk.tournament.slug}/draws"))
    assert f"Play-off: {team.name} – {other.name}" in public
    assert WHY in public

    back = f"/desk/{desk.tournament.slug}/play-off/{play_off.public_id}/back"
    assert desk.client.post(back, {"reason": ""}).status_code == 422
    assert desk.client.post(back, {"reason": "They share it."}).status_code == 302
    assert desk.client.post(back, {"reason": "They share it."}).status_code == 404
    assert "They share it." in text_of(desk.client.get(f"/{desk.tournament.slug}/draws"))


def test_once_it_is_played_the_table_says_that_it_decided(organiser: Any, browser_of: Any) -> None:
    desk = started(organiser, browser_of, 4, SWISS)
    for waiting in list(ready(desk.tournament)):
        give(organiser, desk.tournament, waiting.number, "A")
    page = desk.get("play_off")
    first, second, *_rest = (key for key, _name in page.context["form"].fields["first"].choices if key)
    desk.post("play_off", first=first, other=second, reason=WHY)
    play_off = Match.objects.get(round__name="play-off")
    give(organiser, desk.tournament, play_off.number, "B")
    winner, loser = play_off.team("B").name, play_off.team("A").name
    shown = text_of(desk.client.get(f"/{desk.tournament.slug}/bracket"))
    assert f"{winner} above {loser}: Play-off, 1 to 0." in shown
    assert "Play-off" in text_of(desk.client.get(f"/{desk.tournament.slug}/"))
