"""What an organiser does in a qualifier that is being played, as moves of the walk through the database: teams come
late, buy in again and are taken back, those who cannot meet are let meet, and what need not be played is called off."""

from collections.abc import Callable

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tests.support.brackets.walking import Walk
from tests.support.services.stored import StoredEvent
from thunee_tournaments.services import acts

MOVES = ("late", "bought", "back", "across", "played", "called off")
IN_A_ROW = st.lists(st.tuples(st.sampled_from(MOVES), st.integers(0, 1000)), min_size=4, max_size=12)


class QualifierMoves(Walk):
    """Who is in a qualifier changes while it is played."""

    event: StoredEvent

    @rule(moves=IN_A_ROW)
    def in_a_qualifier(self, moves: list[tuple[str, int]]) -> None:
        event = self.event
        if not event.tournament.stages.filter(format="streak", drawn_at__isnull=False).exists():
            return
        moved: dict[str, Callable[[int], str]] = {
            "late": event.come_late,
            "bought": event.buy_in,
            "back": event.take_entry_back,
            "across": event.meet_across,
            "played": event.play_one,
            "called off": lambda _pick: event.try_(acts.call_off_unbegun, tournament=event.tournament),
        }
        for what, pick in moves:
            refused = moved[what](pick)
            self.taken[f"in a qualifier {what}: {refused}" if refused else f"in a qualifier {what}"] += 1
            self.nothing_is_wrong()
