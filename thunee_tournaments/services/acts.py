"""Every act of running a tournament, in one place: pages, commands, API and simulator import from here.

Each act is one transaction, takes keyword arguments, authorises its `actor` (a user with a role in the tournament,
or the `TableLink` a phone was let in by), and raises `services.core.errors.Refused` for anything a person did wrong.
Who may not know that a thing exists never gets here: pages fetch through selectors, which answer 404.
"""

from thunee_tournaments.services.bundles.giving import take_bundle
from thunee_tournaments.services.bundles.handing_over import hand_over, take_over
from thunee_tournaments.services.bundles.pieces import Place, take_piece
from thunee_tournaments.services.bundles.sending import start_sending, stop_sending
from thunee_tournaments.services.bundles.taking_in import TakenIn, take_in, take_next
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.letters import promise_account_letter
from thunee_tournaments.services.core.told_phones import forget_phone, tell_phone
from thunee_tournaments.services.match.coming_stages import change_coming
from thunee_tournaments.services.match.copying import copy_tournament
from thunee_tournaments.services.match.deleting import delete_tournament
from thunee_tournaments.services.match.draws import (
    draw_event,
    draw_knockout,
    redraw_event,
    redraw_knockout,
    set_plan,
    undo_draw,
)
from thunee_tournaments.services.match.earlier_seeds import seed_by_earlier
from thunee_tournaments.services.match.entering import PastedTeams, add_team, enter_pasted_teams, remove_team
from thunee_tournaments.services.match.late_teams import give_place, join_round
from thunee_tournaments.services.match.pairing import pair_round, undo_round
from thunee_tournaments.services.match.play_offs import set_play_off, take_back_play_off
from thunee_tournaments.services.match.postponing import postpone_match
from thunee_tournaments.services.match.qualifier_by_hand import let_meet, pair_across
from thunee_tournaments.services.match.qualifier_clock import close_entries_at
from thunee_tournaments.services.match.qualifier_entries import (
    TakenBack,
    buy_entry,
    call_off_unbegun,
    take_back_entry,
)
from thunee_tournaments.services.match.qualifier_queue import close_entries, reopen_entries
from thunee_tournaments.services.match.round_count import change_rounds
from thunee_tournaments.services.match.seating import draw_dealer, set_first_dealer, set_seats, start_next_game
from thunee_tournaments.services.match.stages import start_next_stage, undo_stage
from thunee_tournaments.services.match.swapping import swap_teams
from thunee_tournaments.services.match.tables import (
    IssuedLink,
    assign_tables,
    issue_table_link,
    issue_table_links,
    move_match,
    renew_table_pin,
    revoke_table_link,
    set_table_count,
    table_links_again,
)
from thunee_tournaments.services.match.timers import (
    add_minutes,
    pause_timer,
    ring_bell,
    set_timer,
    start_timer,
    stop_timer,
)
from thunee_tournaments.services.officiating.as_shown import ChangedSinceShown, as_seen, mark_of
from thunee_tournaments.services.officiating.closing import close_tournament, reopen_tournament
from thunee_tournaments.services.officiating.decisions import (
    MatchMoment,
    decide_appeal,
    decide_dispute,
    enforce_late,
    preview_appeal,
    preview_decision,
    preview_late,
)
from thunee_tournaments.services.officiating.disputes import appeal_decision, raise_dispute, write_version
from thunee_tournaments.services.officiating.impact import Impact
from thunee_tournaments.services.officiating.impartiality import give_leave
from thunee_tournaments.services.officiating.late_results import preview_conflict, resolve_conflict
from thunee_tournaments.services.officiating.late_scorecard import forfeit_scorecard
from thunee_tournaments.services.officiating.no_shows import award_no_show, start_no_show, stop_no_show
from thunee_tournaments.services.officiating.previews import Preview, preview_correction, preview_insertion
from thunee_tournaments.services.officiating.substitutions import substitute_player, take_substitution_back
from thunee_tournaments.services.officiating.surplus_games import resolve_surplus
from thunee_tournaments.services.officiating.walkovers import (
    award_walkover,
    preview_without_walkover,
    withdraw_walkover,
)
from thunee_tournaments.services.officiating.withdrawals import preview_going, reinstate_team, withdraw_team
from thunee_tournaments.services.record.export import draw_sample, take_export, take_names, take_till
from thunee_tournaments.services.record.newer_engine import Adoption
from thunee_tournaments.services.record.newer_engine import adopt as adopt_newer_rulings
from thunee_tournaments.services.record.newer_engine import preview as preview_newer_rulings
from thunee_tournaments.services.record.webhooks import add_webhook, remove_webhook, tell_again
from thunee_tournaments.services.scoring.acceptances import accept_hand
from thunee_tournaments.services.scoring.bell import end_by_bell, take_bell_back
from thunee_tournaments.services.scoring.hand_import import Import, import_hands, preview_import
from thunee_tournaments.services.scoring.hands import (
    Recorded,
    correct_hand,
    insert_hand,
    preview_hand,
    record_hand,
    void_hand,
)
from thunee_tournaments.services.scoring.signing import agree_to_game, sign_game
from thunee_tournaments.services.scoring.what_if import WhatIfAnswer, what_if
from thunee_tournaments.services.scoring.write_key import WriteKey
from thunee_tournaments.services.setup.accounts import close_account
from thunee_tournaments.services.setup.announcing import Announced, announce
from thunee_tournaments.services.setup.door import arrive, check_in, leave_out_absent
from thunee_tournaments.services.setup.offers import Invited
from thunee_tournaments.services.setup.organisations import (
    Holder,
    begin_organisation,
    give_event,
    invite_member,
    remove_member,
    revoke_member_invitation,
    set_organisation,
    take_membership,
)
from thunee_tournaments.services.setup.policies import set_policies
from thunee_tournaments.services.setup.prizes import set_prizes
from thunee_tournaments.services.setup.program_keys import MadeKey, make_program_key, revoke_program_key
from thunee_tournaments.services.setup.roles import (
    invite,
    revoke_invitation,
    set_conflict,
    take_invitation,
    take_role_away,
)
from thunee_tournaments.services.setup.seeding import draw_lot_seeds, order_seeds
from thunee_tournaments.services.setup.sign_ups import (
    SignedUp,
    Typed,
    accept_sign_up,
    change_sign_up,
    decline_sign_up,
    join_sign_ups,
    sign_up,
    want_calls,
    withdraw_sign_up,
)
from thunee_tournaments.services.setup.sponsors import TypedSponsor, remove_sponsor, set_sponsor
from thunee_tournaments.services.setup.table_zones import NamedTable, name_tables, set_zones
from thunee_tournaments.services.setup.teams import edit_team
from thunee_tournaments.services.setup.tournaments import create_tournament, set_match_length, set_rules, update_details
from thunee_tournaments.services.till.auctioning import (
    add_auction_item,
    let_hammer_fall,
    name_paddle,
    remove_auction_item,
    take_bid_back,
    take_hammer_back,
    write_bid,
)
from thunee_tournaments.services.till.boxes import move_cash
from thunee_tournaments.services.till.counting import cash_up, sign_cash_up
from thunee_tournaments.services.till.deposits import keep_deposit, return_deposit, take_deposit
from thunee_tournaments.services.till.free_places import end_free_place, give_free_place
from thunee_tournaments.services.till.fund import set_fund, set_receiver
from thunee_tournaments.services.till.mailing import mail_receipt
from thunee_tournaments.services.till.paying import pay_expense, pay_prize
from thunee_tournaments.services.till.pledging import (
    MadePledge,
    TypedPledge,
    end_pledge,
    make_pledge,
    strike_pledge,
)
from thunee_tournaments.services.till.raffling import (
    close_raffle,
    draw_raffle,
    give_book_out,
    hand_book_in,
    reopen_raffle,
    reveal_prize,
    set_raffle,
    take_book_back,
)
from thunee_tournaments.services.till.taking import note_print, refund_money, reverse_money, take_money

