"""Hands as text: a tournament's hands taken out, and read into another one as they were."""

import io
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from adjudication.models import Entry
from engine import notation
from tests.factories import RoleFactory
from tests.thunee_tournaments.services.conftest import count, draw, game, match, thunee
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.services.record import hand_texts
from thunee_tournaments.services.scoring.hand_import import Import
from thunee_tournaments.tournaments.models import Tournament


@pytest.fixture
def played(organiser: Any, write: Any) -> Tournament:
    """Four teams, one match of two games over, another begun."""
    tournament = draw(organiser, 4)
    for body in (thunee("A"), count("B"), thunee("A"), thunee("A")):
        write(game(tournament, 1), body)
    for body in (count("B"), thunee("B")):
        write(game(tournament, 2), body)
    return tournament


@pytest.fixture
def fresh(organiser: Any) -> Tournament:
    """The same teams in the same order, nothing written, another lot for the first dealers."""
    tournament = draw(organiser, 4)
    for number in (1, 2):
        acts.draw_dealer(actor=organiser, match=match(tournament, number), lot="ff" * 16)
    return tournament


def sheets(tournament: Tournament) -> list[Any]:
    """What every game comes to: its number, score, winner and the heads of its hands."""
    told = []
    for number in (1, 2, 3):
        for one in match(tournament, number).games.order_by("number"):
            ledger = one.sheet.ledger
            hands = [{key: hand[key] for key in hand if key != "after"} for hand in ledger["hands"]]
            told.append((number, one.number, ledger["after"], one.sheet.winner, one.sheet.seq, hands))
    return told


def take(organiser: Any, tournament: Tournament, number: int, text: str) -> Import:
    done: Import = acts.import_hands(actor=organiser, match=match(tournament, number), text=text)
    return done


def test_what_is_taken_out_and_read_into_a_fresh_tournament_comes_to_the_same(
    organiser: Any, played: Tournament, fresh: Tournament
) -> None:
    text = hand_texts.text_of_tournament(played)
    for number in (1, 2):
        done = take(organiser, fresh, number, text)
        assert done.faults == []
    assert [row[:2] + row[3:] for row in sheets(fresh)][:2] == [row[:2] + row[3:] for row in sheets(played)][:2]
    assert [row[2] for row in sheets(fresh)] == [row[2] for row in sheets(played)]
    assert match(fresh, 1).winner.name == match(played, 1).winner.name
    assert (
        hand_texts.text_of_match(match(fresh, 1)).splitlines()[1:]
        == hand_texts.text_of_match(match(played, 1)).splitlines()[1:]
    )


def test_a_text_sent_twice_is_written_once(organiser: Any, played: Tournament, fresh: Tournament) -> None:
    text = hand_texts.text_of_match(match(played, 1))
    first = take(organiser, fresh, 1, text)
    before = Entry.objects.count()
    again = take(organiser, fresh, 1, text)
    assert Entry.objects.count() == before
    assert (first.new, again.new) == (4, 0)
    assert [hand.ruling for hand in again.hands] == [hand.ruling for hand in first.hands]


def test_a_look_at_a_text_stores_nothing_and_gives_every_ruling(
    organiser: Any, played: Tournament, fresh: Tournament
) -> None:
    text = hand_texts.text_of_match(match(played, 1))
    was = sheets(fresh), Entry.objects.count(), Tournament.objects.get(pk=fresh.pk).version
    seen = acts.preview_import(actor=organiser, match=match(fresh, 1), text=text)
    assert [hand.ruling["kind"] for hand in seen.hands] == ["thunee", "count", "thunee", "thunee"]
    assert (sheets(fresh), Entry.objects.count(), Tournament.objects.get(pk=fresh.pk).version) == was


@pytest.mark.slow
def test_where_one_hand_does_not_fit_none_is_written(organiser: Any, played: Tournament, fresh: Tournament) -> None:
    text = hand_texts.text_of_match(match(played, 1))
    hands = notation.read(text)
    hands[2].record["before"]["balls"]["A"] += 1
    spoilt = notation.write(hands)
    before = Entry.objects.count()
    with pytest.raises(Refused) as caught:
        take(organiser, fresh, 1, spoilt)
    assert caught.value.code == "not_imported"
    (fault,) = caught.value.errors
    line = spoilt.splitlines()[fault["line"] - 1]
    assert line.startswith("[Before")
    assert "5-1" in fault["message"]
    assert Entry.objects.count() == before
    seen = acts.preview_import(actor=organiser, match=match(fresh, 1), text=spoilt)
    assert len(seen.hands) == 2
    assert seen.faults


def test_every_fault_of_the_writing_is_said_at_line_and_column(organiser: Any, fresh: Tournament) -> None:
    with pytest.raises(Refused) as caught:
        take(organiser, fresh, 1, "[Dealer 0]\n2:99h *\n[Dealer 9]\n*")
    assert caught.value.code == "unreadable"
    assert [error["path"] for error in caught.value.errors] == ["2:5", "3:1"]


