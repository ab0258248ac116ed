"""The form of a record of Thunee, for four, two and six players."""

from ..record import MOST_EVENTS
from ..schema import (
    FLAG,
    SUIT,
    RecordForm,
    Schema,
    card,
    either,
    items,
    just,
    or_null,
    packet,
    sides,
    text,
    thing,
    whole,
    word,
)
from .declarations import ALL_KINDS
from .offences import BY_CARDS, BY_REFEREE, OFFENCES
from .pack import PACK_POINTS, RANK_ORDER
from .reading import EVENTS, MOST_VALUE, REASONS
from .sizes import SIZES, Size
from .tally_form import MOST_BALLS, MOST_JODHI, RULING_KINDS

CARD = card(RANK_ORDER)
BALLS = whole(0, MOST_BALLS)
HIGHEST_CALL = 104
MOST_COUNT = 1000
LONGEST_PACKET = 60
DETAILS = ("made", "failed", "caught", "partner_catch", "upheld", "rejected")


def forms() -> list[RecordForm]:
    """A form for each number of players."""
    return [_form(size) for size in SIZES.values()]


def _form(size: Size) -> RecordForm:
    seat = whole(0, size.players - 1)
    players = {"players": just(size.players)}
    parts = {
        "before": thing({}, {"balls": sides(BALLS, both=True), "khanuck_called": FLAG}),
        "deal": or_null(items(or_null(_hand(size)), size.players, size.players)),
        "events": items(either(*_events(seat)), MOST_EVENTS),
        "tally": or_null(_tally(seat, size)),
        "claimed": or_null(_claimed()),
    }
    if size.players == 4:  # which goes without saying
        return RecordForm(size.players, {"dealer": seat}, players | parts)
    return RecordForm(size.players, {"dealer": seat} | players, parts)


def _hand(size: Size) -> Schema:
    """A hand in packets; those after the first may be empty, or be left out."""
    first, *others = (packet(CARD, number) for number in size.packets)
    packets = [text(first, LONGEST_PACKET), *(text(f"(?:{other})?", LONGEST_PACKET) for other in others)]
    return items({}, len(packets), 1) | {"prefixItems": packets}


def _events(seat: Schema) -> list[Schema]:
    fields = {
        **dict.fromkeys(("seat", "against"), seat),
        **dict.fromkeys(("amount", "value"), whole(0, MOST_VALUE)),
        **dict.fromkeys(("blind", "both", "last_card", "jack", "upheld", "late"), FLAG),
        "card": text(CARD),
        "suit": text(SUIT),
        "kind": word(ALL_KINDS),
        "offence": word(OFFENCES),
        "reason": word(REASONS),
    }
    schemas = []
    for kind, (needed, defaults) in EVENTS.items():
        must = {"type": just(kind), **{name: fields[name] for name in needed}}
        may = {name: or_null(fields[name]) if default is None else fields[name] for name, default in defaults.items()}
        if kind == "pass":  # nobody has to write down whose
            may["seat"] = or_null(must.pop("seat"))
        if kind == "accuse":  # what cards cannot prove needs the referee's finding
            schemas.append(thing({**must, "offence": word(BY_REFEREE), "upheld": FLAG}, {"late": may["late"]}))
            must["offence"] = word(BY_CARDS)
        schemas.append(thing(must, may))
    return schemas


def _tally(seat: Schema, size: Size) -> Schema:
    suit = or_null(text(SUIT))
    jodhi = thing(
        {"seat": seat, "value": whole(0, MOST_VALUE)},
        {"suit": suit, "trick": or_null(whole(0, size.tricks)), "murrials": or_null(FLAG)},
    )
    parts = {
        **dict.fromkeys(("trumper", "last_trick", "double", "khanuck"), or_null(seat)),
        "call": or_null(whole(0, HIGHEST_CALL)),
        "blind": FLAG,
        "trump": suit,
        "card_points": or_null(sides(whole(0, PACK_POINTS))),
        "tricks": or_null(sides(whole(0, size.tricks))),
        "jodhi": items(jodhi, MOST_JODHI),
        "declared": or_null(thing({"seat": seat, "kind": word(ALL_KINDS)}, {"lost_to": or_null(seat)})),
        "four_ball": or_null(thing({"against": seat}, {"offence": or_null(word(OFFENCES))})),
        "false_accusation": or_null(thing({"seat": seat, "against": seat})),
        "trumpless": or_null(word(("noticed", "unnoticed"))),
    }
    return thing({}, parts)


def _claimed() -> Schema:
    parts = {
        "winner": or_null(word("AB")),
        "balls": either(BALLS, sides(BALLS, both=True)),
        "kind": or_null(word(RULING_KINDS)),
        "detail": or_null(word(DETAILS)),
        "count": or_null(whole(-MOST_COUNT, MOST_COUNT)),
    }
    return thing({}, parts)
