"""The desk tells what a newer engine would judge otherwise, and a referee adopts it by a decision."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command

from adjudication.models import Decision, Entry
from tests.factories import RoleFactory
from tests.support.newer_engine import Newer, forgets, newer
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services.conftest import Write, count, draw, game, match, thunee
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.services.record import newer_engine

__all__ = ["forgets", "newer"]
WHY = "The rule book was read wrongly."


@pytest.fixture
def updated(playing: Desk, win: Write, write: Write, newer: Newer) -> Desk:
    """Match 1 was won by three thunees, match 2 stands at 4 to 1; then the program was updated."""
    win(playing.tournament, 1, "A")
    write(game(playing.tournament, 2), thunee("B"))
    write(game(playing.tournament, 2), count("A"))
    newer()
    return playing


def scores(desk: Desk) -> list[tuple[int, int, str]]:
    return [
        (*(side.score for side in one.sides), one.winning_side) for one in (match(desk.tournament, n) for n in (1, 2))
    ]


def test_nothing_is_told_while_one_engine_judged_all(playing: Desk, win: Write, django_assert_num_queries: Any) -> None:
    win(playing.tournament, 1, "A")
    assert "older version" not in text_of(playing.get("overview"))
    assert "would judge no hand otherwise" in text_of(playing.get("newer_engine"))
    with django_assert_num_queries(1):
        assert newer_engine.count_newer_rulings(playing.tournament) == 0


def test_it_is_told_and_nothing_moves(updated: Desk, write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    assert "4 hands were judged by an older version" in text_of(updated.get("overview"))
    page = text_of(updated.get("newer_engine"))
    assert "opens 4 balls" in page
    assert "opens 7 balls" in page
    write(game(updated.tournament, 2), count("A"))
    assert scores(updated) == [(12, 0, "A"), (2, 4, "")]
    call_command("replay", updated.tournament.slug, check=True)
    said = capsys.readouterr().out
    assert "no difference" in said
    assert "match 2 game 1, hand 1: judged by an older engine; today's would say thunee made, 7 to B" in said
    call_command("replay", updated.tournament.slug, repair=True)
    assert scores(updated) == [(12, 0, "A"), (2, 4, "")]


@pytest.mark.slow
def test_what_changes_is_shown_and_then_decided_hand_by_hand_in_one_act(updated: Desk) -> None:
    rows = updated.get("newer_engine").context["rows"]
    chosen = [row["name"] for row in rows]
    review = updated.post("newer_engine", action="check", hands=chosen, text=WHY)
    assert "4–1" in text_of(review) or "1–4" in text_of(review)
    assert "7" in text_of(review)
    assert scores(updated) == [(12, 0, "A"), (1, 4, "")], "a look changes nothing"
    sent = {"hands": chosen, "text": WHY, "seen": review.context["seen"], "key": str(review.context["key"])}
    for _ in range(2):
        said = updated.after("newer_engine", action="save", **sent)
    assert "would judge no hand otherwise" in text_of(said)
    assert scores(updated) == [(14, 0, "A"), (1, 7, "")], "the third thunee comes behind the end of its game"
    made = Decision.objects.filter(outcome="rejudged")
    assert {step.text for step in made} == {WHY}
    assert {tuple(step.rules) for step in made} == {("EV-RULE-1",)}
    assert made.count() == Entry.objects.filter(kind="correction").count() == 3
    call_command("replay", updated.tournament.slug, check=True)
    public = updated.client.get(f"/{updated.tournament.slug}/m/{match(updated.tournament, 2).public_id}")
    assert WHY in text_of(public)


def test_one_hand_alone_is_adopted_and_the_others_stand(updated: Desk) -> None:
    page = updated.get("newer_engine")
    chosen = [page.context["rows"][-1]["name"]]
    updated.post("newer_engine", action="save", hands=chosen, text=WHY, seen=page.context["seen"], key="not a key")
    assert scores(updated) == [(12, 0, "A"), (1, 4, "")]
    key = str(page.context["key"])
    updated.post("newer_engine", action="save", hands=chosen, text=WHY, seen=page.context["seen"], key=key)
    assert scores(updated) == [(12, 0, "A"), (1, 7, "")]
    assert len(updated.get("newer_engine").context["rows"]) == 3


def test_a_list_that_moved_is_not_adopted(updated: Desk, write: Write) -> None:
    page = updated.get("newer_engine")
    write(game(updated.tournament, 2), count("A"))
    answer = updated.post(
        "newer_engine", action="save", hands=[page.context["rows"][0]["name"]], text=WHY, seen=page.context["seen"],
        key=str(page.context["key"]),
    )  # fmt: skip
    assert answer.status_code == 422
    assert "Something was written in the meantime" in text_of(answer)
    assert not Decision.objects.exists()


@pytest.mark.slow
def test_what_it_does_to_other_matches_is_adopted_only_as_it_was_listed(updated: Desk) -> None:
    row = updated.get("newer_engine").context["rows"][-1]
    review = updated.post("newer_engine", action="check", hands=[row["name"]], text=WHY)
    sent = {"hands": [row["name"]], "text": WHY, "seen": review.context["seen"], "key": str(review.context["key"])}
    again = updated.post("newer_engine", action="save", beyond="a list that has moved", **sent)
    assert again.status_code == 409
    assert "Something moved since this was shown, so nothing was saved." in text_of(again)
    assert again.context["change"] is not None
    assert not Decision.objects.exists()
    sent |= {"beyond": again.context["beyond_seen"], "seen": again.context["seen"]}
    for _ in range(2):  # the same request twice decides once
        updated.after("newer_engine", action="save", **sent)
    assert Decision.objects.filter(outcome="rejudged").count() == 1


def test_what_is_written_before_the_locks_are_had_is_looked_at_first(
    updated: Desk, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = updated.get("newer_engine")
    locks = newer_engine.lock_concerned

    def late(*matches: Any) -> Any:
        monkeypatch.setattr(newer_engine, "lock_concerned", locks)
        write(game(updated.tournament, 2), count("A"))
        return locks(*matches)

    monkeypatch.setattr(newer_engine, "lock_concerned", late)
    answer = updated.post(
        "newer_engine", action="save", hands=[page.context["rows"][-1]["name"]], text=WHY, seen=page.context["seen"],
        key=str(page.context["key"]),
    )  # fmt: skip
    assert "Something was written in the meantime" in text_of(answer)
    assert not Decision.objects.exists()


def test_a_referee_with_a_team_in_the_match_does_not_adopt(updated: Desk) -> None:
    team = match(updated.tournament, 1).team("A")
    referee = RoleFactory(tournament=updated.tournament, role="referee", team=team.public_id).user
    found = newer_engine.newer_rulings(updated.tournament)
    with pytest.raises(Refused) as caught:
        acts.preview_newer_rulings(actor=referee, tournament=updated.tournament, chosen=[found[0].place])
    assert caught.value.code == "conflict"
    seen = acts.preview_newer_rulings(actor=referee, tournament=updated.tournament, chosen=[found[-1].place])
    assert [one.then["after"]["balls"] for one in seen.games] == [{"A": 1, "B": 7}]
    assert seen.left == 3


def test_pages_of_an_event_whose_rules_cannot_be_read_open_and_a_hand_is_refused_in_words(
    organiser: Any, browser_of: Any, write: Write, forgets: Callable[[str], None]
) -> None:
    tournament = draw(organiser, 4, changes={"balls_to_win": 13})
    write(game(tournament, 1), thunee("A"))
    forgets("balls_to_win")
    desk = Desk(browser_of, tournament)
    first, played = match(tournament, 1), game(tournament, 1)
    assert "cannot read the rules" in text_of(desk.get("newer_engine"))
    for page, args in (("match", [first.public_id]), ("overview", []), ("what_if", [first.public_id, 1, 1])):
        assert desk.get(page, *args).status_code in (200, 302), page
    for address in ("", "bracket", "standings", f"m/{first.public_id}", "hands.thn"):
        assert browser_of.get(f"/{tournament.slug}/{address}").status_code == 200, address
    assert browser_of.get(f"/api/v1/tournaments/{tournament.slug}/matches/{first.public_id}/").status_code == 200
    with pytest.raises(Refused) as caught:
        write(played, count("A"))
    assert caught.value.code == "rules_unreadable"
    sent = {"action": "save", "head": played.sheet.head, "key": "00000000-0000-4000-8000-00000000000a"}
    assert desk.post("write", first.public_id, 1, **sent).status_code < 500
    call_command("replay", tournament.slug, check=True)
