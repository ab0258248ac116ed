"""A hand as it was written down, in words: the figures of a scoresheet, or what was said between the cards."""

from collections.abc import Iterable, Iterator, Mapping
from types import SimpleNamespace
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from adjudication.shapes import Body
from thunee_tournaments.presentation import replays, rulings
from thunee_tournaments.presentation.rulings import Voices
from thunee_tournaments.presentation.words import suit_name

Fact = tuple[str, str]
# What an event of any game may say; what one does not say is None.
SAID_OF_AN_EVENT = dict.fromkeys(
    ("seat", "card", "cards", "suit", "amount", "blind", "kind", "value", "against", "offence", "reason", "tricks",
     "count"),
)  # fmt: skip


class Compared(NamedTuple):
    """A figure of a version beside the record's; `how` is "" where only the record says it, `was` where only the
    version does."""

    figure: str
    how: str
    was: str

    @property
    def differs(self) -> bool:
        return self.how != self.was


def facts_of(body: Body, voices: Voices) -> list[Fact]:
    """What a body says, each as (figure, how): nothing is added, nothing judged."""
    events, tally = body.get("events") or [], body.get("tally") or {}
    return [*_of_events(events, voices), *_of_tally(tally, voices)]


def compared(body: Body, record: Body, voices: Voices) -> list[Compared]:
    """A version figure by figure against the record. What is said more than once (jodhi) is compared together; tricks,
    which no form asks for, only where the version has them."""
    if "tricks" not in (body.get("tally") or {}) and record.get("tally"):
        record = {**record, "tally": {key: value for key, value in record["tally"].items() if key != "tricks"}}
    written, was = _together(facts_of(body, voices)), _together(facts_of(record, voices))
    return [Compared(figure, written.get(figure, ""), was.get(figure, "")) for figure in {**written, **was}]


def _together(facts: list[Fact]) -> dict[str, str]:
    together: dict[str, str] = {}
    for figure, how in facts:
        together[figure] = f"{together[figure]}; {how}" if figure in together else how
    return together


def _of_events(events: Iterable[Body], voices: Voices) -> Iterator[Fact]:
    cards = sum(event["type"] == "play" for event in events)
    if cards:
        yield _("Cards"), ngettext("%(n)s card, one by one", "%(n)s cards, one by one", cards) % {"n": cards}
    spoken = [
        replays.event_text(SimpleNamespace(**{**SAID_OF_AN_EVENT, **event}), voices)
        for event in events
        if event["type"] != "play"
    ]
    if spoken:
        yield _("Said"), "; ".join(spoken)


def _of_tally(tally: Body, voices: Voices) -> Iterator[Fact]:
    if (trumper := tally.get("trumper")) is not None:
        trump = tally.get("trump")
        yield _("Set trump"), f"{voices.seat(trumper)}, {suit_name(trump)}" if trump else voices.seat(trumper)
    if call := tally.get("call"):
        yield _("Call"), _("%(amount)s, blind") % {"amount": call} if tally.get("blind") else str(call)
    for side, points in (tally.get("card_points") or {}).items():
        yield _("Card points of %(team)s") % {"team": voices.side(side)}, str(points)
    yield from _of_points(tally, voices)
    callers = {"last_trick": _("Last trick"), "double": _("Double called by"), "khanuck": _("Khanuck called by")}
    for key, title in callers.items():
        if tally.get(key) is not None:
            yield title, voices.seat(tally[key])
    yield from (_jodhi(row, voices) for row in tally.get("jodhi") or [])
    yield from _rare(tally, voices)


def _of_points(tally: Body, voices: Voices) -> Iterator[Fact]:
    """What a sheet of the games of points says; where each scores alone, its lists are by seat."""
    if (declarer := tally.get("declarer")) is not None:
        yield _("Declared"), voices.seat(declarer)
    if bid := tally.get("bid"):
        trump = tally.get("trump")
        suit = [] if not trump else [_("no trump") if trump == "nt" else suit_name(trump)]
        yield _("Bid"), ", ".join([str(bid), *suit])
    if tally.get("doubled"):
        yield _("Doubled"), _("yes")
    for seat, amount in enumerate(tally.get("bids") or ()):
        yield _("Bid of %(player)s") % {"player": voices.seat(seat)}, "–" if amount is None else str(amount)
    tricks = tally.get("tricks") or {}
    if isinstance(tricks, Mapping):
        for side, won in tricks.items():
            yield _("Tricks of %(team)s") % {"team": voices.side(side)}, str(won)
    else:
        for seat, won in enumerate(tricks):
            yield _("Tricks of %(player)s") % {"player": voices.seat(seat)}, "–" if won is None else str(won)
    for seat, left in enumerate(tally.get("left") or ()):
        cards = left if isinstance(left, str) else " ".join(left or ())
        yield _("Cards left to %(player)s") % {"player": voices.seat(seat)}, "–" if left is None else cards or _("none")


def _jodhi(row: Body, voices: Voices) -> Fact:
    words = [f"{voices.seat(row['seat'])}: {row.get('value', '')}"]
    if row.get("suit"):
        words.append(suit_name(row["suit"]))
    if row.get("trick"):
        words.append(_("after trick %(number)s") % {"number": row["trick"]})
    if row.get("murrials"):
        words.append(_("answered by murrials"))
    return _("Jodhi"), ", ".join(words)


def _rare(tally: Body, voices: Voices) -> Iterator[Fact]:
    if declared := tally.get("declared"):
        lost_to = declared.get("lost_to")
        end = _("every trick won") if lost_to is None else _("caught by %(player)s") % {"player": voices.seat(lost_to)}
        yield str(rulings.KINDS[declared["kind"]]), f"{voices.seat(declared['seat'])}, {end}"
    if caught := tally.get("four_ball"):
        offence = caught.get("offence")
        player = voices.seat(caught["against"])
        yield _("Caught"), f"{player}: {rulings.offence(offence)}" if offence else player
    if false := tally.get("false_accusation"):
        yield _("Accused wrongly"), f"{voices.seat(false['seat'])} → {voices.seat(false['against'])}"
    if trumpless := tally.get("trumpless"):
        yield _("Trumpless"), _("noticed") if trumpless == "noticed" else _("not noticed")
