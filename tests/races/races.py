"""The races: who acts at the same instant, and what must hold afterwards, in words and in rows.

`prepared` makes the state before, once; `orders` says who does what; `fault` says what is wrong with what they were
answered and with what is stored, or nothing.
"""

import uuid
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.utils import timezone

from tests.factories import TeamFactory, TournamentFactory, UserFactory
from tests.thunee_tournaments.services.conftest import LOT, count, draw, game, match, thunee, writing
from thunee_tournaments.brackets.models import Round, StreakEntry
from thunee_tournaments.fundraising.models import Movement
from thunee_tournaments.services import acts
from thunee_tournaments.services.models import SigningTries
from thunee_tournaments.services.record import replay
from thunee_tournaments.services.scoring.signing_pins import pin_of
from thunee_tournaments.tables.models import Seating
from thunee_tournaments.teams.models import SignUp
from thunee_tournaments.tournaments.models import Role, Tournament

Orders = list[dict[str, Any]]


@dataclass(frozen=True)
class Race:
    """`invariant`: what is always so, in words."""

    name: str
    invariant: str
    prepared: Callable[[], Orders]
    fault: Callable[[list[str]], str]


def order(act: str, actor: Any, **said: Any) -> dict[str, Any]:
    return {"act": act, "actor": actor and actor.pk, "said": said}


def sent(device: str) -> dict[str, str]:
    return {"device": device, "client_uuid": str(uuid.uuid4())}


def is_not(got: list[str], *expected: list[str]) -> str:
    """What they were answered, if it is none of these."""
    return "" if sorted(got) in [sorted(one) for one in expected] else f"answers {sorted(got)}"


def check() -> str:
    """What the record and what is stored beside it do not agree on."""
    return "; ".join(str(found) for tournament in Tournament.objects.all() for found in replay.check(tournament))


def planned(organiser: Any, teams: int, *stages: dict[str, Any]) -> Tournament:
    tournament = TournamentFactory(organiser=organiser, table_count=4)
    entered = [TeamFactory(tournament=tournament, name=f"Team {n}") for n in range(1, teams + 1)]
    acts.order_seeds(actor=organiser, tournament=tournament, teams=[team.public_id for team in entered])
    acts.set_plan(actor=organiser, tournament=tournament, stages=list(stages))
    acts.draw_event(actor=organiser, tournament=tournament, lot=LOT)
    return Tournament.objects.get(pk=tournament.pk)


def walkovers(organiser: Any, tournament: Tournament, *numbers: int) -> None:
    for number in numbers:
        acts.award_walkover(actor=organiser, match=match(tournament, number), side="A", reason="Not here.")


# An appeal, twice at once.


def appeal() -> Orders:
    organiser = UserFactory()
    tournament = draw(organiser, 4)
    writing(organiser)(game(tournament, 1), count("A"))
    played = match(tournament, 1)
    dispute = acts.raise_dispute(
        actor=organiser, match=played, game=game(tournament, 1), about="game", reason="rule", words="", side="B",
        device="desk", client_uuid=uuid.uuid4(),
    ).dispute  # fmt: skip
    from adjudication.outcomes import ProposedDecision

    proposed = ProposedDecision("stands", ("EV-CARD-1",), "As both wrote.", head=game(tournament, 1).sheet.head)
    acts.decide_dispute(
        actor=organiser, match=played, dispute=dispute, proposed=proposed, device="desk", client_uuid=uuid.uuid4()
    )
    said = {"match": played.pk, "dispute": dispute.pk, "side": "B", "text": "No."}
    return [order("appeal_decision", organiser, **said, **sent(f"desk-{n}")) for n in (1, 2)]


def appeal_fault(got: list[str]) -> str:
    from adjudication.models import Decision

    appeals = Decision.objects.filter(act="appeal").count()
    return is_not(got, ["done", "appealed_once"]) or ("" if appeals == 1 else f"{appeals} appeals") or check()


