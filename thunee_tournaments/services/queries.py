"""What may be asked about a tournament that is run: the door for reading, as `acts` is the one for doing.

Nothing here changes anything. Who may see what is the pages' business: they fetch through the selectors of each app.
"""

from thunee_tournaments.services.bundles.container import MOST_BYTES
from thunee_tournaments.services.bundles.giving import copy_of, sending_of
from thunee_tournaments.services.bundles.on_phones import asks_again_after, bundle_for_phones
from thunee_tournaments.services.core.access import conflicts_of_interest, why_only_look
from thunee_tournaments.services.core.books import book_of
from thunee_tournaments.services.core.letters import letters_of
from thunee_tournaments.services.core.locking import hold_event
from thunee_tournaments.services.core.notice_bodies import ComingStage, MovedBody
from thunee_tournaments.services.core.notices import DRAWS
from thunee_tournaments.services.core.pushing import public_key as push_key
from thunee_tournaments.services.match.coming_stages import mark_of_plan
from thunee_tournaments.services.match.deleting import to_go, why_not_deleted
from thunee_tournaments.services.match.disputed import (
    RAISED_FOR,
    Act,
    Case,
    Outcome,
    case_for,
    cases_of,
    deposits_in_appeals,
    pending_disputes,
)
from thunee_tournaments.services.match.draws import UNSEEDED_LABEL
from thunee_tournaments.services.match.earlier_seeds import earlier_event, earlier_events, propose_seeds
from thunee_tournaments.services.match.entering import open_qualifier
from thunee_tournaments.services.match.group_places import alike_under_review, has_places
from thunee_tournaments.services.match.late_teams import FreePlace, free_places, joins_from, waiting_teams
from thunee_tournaments.services.match.play_offs import level_teams
from thunee_tournaments.services.match.postponing import can_be_put_off
from thunee_tournaments.services.match.progression import who_goes_on
from thunee_tournaments.services.match.qualifier_by_hand import in_queue
from thunee_tournaments.services.match.qualifier_entries import (
    unbegun_matches,
    unplayed_entries,
    why_entry_stands,
    why_no_entry,
)
from thunee_tournaments.services.match.qualifier_queue import (
    in_play,
    is_full,
    places_of,
    qualifier_standings,
    standstill,
)
from thunee_tournaments.services.match.rehearsing import Programme, programme
from thunee_tournaments.services.match.round_preview import Meeting, round_as, why_not_yet
from thunee_tournaments.services.match.stages import Outlook, outlook
from thunee_tournaments.services.match.swapping import Place, may_change_places, may_swap, places_after
from thunee_tournaments.services.match.tables import MAX_TABLES, FewerTables, with_fewer_tables
from thunee_tournaments.services.match.under_review import displaced, matches_under_review, waits_for
from thunee_tournaments.services.models import Webhook
from thunee_tournaments.services.officiating.disputes import own_side, preview_version
from thunee_tournaments.services.officiating.impact import compare
from thunee_tournaments.services.officiating.impartiality import Conflicted, barred, conflicted, leaves_in
from thunee_tournaments.services.officiating.late_results import (
    KEEP_MATCH,
    LATE_CHOICES,
    LATE_RULES,
    REPLAY_MATCH,
    VOID_MATCH,
    ErrorBy,
    late_choices_for,
    suggested_choice,
    was_match_resolved,
    why_not_kept,
)
from thunee_tournaments.services.officiating.no_shows import clock_time
from thunee_tournaments.services.officiating.substitutions import MAX_REASON
from thunee_tournaments.services.officiating.surplus_games import (
    KEEP_GAME,
    STRIKE_GAME,
    SURPLUS_CHOICES,
    SURPLUS_RULE,
    kept_surplus,
    surplus_waiting,
    undecided_games,
    was_surplus_resolved,
)
from thunee_tournaments.services.record.backlogs import Backlog, backlogs
from thunee_tournaments.services.record.hand_texts import text_of_match, text_of_tournament
from thunee_tournaments.services.record.newer_engine import (
    NewerRuling,
    count_newer_rulings,
    list_digest,
    newer_rulings,
    rules_told,
)
from thunee_tournaments.services.record.redraw import check as check_draws
from thunee_tournaments.services.record.replay import check as check_record
from thunee_tournaments.services.record.webhooks import secret_of
from thunee_tournaments.services.scoring.acceptances import acceptance_words, on_both_phones
from thunee_tournaments.services.scoring.bell import bell_for
from thunee_tournaments.services.scoring.signing_pins import pin_of, pin_of_team
from thunee_tournaments.services.scoring.stamps import (
    SignedStamp,
    read_stamp,
    stamp_on,
)
from thunee_tournaments.services.scoring.what_if import last_written, record_of
from thunee_tournaments.services.setup.door import door_code
from thunee_tournaments.services.setup.offers import MAX_NOTE
from thunee_tournaments.services.setup.policies import FIXED_IN_PLAY, MAX_COUNTS, MAX_DEPOSIT, MAX_MINUTES, play_began
from thunee_tournaments.services.setup.prizes import MAX_PLACE, MAX_PRIZE_NAME, MAX_PRIZES
from thunee_tournaments.services.setup.program_keys import live_keys
from thunee_tournaments.services.setup.rosters import SubstitutionLine, last_substitution, substitutions_of
from thunee_tournaments.services.setup.table_zones import MAX_TABLE_NAME
from thunee_tournaments.services.setup.tournaments import takes_late

