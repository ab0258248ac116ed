"""Every act that needs somebody's right, with what it is asked in a world; and who has that right."""

import uuid
from datetime import date
from inspect import isfunction

import pytest

from adjudication.models import Entry
from tests.factories import (
    AuctionItemFactory,
    InvitationFactory,
    RoleFactory,
    SignUpFactory,
    SponsorFactory,
)
from tests.support.organisations import MemberFactory, MemberInvitationFactory
from tests.thunee_tournaments.services.conftest import count, game, match
from thunee_tournaments.fundraising.models import Fund, Movement
from thunee_tournaments.fundraising.receivers import Receiver
from thunee_tournaments.services import acts
from thunee_tournaments.services.scoring.signing_pins import pin_of
from thunee_tournaments.services.setup.table_zones import NamedTable
from thunee_tournaments.standings.prizing import Prize
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.policies import EventPolicies

pytestmark = pytest.mark.walks


# What each act is asked for; whoever adds one to `acts` has to say here how it is called.
ANOTHER_SITE = "thunee1." + "A" * 86
SAID = {
    "update_details": lambda w: {"tournament": w.draft, "name": "x", "cause": "", "venue": "", "date": None},
    "set_rules": lambda w: {"tournament": w.draft, "preset": "fundraiser", "changes": {}},
    "set_match_length": lambda w: {"tournament": w.draft, "best_of": 3},
    "set_prizes": lambda w: {"tournament": w.draft, "prizes": [Prize(0, 1, 1, "Cup")]},
    "set_policies": lambda w: {"tournament": w.draft, "policies": EventPolicies(deposit="R200")},
    "set_fund": lambda w: {"tournament": w.played, "currency": "ZAR", "goal": None, "public": True},
    "set_receiver": lambda w: {"tournament": w.played, "receiver": Receiver("x")},
    "set_organisation": lambda w: {"organisation": w.club(), "holder": acts.Holder("x")},
    "invite_member": lambda w: {"organisation": w.club(), "part": "viewer", "key": "k" * 22},
    "revoke_member_invitation": lambda w: {"invitation": MemberInvitationFactory(organisation=w.club())},
    "remove_member": lambda w: {"member": MemberFactory(organisation=w.club())},
    "give_event": lambda w: {"tournament": w.draft, "organisation": w.club()},
    "take_money": lambda w: {
        "tournament": w.played, "amount": 400_00, "kind": "donation", "method": "cash", **w.sent(),
    },
    "reverse_money": lambda w: {"movement": w.receipt(), "reason": "x", **w.sent()},
    "refund_money": lambda w: {
        "receipt": w.receipt(), "amount": 1, "kind": "donation", "method": "cash", "reason": "x", **w.sent(),
    },
    "take_deposit": lambda w: {"tournament": w.played, "amount": 1, "method": "cash", "what": "x", **w.sent()},
    "return_deposit": lambda w: {"deposit": w.deposit(), "method": "cash", **w.sent()},
    "keep_deposit": lambda w: {"deposit": w.deposit(), "reason": "x", **w.sent()},
    "mail_receipt": lambda w: {"receipt": w.receipt(), "to": "kim@example.org"},
    "note_print": lambda w: {"receipt": w.receipt(), **w.sent()},
    "pay_expense": lambda w: {"tournament": w.played, "amount": 1, "method": "cash", "what": "x", **w.sent()},
    "pay_prize": lambda w: {
        "tournament": w.played, "amount": 1, "method": "cash", "what": "x", "name": "y", **w.sent(),
    },
    "move_cash": lambda w: {"tournament": w.played, "act": "float", "amount": 1, **w.sent()},
    "cash_up": lambda w: {
        "tournament": w.played, "whose": "", "pieces": {}, "rest": 0, "expected": 0, **w.sent(),
    },
    "sign_cash_up": lambda w: {"count": w.counted(), **w.sent()},
    "give_free_place": lambda w: {"team": w.played.teams.get(seed=1), "reason": "x"},
    "end_free_place": lambda w: {"team": w.played.teams.get(seed=1), "reason": "x"},
    "end_pledge": lambda w: {"pledge": w.pledged()},
    "strike_pledge": lambda w: {"pledge": w.pledged(), "reason": "x"},
    "set_raffle": lambda w: {"tournament": w.played, "price": 5_00, "prizes": ["A cake"]},
    "give_book_out": lambda w: {"tournament": w.with_raffle(), "first": 50, "last": 60},
    "hand_book_in": lambda w: {"book": w.raffle_book(), "unsold": "3"},
    "take_book_back": lambda w: {"book": w.raffle_book()},
    "close_raffle": lambda w: {"tournament": w.with_raffle()},
    "reopen_raffle": lambda w: {"tournament": w.with_raffle(closed=True), "reason": "x"},
    "draw_raffle": lambda w: {"tournament": w.with_raffle(closed=True), "word": "blue"},
    "reveal_prize": lambda w: {"tournament": w.with_raffle(drawn=True), "place": 1},
    "add_auction_item": lambda w: {"tournament": w.played, "kind": "sale", "name": "A cake"},
    "remove_auction_item": lambda w: {"item": AuctionItemFactory(tournament=w.played)},
    "write_bid": lambda w: {"item": AuctionItemFactory(tournament=w.played), "paddle": 7, "cents": 50_00},
    "take_bid_back": lambda w: {"bid": w.bid()},
    "let_hammer_fall": lambda w: {"item": w.bid().item, "seen": 1},
    "take_hammer_back": lambda w: {"item": w.sold(), "reason": "x"},
    "name_paddle": lambda w: {"tournament": w.played, "number": 7, "name": "x"},
    "set_sponsor": lambda w: {"tournament": w.played, "typed": acts.TypedSponsor("Bakery")},
    "remove_sponsor": lambda w: {"sponsor": SponsorFactory(tournament=w.played)},
    "start_sending": lambda w: {"tournament": w.played, "url": "https://club.example.org"},
    "stop_sending": lambda w: {"tournament": w.played},
    "take_bundle": lambda w: {"tournament": w.played},
    "hand_over": lambda w: {"tournament": w.played, "to": ANOTHER_SITE, "reason": "x"},
    "take_over": lambda w: {"tournament": w.played, "reason": "x"},
    "take_till": lambda w: {"tournament": w.played},
    "take_export": lambda w: {"tournament": w.played},
    "take_names": lambda w: {"tournament": w.played},
    "draw_sample": lambda w: {"tournament": w.played, "confidence": 95, "margin": 1},
    "add_team": lambda w: {"tournament": w.draft, "name": "x"},
    "edit_team": lambda w: {"team": w.team, "name": "x", "players": ["a", "b"]},
    "remove_team": lambda w: {"team": w.team},
    "delete_tournament": lambda w: {"tournament": w.draft, "seen": 0},
    "copy_tournament": lambda w: {"tournament": w.played, "name": "x"},
    "check_in": lambda w: {"team": match(w.played, 2).team("A"), "here": True},
    "leave_out_absent": lambda w: {"tournament": w.draft, "seen": []},
    "announce": lambda w: {"tournament": w.draft, "says": acts.Announced()},
    "accept_sign_up": lambda w: {"signed_up": SignUpFactory(tournament=w.draft)},
    "join_sign_ups": lambda w: {
        "signed_up": SignUpFactory(tournament=w.draft), "into": SignUpFactory(tournament=w.draft),
    },
    "decline_sign_up": lambda w: {"signed_up": SignUpFactory(tournament=w.draft)},
    "enter_pasted_teams": lambda w: {"tournament": w.draft, "text": "x: a, b"},
    "order_seeds": lambda w: {"tournament": w.draft, "teams": [w.team.public_id]},
    "seed_by_earlier": lambda w: {"tournament": w.draft, "source": w.before, "seen": w.team.public_id},
    "draw_lot_seeds": lambda w: {"tournament": w.draft},
    "set_plan": lambda w: {"tournament": w.draft, "stages": [{"format": "knockout"}]},
    "draw_event": lambda w: {"tournament": w.draft},
    "redraw_event": lambda w: {"tournament": w.played},
    "start_next_stage": lambda w: {"tournament": w.played},
    "undo_stage": lambda w: {"tournament": w.played},
    "pair_round": lambda w: {"tournament": w.played},
    "undo_round": lambda w: {"tournament": w.played},
    "swap_teams": lambda w: {
        "tournament": w.played, "team": match(w.played, 2).team("A"), "other": match(w.played, 2).team("B"),
        "reason": "x",
    },
    "give_place": lambda w: {
        "tournament": w.played, "team": match(w.played, 2).team("A"), "match": match(w.played, 2), "reason": "x",
    },
    "join_round": lambda w: {
        "tournament": w.played, "team": match(w.played, 2).team("A"), "number": 2, "reason": "x",
    },
    "change_coming": lambda w: {"tournament": w.played, "stages": [], "was": "", "reason": "x"},
    "change_rounds": lambda w: {"tournament": w.played, "rounds": 3, "was": 2, "reason": "x"},
    "buy_entry": lambda w: {"tournament": w.played, "team": match(w.played, 1).team("A")},
    "close_entries": lambda w: {"tournament": w.played},
    "close_entries_at": lambda w: {"tournament": w.played, "at": None},
    "reopen_entries": lambda w: {"tournament": w.played},
    "call_off_unbegun": lambda w: {"tournament": w.played},
    "make_program_key": lambda w: {
        "tournament": w.played, "note": "x", "may": "desk", "days": 1, "key": "one key of a request",
    },
    "revoke_program_key": lambda w: {"program_key": w.program_key()},
    "add_webhook": lambda w: {"tournament": w.played, "url": "https://club.example.org", "note": "x"},
    "remove_webhook": lambda w: {"webhook": w.webhook()},
    "tell_again": lambda w: {"webhook": w.webhook()},
    "set_play_off": lambda w: {
        "tournament": w.played, "teams": tuple(w.played.teams.order_by("seed")[:2]), "stage": 1, "reason": "x",
    },
    "take_back_play_off": lambda w: {"match": match(w.played, 2), "reason": "x"},
    "let_meet": lambda w: {"tournament": w.played, "entries": (1, 2), "reason": "x"},
    "pair_across": lambda w: {"tournament": w.played},
    "take_back_entry": lambda w: {"tournament": w.played, "entry": w.bought(), "reason": "x"},
    "postpone_match": lambda w: {"match": match(w.played, 2), "day": date(2026, 5, 1), "reason": "Rain."},
    "reinstate_team": lambda w: {"team": w.gone()},
    "substitute_player": lambda w: {
        "team": match(w.played, 2).team("A"), "leaves": match(w.played, 2).team("A").roster[0].public_id, "comes": "x",
        "reason": "x",
    },
    "take_substitution_back": lambda w: w.substituted(),
    "withdraw_team": lambda w: {"team": match(w.played, 2).team("A"), "reason": "x"},
    "draw_knockout": lambda w: {"tournament": w.draft},
    "redraw_knockout": lambda w: {"tournament": w.played},
    "undo_draw": lambda w: {"tournament": w.played},
    "set_table_count": lambda w: {"tournament": w.played, "count": 5},
    "assign_tables": lambda w: {"tournament": w.played},
    "name_tables": lambda w: {"tournament": w.played, "tables": [NamedTable(1, "Stage left")]},
    "set_zones": lambda w: {"stage": match(w.played, 1).stage, "zones": ["Hall B"], "only": True},
    "move_match": lambda w: {"match": match(w.played, 2), "table": w.table, "reason": "The lamp."},
    "accept_hand": lambda w: {"game": game(w.played, 1), "entry": 1, "device": "phone", "client_uuid": uuid.uuid4()},
    "table_links_again": lambda w: {"tournament": w.played},
    "issue_table_links": lambda w: {"tournament": w.played, "tables": [w.table], "key": "k" * 16},
    "issue_table_link": lambda w: {"table": w.table},
    "renew_table_pin": lambda w: {"table": w.table},
    "revoke_table_link": lambda w: {"table": w.table},
    "invite": lambda w: {"tournament": w.played, "role": "referee", "key": "k" * 16},
    "revoke_invitation": lambda w: {"invitation": InvitationFactory(tournament=w.played)},
    "take_role_away": lambda w: {"role": RoleFactory(tournament=w.played, role="viewer")},
    "set_conflict": lambda w: {"role": RoleFactory(tournament=w.played, role="referee"), "club": "x"},
    "set_seats": lambda w: {"match": match(w.played, 2), "seats": [None] * 4},
    "set_first_dealer": lambda w: {"match": match(w.played, 2), "seat": 2},
    "draw_dealer": lambda w: {"match": match(w.played, 2)},
    "give_leave": lambda w: {
        "match": match(w.played, 1), "referee": w.conflicted(), "reason": "x", "device": "desk",
        "client_uuid": uuid.uuid4(),
    },
    "award_walkover": lambda w: {"match": match(w.played, 2), "side": "A", "reason": "x"},
    "start_no_show": lambda w: w.called(),
    "stop_no_show": lambda w: w.missing(),
    "award_no_show": lambda w: w.missing(),
    "resolve_conflict": lambda w: {**SAID["preview_conflict"](w), **w.sent()},
    "resolve_surplus": lambda w: {
        "match": match(w.played, 1), "game": game(w.played, 1), "choice": "game_kept", "text": "x", **w.sent(),
    },
    "preview_conflict": lambda w: {"match": match(w.played, 2), "choice": "match_kept", "error_by": "own", "text": "x"},
    "withdraw_walkover": lambda w: {"match": match(w.played, 2), "reason": "x"},
    "preview_without_walkover": lambda w: {"match": match(w.played, 2)},
    "preview_going": lambda w: {"team": match(w.played, 2).team("A")},
    "close_tournament": lambda w: {"tournament": w.played, "reason": "x"},
    "reopen_tournament": lambda w: {"tournament": w.played},
    "sign_game": lambda w: {
        "game": w.over(), "side": "A", "key": w.write_key(), "pin": pin_of(match(w.played, 1), "A"),
    },
    "agree_to_game": lambda w: {"game": w.tapped(), "key": w.write_key()},
    "start_next_game": lambda w: {"match": match(w.played, 1)},
    "preview_hand": lambda w: {"game": game(w.played, 1), "body": count("A")},
    "set_timer": lambda w: {"round": match(w.played, 1).round, "minutes": 30},
    "start_timer": lambda w: {"round": w.timed()},
    "pause_timer": lambda w: {"round": w.timed()},
    "add_minutes": lambda w: {"round": w.timed(), "minutes": 5},
    "ring_bell": lambda w: {"round": w.timed()},
    "stop_timer": lambda w: {"round": w.timed()},
    "preview_newer_rulings": lambda w: {"tournament": w.played, "chosen": []},
    "adopt_newer_rulings": lambda w: {
        "tournament": w.played, "chosen": [], "text": "So.", "seen": "", "device": "desk", "client_uuid": uuid.uuid4(),
    },
    "end_by_bell": lambda w: {"game": w.rung(), "key": w.write_key()},
    "take_bell_back": lambda w: {"game": w.rung(), "reason": "x", "key": w.write_key()},
    "record_hand": lambda w: {"game": game(w.played, 1), "body": count("A"), "key": w.write_key()},
    "correct_hand": lambda w: {
        "game": game(w.played, 1), "entry": w.entry, "body": count("A"), "reason": "x", "key": w.write_key(),
    },
    "void_hand": lambda w: {"game": game(w.played, 1), "entry": w.entry, "reason": "x", "key": w.write_key()},
    "insert_hand": lambda w: {
        "game": game(w.played, 1), "after": 0, "body": count("A"), "reason": "x", "key": w.write_key(),
    },
    "preview_insertion": lambda w: {"game": game(w.played, 1), "after": 0, "body": count("A")},
    "forfeit_scorecard": lambda w: {
        "game": w.scorecards(), "hand": 1, "side": "A", "text": "x", **w.key(),
    },
    "preview_correction": lambda w: {"game": game(w.played, 1), "entry": w.entry, "body": None},
    "raise_dispute": lambda w: {
        "match": match(w.played, 1), "about": "match", "reason": "late", "words": "", **w.sent(),
    },
    "appeal_decision": lambda w: {**w.about(w.decided), "side": "A", "text": "No.", **w.sent()},
    "write_version": lambda w: {**w.about(w.open), "side": "A", "body": count("A")},
    "decide_dispute": lambda w: {**w.about(w.open), "proposed": w.proposed(), **w.sent()},
    "decide_appeal": lambda w: {
        **w.about(w.appealed), "overturn": False, "rules": ("EV-DISP-1",), "text": "Yes.", **w.sent(),
    },
    "preview_decision": lambda w: {**w.about(w.open), "proposed": w.proposed()},
    "preview_appeal": lambda w: {**w.about(w.appealed), "rules": ("EV-DISP-1",), "text": "No."},
    "preview_late": lambda w: {
        "game": game(w.played, 1), "hand": 1, "seat": 0, "against": 1, "offence": "revoke", "reason": "x",
    },
    "enforce_late": lambda w: {
        "game": game(w.played, 1), "hand": 1, "seat": 0, "against": 1, "offence": "revoke", "reason": "x", **w.key(),
    },
    "what_if": lambda w: {"game": game(w.played, 1), "hand": 1, "body": count("A")},
    "import_hands": lambda w: {"match": match(w.played, 2), "text": "[Dealer 0]\n*"},
    "preview_import": lambda w: {"match": match(w.played, 2), "text": "[Dealer 0]\n*"},
}  # fmt: skip
# Acts anybody may do: who is logged in, or who has an announcement or a link to read.
FREE = {
    "create_tournament", "take_invitation", "sign_up", "change_sign_up", "withdraw_sign_up", "arrive", "want_calls",
    "tell_phone", "forget_phone", "make_pledge", "promise_account_letter", "close_account",
    "take_in", "take_next", "take_piece", "begin_organisation", "take_membership",
}  # fmt: skip
# Acts of the record, which a scorekeeper and a table's own phone may do as well.
WRITING = {
    "sign_game", "agree_to_game", "start_next_game", "preview_hand", "record_hand", "correct_hand", "void_hand",
    "preview_correction",
    "raise_dispute", "appeal_decision", "write_version", "end_by_bell", "start_no_show", "stop_no_show",
}  # fmt: skip
# Acts of a referee.
JUDGING = {
    "what_if", "decide_dispute", "decide_appeal", "preview_decision", "preview_appeal", "enforce_late", "preview_late",
    "preview_newer_rulings", "adopt_newer_rulings",
    "insert_hand", "preview_insertion", "forfeit_scorecard", "take_bell_back", "import_hands", "preview_import",
    "resolve_conflict", "preview_conflict", "resolve_surplus", "award_no_show",
}  # fmt: skip
# Acts of the treasurer.
KEEPING = {
    "set_fund", "set_receiver", "take_money", "reverse_money", "refund_money", "note_print",
    "mail_receipt", "take_deposit", "return_deposit", "keep_deposit", "pay_expense", "pay_prize",
    "move_cash", "cash_up", "sign_cash_up", "take_till", "check_in", "end_pledge", "strike_pledge",
    "set_raffle", "give_book_out", "hand_book_in",
    "take_book_back", "close_raffle", "reopen_raffle", "draw_raffle", "reveal_prize",
    "add_auction_item", "remove_auction_item", "write_bid", "take_bid_back", "let_hammer_fall", "take_hammer_back",
    "name_paddle",
}  # fmt: skip
CHIEFS = {"take_export", "draw_sample", "give_leave"}
NO_ACTS = {"as_seen", "mark_of"}  # what keeps an act to what was shown
ACTS = sorted({name for name in acts.__all__ if isfunction(getattr(acts, name))} - NO_ACTS - FREE)


def state():
    return (
        list(Tournament.objects.order_by("pk").values_list("status", "version", "name", "preset")),
        Entry.objects.count(),
        Fund.objects.count(),
        Movement.objects.count(),
    )
