"""Pledges: what they come to is a fold over the record, whatever is corrected, and never more than was promised."""

import uuid
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.db.utils import DatabaseError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudication.models.append_only import AppendOnly
from tests.factories import RoleFactory, UserFactory
from tests.thunee_tournaments.services.conftest import count, draw, drawn, game, match, thunee, writing
from thunee_tournaments.fundraising import happenings
from thunee_tournaments.fundraising.models import Movement, Pledge, Pledger
from thunee_tournaments.fundraising.pledges import pledge_by, pledged, standing_of, standings_of
from thunee_tournaments.fundraising.raised import fund_of
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import MadePledge, Refused, TypedPledge
from thunee_tournaments.tournaments.models import Tournament

__all__ = ["drawn"]
Make = Callable[..., MadePledge]


def taking(organiser: Any, tournament: Tournament, most: int | None = 5_000_00) -> None:
    acts.set_fund(actor=organiser, tournament=tournament, currency="ZAR", goal=None, public=False, pledge_most=most)


def making(tournament: Tournament) -> Make:
    def make(rates: dict[str, int] | None = None, most: int = 500_00, **changed: Any) -> MadePledge:
        key = changed.pop("key", uuid.uuid4().hex)
        who = {"name": "Vic Hill", "contact": "vic@example.org", **changed}
        typed = TypedPledge({"ball": 10_00} if rates is None else rates, most, **who)
        return acts.make_pledge(tournament=tournament, key=key, typed=typed)

    return make


@pytest.fixture
def make(organiser: Any, drawn: Tournament) -> Make:
    taking(organiser, drawn)
    return making(drawn)


def comes_to(made: MadePledge) -> int:
    return standing_of(Pledge.objects.get(pk=made.pledge.pk)).comes_to


def refusal(act: Callable[..., Any], **given_: Any) -> tuple[str, list[str]]:
    with pytest.raises(Refused) as caught:
        act(**given_)
    return caught.value.code, [error["path"] for error in caught.value.errors]


def team(tournament: Tournament, side: str, number: int = 1) -> str:
    plays = match(tournament, number).team(side)
    assert plays is not None
    return plays.public_id


def test_a_pledge_for_a_team_counts_the_balls_it_opens_and_no_others(make: Make, drawn: Tournament, write: Any) -> None:
    made = make(team=team(drawn, "A"))
    for side in "ABA":
        write(game(drawn, 1), count(side))
    write(game(drawn, 2), thunee("A"))
    assert comes_to(made) == 20_00


def test_what_was_written_before_the_pledge_is_not_in_it(make: Make, drawn: Tournament, write: Any) -> None:
    write(game(drawn, 1), thunee("A"))
    made = make()
    assert comes_to(made) == 0
    write(game(drawn, 1), count("A"))
    assert comes_to(made) == 10_00


def test_each_part_names_its_hand_and_its_rule(make: Make, drawn: Tournament, write: Any) -> None:
    made = make({"ball": 10_00, "thunee": 50_00})
    write(game(drawn, 1), count("A"))
    second = write(game(drawn, 1), thunee("B"))
    parts = standing_of(made.pledge).parts
    assert [(part.happening.unit, part.cents, part.happening.number, part.happening.rule) for part in parts] == [
        ("ball", 10_00, 1, "TH-COUNT-5"),
        ("ball", 40_00, 2, "TH-THUN-2"),
        ("thunee", 50_00, 2, "TH-THUN-2"),
    ]
    assert parts[1].happening.hand == second.entry.seq
    assert parts[1].happening.match == match(drawn, 1)


def test_a_correction_reprices_a_pledge_both_ways(make: Make, drawn: Tournament, write: Any, correct: Any) -> None:
    made = make(team=team(drawn, "A"))
    write(game(drawn, 1), count("A"))
    made_thunee = write(game(drawn, 1), thunee("A"))
    assert comes_to(made) == 50_00
    corrected = correct(game(drawn, 1), made_thunee.entry, count("B"))
    assert comes_to(made) == 10_00
    correct(game(drawn, 1), corrected.entry, thunee("A"))
    assert comes_to(made) == 50_00


def test_a_correction_of_an_earlier_hand_leaves_it_where_it_was(
    make: Make, drawn: Tournament, write: Any, correct: Any
) -> None:
    before = write(game(drawn, 1), count("B"))
    made = make()
    correct(game(drawn, 1), before.entry, thunee("A"))
    assert comes_to(made) == 0