__all__ = [
    "DRAWS",
    "FIXED_IN_PLAY",
    "KEEP_GAME",
    "KEEP_MATCH",
    "LATE_CHOICES",
    "LATE_RULES",
    "MAX_COUNTS",
    "MAX_DEPOSIT",
    "MAX_MINUTES",
    "MAX_NOTE",
    "MAX_PLACE",
    "MAX_PRIZES",
    "MAX_PRIZE_NAME",
    "MAX_REASON",
    "MAX_TABLES",
    "MAX_TABLE_NAME",
    "MOST_BYTES",
    "RAISED_FOR",
    "REPLAY_MATCH",
    "STRIKE_GAME",
    "SURPLUS_CHOICES",
    "SURPLUS_RULE",
    "UNSEEDED_LABEL",
    "VOID_MATCH",
    "Act",
    "Backlog",
    "Case",
    "ComingStage",
    "Conflicted",
    "ErrorBy",
    "FewerTables",
    "FreePlace",
    "Meeting",
    "MovedBody",
    "NewerRuling",
    "Outcome",
    "Outlook",
    "Place",
    "Programme",
    "SignedStamp",
    "SubstitutionLine",
    "Webhook",
    "acceptance_words",
    "alike_under_review",
    "asks_again_after",
    "backlogs",
    "barred",
    "bell_for",
    "book_of",
    "bundle_for_phones",
    "can_be_put_off",
    "case_for",
    "cases_of",
    "check_draws",
    "check_record",
    "clock_time",
    "compare",
    "conflicted",
    "conflicts_of_interest",
    "copy_of",
    "count_newer_rulings",
    "deposits_in_appeals",
    "displaced",
    "door_code",
    "earlier_event",
    "earlier_events",
    "free_places",
    "has_places",
    "hold_event",
    "in_play",
    "in_queue",
    "is_full",
    "joins_from",
    "kept_surplus",
    "last_substitution",
    "last_written",
    "late_choices_for",
    "leaves_in",
    "letters_of",
    "level_teams",
    "list_digest",
    "live_keys",
    "mark_of_plan",
    "matches_under_review",
    "may_change_places",
    "may_swap",
    "newer_rulings",
    "on_both_phones",
    "open_qualifier",
    "outlook",
    "own_side",
    "pending_disputes",
    "pin_of",
    "pin_of_team",
    "places_after",
    "places_of",
    "play_began",
    "preview_version",
    "programme",
    "propose_seeds",
    "push_key",
    "qualifier_standings",
    "read_stamp",
    "record_of",
    "round_as",
    "rules_told",
    "secret_of",
    "sending_of",
    "stamp_on",
    "standstill",
    "substitutions_of",
    "suggested_choice",
    "surplus_waiting",
    "takes_late",
    "text_of_match",
    "text_of_tournament",
    "to_go",
    "unbegun_matches",
    "undecided_games",
    "unplayed_entries",
    "waiting_teams",
    "waits_for",
    "was_match_resolved",
    "was_surplus_resolved",
    "who_goes_on",
    "why_entry_stands",
    "why_no_entry",
    "why_not_deleted",
    "why_not_kept",
    "why_not_yet",
    "why_only_look",
    "with_fewer_tables",
]