__all__ = [
    "Adoption",
    "Announced",
    "ChangedSinceShown",
    "Holder",
    "Impact",
    "Import",
    "Invited",
    "IssuedLink",
    "MadeKey",
    "MadePledge",
    "MatchMoment",
    "NamedTable",
    "PastedTeams",
    "Place",
    "Preview",
    "Recorded",
    "Refused",
    "SignedUp",
    "TakenBack",
    "TakenIn",
    "Typed",
    "TypedPledge",
    "TypedSponsor",
    "WhatIfAnswer",
    "WriteKey",
    "accept_hand",
    "accept_sign_up",
    "add_auction_item",
    "add_minutes",
    "add_team",
    "add_webhook",
    "adopt_newer_rulings",
    "agree_to_game",
    "announce",
    "appeal_decision",
    "arrive",
    "as_seen",
    "assign_tables",
    "award_no_show",
    "award_walkover",
    "begin_organisation",
    "buy_entry",
    "call_off_unbegun",
    "cash_up",
    "change_coming",
    "change_rounds",
    "change_sign_up",
    "check_in",
    "close_account",
    "close_entries",
    "close_entries_at",
    "close_raffle",
    "close_tournament",
    "copy_tournament",
    "correct_hand",
    "create_tournament",
    "decide_appeal",
    "decide_dispute",
    "decline_sign_up",
    "delete_tournament",
    "draw_dealer",
    "draw_event",
    "draw_knockout",
    "draw_lot_seeds",
    "draw_raffle",
    "draw_sample",
    "edit_team",
    "end_by_bell",
    "end_free_place",
    "end_pledge",
    "enforce_late",
    "enter_pasted_teams",
    "forfeit_scorecard",
    "forget_phone",
    "give_book_out",
    "give_event",
    "give_free_place",
    "give_leave",
    "give_place",
    "hand_book_in",
    "hand_over",
    "import_hands",
    "insert_hand",
    "invite",
    "invite_member",
    "issue_table_link",
    "issue_table_links",
    "join_round",
    "join_sign_ups",
    "keep_deposit",
    "leave_out_absent",
    "let_hammer_fall",
    "let_meet",
    "mail_receipt",
    "make_pledge",
    "make_program_key",
    "mark_of",
    "move_cash",
    "move_match",
    "name_paddle",
    "name_tables",
    "note_print",
    "order_seeds",
    "pair_across",
    "pair_round",
    "pause_timer",
    "pay_expense",
    "pay_prize",
    "postpone_match",
    "preview_appeal",
    "preview_conflict",
    "preview_correction",
    "preview_decision",
    "preview_going",
    "preview_hand",
    "preview_import",
    "preview_insertion",
    "preview_late",
    "preview_newer_rulings",
    "preview_without_walkover",
    "promise_account_letter",
    "raise_dispute",
    "record_hand",
    "redraw_event",
    "redraw_knockout",
    "refund_money",
    "reinstate_team",
    "remove_auction_item",
    "remove_member",
    "remove_sponsor",
    "remove_team",
    "remove_webhook",
    "renew_table_pin",
    "reopen_entries",
    "reopen_raffle",
    "reopen_tournament",
    "resolve_conflict",
    "resolve_surplus",
    "return_deposit",
    "reveal_prize",
    "reverse_money",
    "revoke_invitation",
    "revoke_member_invitation",
    "revoke_program_key",
    "revoke_table_link",
    "ring_bell",
    "seed_by_earlier",
    "set_conflict",
    "set_first_dealer",
    "set_fund",
    "set_match_length",
    "set_organisation",
    "set_plan",
    "set_play_off",
    "set_policies",
    "set_prizes",
    "set_raffle",
    "set_receiver",
    "set_rules",
    "set_seats",
    "set_sponsor",
    "set_table_count",
    "set_timer",
    "set_zones",
    "sign_cash_up",
    "sign_game",
    "sign_up",
    "start_next_game",
    "start_next_stage",
    "start_no_show",
    "start_sending",
    "start_timer",
    "stop_no_show",
    "stop_sending",
    "stop_timer",
    "strike_pledge",
    "substitute_player",
    "swap_teams",
    "table_links_again",
    "take_back_entry",
    "take_back_play_off",
    "take_bell_back",
    "take_bid_back",
    "take_book_back",
    "take_bundle",
    "take_deposit",
    "take_export",
    "take_hammer_back",
    "take_in",
    "take_invitation",
    "take_membership",
    "take_money",
    "take_names",
    "take_next",
    "take_over",
    "take_piece",
    "take_role_away",
    "take_substitution_back",
    "take_till",
    "tell_again",
    "tell_phone",
    "undo_draw",
    "undo_round",
    "undo_stage",
    "update_details",
    "void_hand",
    "want_calls",
    "what_if",
    "withdraw_sign_up",
    "withdraw_team",
    "withdraw_walkover",
    "write_bid",
    "write_version",
]