def test_a_pledge_comes_to_its_limit_and_no_further(make: Make, drawn: Tournament, write: Any) -> None:
    made = make(most=25_00)
    write(game(drawn, 1), thunee("A"))
    standing = standing_of(made.pledge)
    assert (standing.reckoned, standing.comes_to, standing.full) == (40_00, 25_00, True)


def test_a_match_that_is_won_counts_once_with_the_hand_that_ended_it(make: Make, drawn: Tournament, win: Any) -> None:
    made = make({"match": 100_00}, team=team(drawn, "B"))
    win(drawn, 1, "B")
    [part] = standing_of(made.pledge).parts
    assert (part.cents, part.happening.number, part.happening.rule) == (100_00, 3, "TH-GAME-1")


def test_a_walkover_is_no_match_won_and_what_was_written_before_counts_for_nothing(
    make: Make, drawn: Tournament, organiser: Any, write: Any
) -> None:
    made = make({"match": 100_00, "ball": 10_00})
    write(game(drawn, 1), count("A"))
    assert comes_to(made) == 10_00
    acts.award_walkover(actor=organiser, match=match(drawn, 1), side="A", reason="They did not come.")
    assert match(drawn, 1).over
    assert comes_to(made) == 0


def test_a_pledge_for_a_table_counts_what_is_played_there(make: Make, drawn: Tournament, write: Any) -> None:
    made = make(table=2)
    for number in (1, 2, 2):
        write(game(drawn, number), count("A"))
    table = match(drawn, 2).seating.table.number
    assert comes_to(made) == (20_00 if table == 2 else 10_00)


def test_a_pledge_that_was_ended_keeps_what_it_came_to(make: Make, drawn: Tournament, write: Any, correct: Any) -> None:
    made = make()
    first = write(game(drawn, 1), count("A"))
    acts.end_pledge(pledge=made.pledge)
    write(game(drawn, 1), thunee("A"))
    assert comes_to(made) == 10_00
    correct(game(drawn, 1), first.entry, thunee("B"))  # what was there before the end is corrected still
    assert comes_to(made) == 40_00
    assert acts.end_pledge(pledge=made.pledge) == acts.end_pledge(pledge=made.pledge)


def test_a_pledge_that_is_struck_out_counts_for_nothing_and_says_why(
    make: Make, drawn: Tournament, write: Any, organiser: Any
) -> None:
    made = make()
    write(game(drawn, 1), count("A"))
    assert refusal(acts.strike_pledge, actor=organiser, pledge=made.pledge, reason=" ")[0] == "reason_missing"
    acts.strike_pledge(actor=organiser, pledge=made.pledge, reason="in jest")
    standing = standing_of(made.pledge)
    assert standing.comes_to == 0
    assert standing.struck is not None
    assert standing.struck.reason == "in jest"
    total = pledged(fund_of(drawn))
    assert total is not None
    assert (total.total, total.pledges) == (0, 0)


def test_only_the_organiser_and_the_treasurer_end_or_strike_out_what_is_not_theirs(
    make: Make, drawn: Tournament
) -> None:
    made = make()
    for role in ("scorekeeper", "referee", "viewer"):
        person = RoleFactory(tournament=drawn, role=role).user
        assert refusal(acts.end_pledge, pledge=made.pledge, actor=person)[0] == "not_allowed"
        assert refusal(acts.strike_pledge, actor=person, pledge=made.pledge, reason="why")[0] == "not_allowed"
    treasurer = RoleFactory(tournament=drawn, role="treasurer").user
    acts.strike_pledge(actor=treasurer, pledge=made.pledge, reason="twice")


def test_the_same_request_makes_one_pledge(make: Make) -> None:
    key = uuid.uuid4().hex
    first, again = make(key=key), make(key=key)
    assert (again.repeated, again.pledge, again.token) == (True, first.pledge, first.token)
    assert Pledge.objects.count() == 1


@pytest.mark.parametrize(
    ("changed", "paths"),
    [
        ({"rates": {}}, ["rates"]),
        ({"rates": {"ball": 0}}, ["rates"]),
        ({"rates": {"ball": -5}}, ["ball"]),
        ({"rates": {"goal": 5}}, ["goal"]),
        ({"rates": {"ball": 600_00}}, ["ball"]),
        ({"most": 0}, ["most"]),
        ({"most": 5_000_01}, ["most"]),
        ({"name": " "}, ["name"]),
        ({"name": "x" * 81}, ["name"]),
        ({"contact": "12345"}, ["contact"]),
        ({"contact": "x" * 201}, ["contact"]),
        ({"team": "nobody"}, ["whom"]),
        ({"table": 99}, ["whom"]),
    ],
)
def test_a_pledge_that_makes_no_sense_is_refused_with_its_fields(make: Make, changed: Any, paths: list[str]) -> None:
    assert refusal(make, **changed) == ("bad_pledge", paths)
    assert not Pledge.objects.exists()