# A team buys in at two desks.


def buy_in() -> Orders:
    organiser = UserFactory()
    stage = {"format": "streak", "parameters": {"wins": 2, "entries": 2, "price": 100_00}}
    tournament = planned(organiser, 4, stage)
    walkovers(organiser, tournament, 1)
    beaten = match(tournament, 1).team("B")
    assert beaten is not None
    return [order("buy_entry", organiser, tournament=tournament.pk, team=beaten.pk)] * 2


def buy_in_fault(got: list[str]) -> str:
    numbers = list(StreakEntry.objects.values_list("number", flat=True))
    doubled = len(set(numbers)) != len(numbers) or len(numbers) != 5
    return is_not(got, ["done", "still_in"]) or (f"entries {sorted(numbers)}" if doubled else "") or check()


# A receipt is written, doubled by the network, beside another.


def receipts() -> Orders:
    organiser = UserFactory()
    tournament = draw(organiser, 2)
    said = {"tournament": tournament.pk, "amount": 100_00, "kind": "donation", "method": "cash"}
    twice = order("take_money", organiser, **said, **sent("desk-1"))
    return [twice, twice, order("take_money", organiser, **said, **sent("desk-2"))]


def receipts_fault(got: list[str]) -> str:
    numbers = sorted(Movement.objects.values_list("number", flat=True))
    return is_not(got, ["done", "done", "repeated"]) or ("" if numbers == [1, 2] else f"receipts {numbers}") or check()


# Two teams sign up for the last place.


def last_place() -> Orders:
    organiser = UserFactory()
    tournament = TournamentFactory(organiser=organiser)
    TeamFactory(tournament=tournament)
    says = acts.Announced(visibility="public", open=True, places=2, review=False)
    acts.announce(actor=organiser, tournament=tournament, says=says)
    return [
        order("sign_up", None, tournament=tournament.pk, key=name * 32, typed={"name": name, "phone": "082 555 0100"})
        for name in "ab"
    ]


def last_place_fault(got: list[str]) -> str:
    rows = sorted(SignUp.objects.values_list("number", "state"))
    return is_not(got, ["done", "done"]) or ("" if rows == [(1, "in"), (2, "waiting")] else f"sign-ups {rows}")


# A receipt is taken back at two desks.


def receipt_back() -> Orders:
    organiser = UserFactory()
    tournament = draw(organiser, 2)
    receipt = acts.take_money(
        actor=organiser, tournament=tournament, amount=5, kind="donation", method="cash", device="desk",
        client_uuid=uuid.uuid4(),
    ).receipt  # fmt: skip
    return [order("reverse_money", organiser, movement=receipt.pk, reason="Twice.", **sent(f"d{n}")) for n in (1, 2)]


def receipt_back_fault(got: list[str]) -> str:
    made = Movement.objects.filter(act="reversal").count()
    return is_not(got, ["done", "already_reversed"]) or ("" if made == 1 else f"{made} reversals") or check()


# Two desks give the same money back.


def refunds() -> Orders:
    organiser = UserFactory()
    tournament = draw(organiser, 2)
    given = {"amount": 400, "kind": "raffle", "method": "cash", **sent("desk")}
    receipt = acts.take_money(actor=organiser, tournament=tournament, **given).receipt
    back = {"receipt": receipt.pk, "amount": 300, "kind": "raffle", "method": "cash", "reason": "Too many."}
    return [order("refund_money", organiser, **back, **sent(f"desk-{number}")) for number in (1, 2)]


def refunds_fault(got: list[str]) -> str:
    made = Movement.objects.filter(act="refund").count()
    return is_not(got, ["done", "bad_refund"]) or ("" if made == 1 else f"{made} refunds") or check()


# The draw is taken back while the first hand is saved.


