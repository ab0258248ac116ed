"""The moments of a hand of Tunge (see `engine.replay`): the turns are gone through once more, event by event."""

from ..events import Event
from ..record import HandRecord
from ..replay import Moment, Offence, Pile, Tally, Window
from ..rulebook import Recorder
from .facts import Hand
from .judge import judge
from .turns import happen, last_sequence

NO_TALLY = Tally(None, (0, 0), (0, 0), None, None, None)


def moments(record: HandRecord, last: bool = False) -> list[Moment]:
    """Every moment of the hand, from the deal on, or the last alone; a record that cannot have happened is told up to
    where it could."""
    events: tuple[Event, ...] = record.events or ()  # type: ignore[assignment]  # the events of this game
    whole, so_far, trace = judge(record)[0], Hand(record), Recorder()
    course = [_moment(so_far, whole, None, None, 0, len(trace.kept))]
    sequences = 0
    for place, event in enumerate(events):
        happen(so_far, event, place, trace)
        if so_far.faults:
            break
        sequences += event.type == "play"
        course.append(_moment(so_far, whole, place, event, sequences, len(trace.kept), last=place == len(events) - 1))
    return course[-1:] if last else course


def _moment(
    hand: Hand, whole: Hand, place: int | None, event: Event | None, sequences: int, said: int, last: bool = False
) -> Moment:
    """The table after an event; what is found wrong only once the hand is over belongs to the last one."""
    pick_up = hand.pick_up
    owes = (pick_up.seat, pick_up.owed) if pick_up is not None and pick_up.owed != 0 and not pick_up.taken else None
    places = () if place is None else (place, place + 1) if last else (place,)
    return Moment(
        number=0 if place is None else place + 1,
        place=place,
        event=event,
        played=sequences,
        trick=sequences,
        hands=tuple(tuple(held.cards) for held in hand.hands),
        whole=tuple(not held.unknown for held in hand.hands),
        table=(),
        winner=hand.out,
        allowed=None,
        offences=tuple(
            Offence(infraction.offence, infraction.rule.id, accused=False, enforced=False)
            for infraction in whole.infractions
            if infraction.number in places
        ),
        to_play=None if hand.out is not None else hand.due,
        windows=(Window("pickup", (owes[0],)),) if owes is not None else (),
        tally=NO_TALLY,
        pile=Pile(hand.stock, len(hand.pile), last_sequence(hand), owes),
        said=said,
    )