def test_nobody_pledges_where_none_are_taken(make: Make, drawn: Tournament, organiser: Any) -> None:
    taking(organiser, drawn, None)
    assert refusal(make)[0] == "no_pledges"
    taking(organiser, drawn)
    assert refusal(make, key="short")[0] == "bad_key"
    Tournament.objects.filter(pk=drawn.pk).update(status="draft")
    assert refusal(make)[0] == "no_pledges"


def test_a_pledge_is_found_by_its_private_link_alone(make: Make, drawn: Tournament) -> None:
    made = make()
    assert pledge_by(drawn, made.token) == made.pledge
    assert made.token not in str(Pledge.objects.values())
    for wrong in ("", made.token[:-1], made.pledge.public_id, made.pledge.token_hash):
        assert pledge_by(drawn, wrong) is None
    assert pledge_by(draw(UserFactory(), 2), made.token) is None


def test_what_was_paid_for_a_pledge_is_taken_off_it(make: Make, drawn: Tournament, write: Any, organiser: Any) -> None:
    made = make()
    write(game(drawn, 1), thunee("A"))
    how = {"actor": organiser, "method": "cash", "device": "desk"}
    receipt = acts.take_money(
        tournament=drawn, amount=30_00, kind="donation", pledge=made.pledge, client_uuid=uuid.uuid4(), **how
    ).receipt
    standing = standing_of(made.pledge)
    assert (standing.paid, standing.open, standing.over) == (30_00, 10_00, 0)
    assert refusal(acts.strike_pledge, actor=organiser, pledge=made.pledge, reason="why")[0] == "was_paid"
    acts.refund_money(
        receipt=receipt, amount=20_00, kind="donation", reason="too much", client_uuid=uuid.uuid4(), **how
    )
    assert standing_of(made.pledge).paid == 10_00
    refund = Movement.objects.get(act="refund")
    acts.reverse_money(actor=organiser, movement=refund, reason="typed", device="desk", client_uuid=uuid.uuid4())
    assert standing_of(made.pledge).paid == 30_00
    acts.reverse_money(actor=organiser, movement=receipt, reason="typed", device="desk", client_uuid=uuid.uuid4())
    assert standing_of(made.pledge).paid == 0


def test_what_is_paid_for_a_pledge_is_a_donation_of_its_own_event(
    make: Make, drawn: Tournament, organiser: Any
) -> None:
    made = make()
    how = {"actor": organiser, "method": "cash", "device": "desk", "amount": 5_00, "pledge": made.pledge}
    other = draw(organiser, 2)
    wrong = refusal(acts.take_money, tournament=drawn, kind="other", client_uuid=uuid.uuid4(), **how)
    assert wrong == ("bad_receipt", ["kind"])
    elsewhere = refusal(acts.take_money, tournament=other, kind="donation", client_uuid=uuid.uuid4(), **how)
    assert elsewhere == ("bad_receipt", ["pledge"])


def test_the_currency_stands_fast_with_the_first_pledge(make: Make, drawn: Tournament, organiser: Any) -> None:
    make()
    said = refusal(acts.set_fund, actor=organiser, tournament=drawn, currency="USD", goal=None, public=False)
    assert said == ("bad_fund", ["currency"])


def test_a_pledge_is_never_changed_not_even_past_the_code(make: Make) -> None:
    made = make()
    acts.end_pledge(pledge=made.pledge)
    with pytest.raises(AppendOnly):
        Pledge.objects.update(most=1)
    for table in ("fundraising_pledge", "fundraising_pledgeend"):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"DELETE FROM {table}")
    with pytest.raises(IntegrityError), transaction.atomic():
        Pledge.objects.create(
            tournament=made.pledge.tournament, number=2, token_hash="x", rates={}, most=0, by="public",
            created_at=made.pledge.created_at,
        )  # fmt: skip