def test_a_hand_that_decides_nothing_is_said_where_it_stands(organiser: Any, fresh: Tournament) -> None:
    dealer = game(fresh, 1).sheet.first_dealer
    text = f"[Dealer {dealer}]\n{(dealer + 1) % 4}:trump=s\n1. {(dealer + 2) % 4}:Jc Kc Qc Tc\n*"
    with pytest.raises(Refused) as caught:
        take(organiser, fresh, 1, text)
    assert "before the end of the hand" in caught.value.errors[0]["message"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("[Rules club-strict]", "other rules"),
        ('[Teams ["Team 9","Team 1"]]', "here Team 1 – Team 4 play"),
        ("[MatchGame 2]", "game 1 is being played"),
        ("[Game tarneeb]", "another game"),
        ("[Dealer 9]", "dealer"),
    ],
)
def test_what_is_not_of_this_match_is_refused(organiser: Any, fresh: Tournament, line: str, said: str) -> None:
    tags = {"[Dealer": "[Dealer 0]", "[Tally": "[Tally {trumper:1,declared:{seat:1,kind:thunee}}]"}
    tags[line.split()[0]] = line
    if "tarneeb" in line:
        del tags["[Tally"]
    with pytest.raises(Refused) as caught:
        take(organiser, fresh, 1, "\n".join(tags.values()) + "\n*")
    assert any(said in str(error["message"]) for error in caught.value.errors), caught.value.errors


def test_hands_of_other_matches_are_left_out(organiser: Any, played: Tournament, fresh: Tournament) -> None:
    done = take(organiser, fresh, 2, hand_texts.text_of_tournament(played))
    assert (len(done.hands), done.elsewhere) == (2, 4)


def test_notes_for_the_desk_are_not_taken_out(organiser: Any, write: Any) -> None:
    tournament = draw(organiser, 4)
    write(game(tournament, 1), {**thunee("A"), "note": "he was rude"})
    assert "rude" not in hand_texts.text_of_match(match(tournament, 1))


def test_a_referee_who_is_no_organiser_sets_no_first_dealer_by_a_text(played: Tournament, fresh: Tournament) -> None:
    referee = RoleFactory(tournament=fresh, role="referee").user
    one, other = (game(each, 1).sheet.first_dealer for each in (played, fresh))
    assert one != other
    with pytest.raises(Refused) as caught:
        take(referee, fresh, 1, hand_texts.text_of_match(match(played, 1)))
    assert f"by the rules seat {other} deals" in caught.value.errors[0]["message"]


def test_the_commands_take_hands_out_and_in(
    organiser: Any, played: Tournament, fresh: Tournament, tmp_path: Path
) -> None:
    file, out = tmp_path / "hands.thn", io.StringIO()
    call_command("hands", "export", played.slug, "-o", str(file), stdout=out)
    assert file.read_text(encoding="utf-8") == hand_texts.text_of_tournament(played)
    call_command("hands", "import", fresh.slug, str(file), stdout=out)
    assert "match 1: 4 hands written" in out.getvalue()
    assert [row[2] for row in sheets(fresh)] == [row[2] for row in sheets(played)]
    call_command("hands", "import", fresh.slug, str(file), stdout=out)
    assert "match 1: written already" in out.getvalue()


def test_the_command_reads_its_file_once_for_all_matches(
    played: Tournament, fresh: Tournament, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "hands.thn"
    file.write_text(hand_texts.text_of_tournament(played), encoding="utf-8")
    read, times = notation.read, []
    monkeypatch.setattr(notation, "read", lambda *said: times.append(1) or read(*said))
    out = io.StringIO()
    call_command("hands", "import", fresh.slug, str(file), stdout=out)
    assert out.getvalue().count("hands written") > 1
    assert len(times) == 1


def test_the_command_says_what_does_not_fit_with_file_line_and_column(
    organiser: Any, fresh: Tournament, tmp_path: Path
) -> None:
    file = tmp_path / "hands.thn"
    file.write_text("[Match 1]\n[Dealer 0]\n[Rules club-strict]\n*\n[Match 77]\n[Dealer 0]\n*\n", encoding="utf-8")
    with pytest.raises(CommandError) as caught:
        call_command("hands", "import", fresh.slug, str(file))
    assert f"{file}:3:1: This was played by other rules" in str(caught.value)
    assert f"{file}:5:1: there is no match 77" in str(caught.value)


def test_a_hand_without_its_match_keeps_a_whole_file_out(organiser: Any, fresh: Tournament, tmp_path: Path) -> None:
    file = tmp_path / "hands.thn"
    file.write_text("[Dealer 0]\n[Tally {trumper:1,declared:{seat:1,kind:thunee}}]\n*\n", encoding="utf-8")
    with pytest.raises(CommandError, match=r"hands\.thn:1:1: say of which match"):
        call_command("hands", "import", fresh.slug, str(file))
    assert not Entry.objects.exists()


def test_the_hands_of_a_file_are_found_their_matches_without_asking_for_each(
    organiser: Any, fresh: Tournament, tmp_path: Path, django_assert_max_num_queries: Any
) -> None:
    file = tmp_path / "hands.thn"
    hand = "[Match 77]\n[Dealer 0]\n[Tally {trumper:1,declared:{seat:1,kind:thunee}}]\n*\n\n"
    file.write_text(hand * 30, encoding="utf-8")
    with django_assert_max_num_queries(6), pytest.raises(CommandError) as caught:
        call_command("hands", "import", fresh.slug, str(file))
    assert str(caught.value).count("there is no match 77") == 30