def draw_back() -> Orders:
    organiser = UserFactory()
    tournament = draw(organiser, 4)
    played = game(tournament, 1)
    hand = order("record_hand", organiser, game=played.pk, body=count("A"), head=played.sheet.head, **sent("phone"))
    return [{**hand, "after": 1.0}, order("undo_draw", organiser, tournament=tournament.pk)]


def draw_back_fault(got: list[str]) -> str:
    from adjudication.models import Entry, Scoresheet

    tournament = Tournament.objects.get()
    written, drawn = Entry.objects.count(), tournament.status == Tournament.Status.RUNNING
    one_of_them = (written == 1) == drawn and (drawn or not Scoresheet.objects.exists())
    hand, undone = got
    answered = (hand == "done" and undone == "begun") or (hand != "done" and undone == "done")
    if any(": " in one for one in got):  # an error, and no word of ours
        answered = False
    return (
        ("" if answered else f"answers {got}") or ("" if one_of_them else f"{written} hands, drawn: {drawn}") or check()
    )


# One invitation is opened by two people.


def invitation() -> Orders:
    organiser = UserFactory()
    tournament = draw(organiser, 2)
    token = acts.invite(actor=organiser, tournament=tournament, role="referee", key="i" * 32).token
    return [order("take_invitation", UserFactory(), token=token) for _ in range(2)]


def invitation_fault(got: list[str]) -> str:
    referees = Role.objects.filter(role="referee").count()
    return is_not(got, ["done", "invitation_ended"]) or ("" if referees == 1 else f"{referees} referees") or check()


# The next Swiss round is paired at two desks.


def pairing() -> Orders:
    organiser = UserFactory()
    tournament = planned(organiser, 4, {"format": "swiss", "parameters": {"rounds": 3}})
    walkovers(organiser, tournament, 1, 2)
    return [order("pair_round", organiser, tournament=tournament.pk)] * 2


def pairing_fault(got: list[str]) -> str:
    rounds = Counter(Round.objects.values_list("number", flat=True))
    matches = Tournament.objects.get().stages.get().matches.count()
    found = "" if rounds == Counter((1, 2)) and matches == 4 else f"rounds {dict(rounds)}, {matches} matches"
    return is_not(got, ["done", "round_open"]) or found or check()


# The next stage is drawn at two desks.


def next_stage() -> Orders:
    organiser = UserFactory()
    groups = {"format": "groups", "parameters": {"groups": 2}}
    tournament = planned(organiser, 4, groups, {"format": "knockout", "parameters": {}})
    walkovers(organiser, tournament, 1, 2)
    said = {"tournament": tournament.pk, "meant": 2}
    return [order("start_next_stage", organiser, **said)] * 2


def next_stage_fault(got: list[str]) -> str:
    drawn = Tournament.objects.get().stages.get(order=2)
    found = "" if drawn.matches.count() == 3 else f"{drawn.matches.count()} matches"
    return is_not(got, ["done", "done_already"]) or found or check()


# A side signs what the desk corrects.


def _signed_by_one(policies: dict[str, Any]) -> tuple[Any, Tournament]:
    organiser = UserFactory()
    tournament = draw(organiser, 4, policies=policies)
    for _ in range(3):
        writing(organiser)(game(tournament, 1), thunee("A"))
    return organiser, tournament


def sign_and_correct() -> Orders:
    organiser, tournament = _signed_by_one({})
    played = match(tournament, 1).games.get()
    pin = pin_of(match(tournament, 1), "A")
    # What a signature writes first is then itself, and there they meet.
    until = timezone.now() + timedelta(days=1)
    SigningTries.objects.create(match=match(tournament, 1), side="A", since=until)
    said = {"game": played.pk, "head": played.sheet.head}
    return [
        order("sign_game", organiser, **said, side="A", pin=pin, reason="", **sent("phone")),
        order("correct_hand", organiser, **said, entry=3, body=count("B"), reason="Wrong side.", **sent("desk")),
    ]