def test_a_person_who_pledged_can_be_forgotten_and_the_pledge_stays(make: Make, drawn: Tournament, write: Any) -> None:
    from thunee_tournaments.services.core import pseudonyms

    made = make(named=True)
    write(game(drawn, 1), count("A"))
    call_command("forget", "vic@example.org", stdout=(listed := StringIO()))
    assert "pledge 1: Vic Hill" in listed.getvalue()
    for name in ("vic@example.org", "VIC HILL"):
        assert pseudonyms.find(name).pledgers == [made.pledge.pledger]
    assert "pledge 1 of" in pseudonyms.forget(pseudonyms.find("Vic Hill"))[0]
    pledger = Pledger.objects.get()
    assert (pledger.name, pledger.contact, pledger.named) == ("", "", False)
    assert comes_to(made) == 10_00


def test_what_was_read_under_a_head_is_not_read_again(
    make: Make, drawn: Tournament, write: Any, django_assert_num_queries: Any
) -> None:
    make()
    write(game(drawn, 1), count("A"))
    write(game(drawn, 2), count("A"))
    standings_of(drawn)
    kept = dict(happenings._kept)
    with django_assert_num_queries(6):
        standings_of(drawn)
    write(game(drawn, 1), count("B"))
    standings_of(drawn)
    assert len(set(happenings._kept) - set(kept)) == 1  # one sheet was written on: one is read


HANDS = {"count": (count, 1), "thunee": (thunee, 4)}


@pytest.mark.slow
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    done=st.lists(
        st.tuples(
            st.sampled_from(["hand", "hand", "hand", "correct", "strike", "pledge", "end"]),
            st.sampled_from([1, 2]), st.sampled_from("AB"), st.sampled_from(sorted(HANDS)), st.integers(0, 9),
        ),
        max_size=12,
    )
)  # fmt: skip
@pytest.mark.walks
def test_every_pledge_is_a_fold_over_the_record_whatever_is_corrected(organiser: Any, done: list[Any]) -> None:
    """Beside it stands a list of what was written and struck out, which knows nothing of sheets and rulings."""
    tournament = draw(organiser, 4, table_count=2)
    taking(organiser, tournament)
    write, make = writing(organiser), making(tournament)
    hands: list[dict[str, Any]] = []
    pledges: list[dict[str, Any]] = []
    for act, number, side, kind, pick in done:
        play, _balls = HANDS[kind]
        written = [row for row in hands if row["match"] == number and row["stands"]]
        try:
            with transaction.atomic():
                if act == "pledge":
                    whose = team(tournament, side, number) if pick % 2 else ""
                    made = make({"ball": 10_00, "thunee": 35_00}, most=30_00 * (pick + 2), team=whose)
                    row = {"pledge": made, "from": len(hands), "to": None, "most": 30_00 * (pick + 2)}
                    pledges.append({**row, "only": (number, side) if whose else None})
                elif act == "end" and pledges:
                    ended = pledges[pick % len(pledges)]
                    acts.end_pledge(pledge=ended["pledge"].pledge)
                    ended["to"] = len(hands) if ended["to"] is None else ended["to"]
                elif act == "hand" and not match(tournament, number).over:
                    entry = write(game(tournament, number), play(side))
                    hands.append({"match": number, "side": side, "kind": kind, "entry": entry.entry, "stands": True})
                elif act in ("correct", "strike") and written:
                    row = written[pick % len(written)]
                    sheet_game = match(tournament, number).games.get()
                    body = play(side) if act == "correct" else None
                    row.update(corrected(organiser, sheet_game, row, body, side, kind))
        except Refused:
            continue  # the record refuses it, and stays as it is
    for row in pledges:
        meant = [hand for hand in hands[row["from"] : row["to"]] if hand["stands"]]
        if row["only"]:
            meant = [hand for hand in meant if (hand["match"], hand["side"]) == row["only"]]
        worth = sum(HANDS[hand["kind"]][1] * 10_00 + 35_00 * (hand["kind"] == "thunee") for hand in meant)
        assert comes_to(row["pledge"]) == min(worth, row["most"])
    total = pledged(fund_of(tournament))
    assert total is not None
    assert total.total == sum(comes_to(row["pledge"]) for row in pledges)


def corrected(
    organiser: Any, played: Any, row: dict[str, Any], body: dict[str, Any] | None, side: str, kind: str
) -> dict[str, Any]:
    """Write a correction of a hand, or strike it out (body None); what the list says of it then."""
    key = acts.WriteKey("desk", uuid.uuid4(), played.sheet.head)
    how = {"actor": organiser, "game": played, "entry": row["entry"], "reason": "wrong", "key": key}
    entry = acts.void_hand(**how) if body is None else acts.correct_hand(body=body, **how)
    return {"stands": body is not None, "side": side, "kind": kind, "entry": entry.entry}