def sign_and_correct_fault(got: list[str]) -> str:
    from adjudication import signing

    sheet = match(Tournament.objects.get(), 1).games.get().sheet
    signed = signing.standing_of(sheet).signed
    told = got in (["stale", "done"], ["done", "done, A void"])
    return ("" if told else f"answers {got}") or (f"still signed by {sorted(signed)}" if signed else "") or check()


# The last two results of a round.


def last_results() -> Orders:
    organiser = UserFactory()
    tournament = draw(organiser, 4)
    orders = []
    for number in (1, 2):
        for _ in range(2):
            writing(organiser)(game(tournament, number), thunee("A"))
        played = game(tournament, number)
        said = {"game": played.pk, "body": thunee("A"), "head": played.sheet.head}
        orders.append(order("record_hand", organiser, **said, **sent(f"phone-{number}")))
    return orders


def last_results_fault(got: list[str]) -> str:
    final = match(Tournament.objects.get(), 3)
    teams = {team.name for team in final.teams if team is not None}
    seated = Seating.objects.filter(match=final, ended_at=None).count()
    right = final.state == "ready" and teams == {"Team 1", "Team 2"} and final.games.count() == 1 and seated == 1
    return is_not(got, ["done", "done"]) or ("" if right else f"final {final.state} of {sorted(teams)}") or check()


# Two referees decide about a game the match did not need.


def game_too_many() -> Orders:
    organiser = UserFactory()
    tournament = draw(organiser, 4, best_of=3, changes={"balls_to_win": 4})
    for side in "ABA":
        writing(organiser)(game(tournament, 1), thunee(side))
    played = match(tournament, 1)
    first, third = (played.games.select_related("sheet").get(number=number) for number in (1, 3))
    acts.correct_hand(
        actor=organiser,
        game=first,
        entry=first.sheet.entries.get(),
        body=thunee("B"),
        key=acts.WriteKey("desk", uuid.uuid4(), first.sheet.head),
        reason="Wrong side.",
    )
    said = {"match": played.pk, "game": third.pk, "text": "Looked at."}
    return [
        order("resolve_surplus", organiser, **said, choice=choice, **sent(choice))
        for choice in ("game_kept", "game_void")
    ]


def game_too_many_fault(got: list[str]) -> str:
    from adjudication.models import Decision

    decided = Decision.objects.count()
    # Gone: the other had struck it out before this one was even read, as on a busy machine; its page is not there then.
    told = is_not(got, ["done", "decided"], ["done", "not_beyond"], ["done", "gone"])
    return told or ("" if decided == 1 else f"{decided} decisions") or check()


RACES = (
    Race("appeal", "Of two appeals against one decision one is written, and the other is told.", appeal, appeal_fault),
    Race("buy-in", "A team that taps twice buys one entry.", buy_in, buy_in_fault),
    Race("receipts", "A receipt sent twice is one; numbers follow each other.", receipts, receipts_fault),
    Race("last place", "Of two teams that sign up for one place the other waits.", last_place, last_place_fault),
    Race("receipt taken back", "A receipt is taken back once.", receipt_back, receipt_back_fault),
    Race("refund", "Of a receipt no more is given back than came in.", refunds, refunds_fault),
    Race("draw taken back", "A draw is taken back or its first hand stands, never both.", draw_back, draw_back_fault),
    Race("invitation", "An invitation makes one referee.", invitation, invitation_fault),
    Race("pairing", "A Swiss round is paired once.", pairing, pairing_fault),
    Race("next stage", "A stage is drawn once.", next_stage, next_stage_fault),
    Race(
        "sign against correct", "A signature never stands under what was corrected, and somebody is told.",
        sign_and_correct, sign_and_correct_fault,
    ),
    Race(
        "game too many", "Of two referees who decide about a game one decides, and the other is told.",
        game_too_many, game_too_many_fault,
    ),
    Race("last two results", "The last two results make one final of both winners.", last_results, last_results_fault),
)  # fmt: skip
