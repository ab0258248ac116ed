"""The chain of a till, of the same kind as those of the record: what each movement's hash is the digest of."""

from collections import Counter
from collections.abc import Iterator

from django.db.models import QuerySet

from adjudication import chain
from adjudication.replay import Difference
from thunee_tournaments.fundraising.accounts import Posting
from thunee_tournaments.fundraising.models import Movement
from thunee_tournaments.tournaments.models import Tournament

FIRST, FORMAT = "till/1", "movement/1"
COUNTED = (Movement.Act.COUNT, Movement.Act.LIMIT)  # whose amount is no sum of lines


def first_link(tournament: Tournament) -> str:
    """The head of an empty till."""
    return chain.digest({"format": FIRST, "book": tournament.public_id})


def movement_in_chain(movement: Movement, book: str, lines: list[Posting]) -> chain.Linked:
    """What a movement's hash is the digest of. `of`: the hash of the movement it takes back or is about."""
    of = movement.takes_back or movement.about
    return {
        "format": FORMAT,
        "book": book,
        "movement": movement.public_id,
        "seq": movement.seq,
        "act": movement.act,
        "number": movement.number,
        "amount": movement.amount,
        "method": movement.method,
        "team": movement.team,
        "reference": movement.reference,
        "of": of.hash if of else None,
        "lines": [list(line) for line in lines],
        "reason": movement.reason,
        "details": movement.details,
        "device": movement.device,
        "client_uuid": str(movement.client_uuid),
        "actor": movement.actor,
        "at": chain.written_at(movement.created_at),
        "prev": movement.prev_hash,
    }


def in_order(tournament: Tournament) -> QuerySet[Movement]:
    """Every movement as it was written, with what its hash needs."""
    movements = Movement.objects.filter(tournament=tournament).order_by("seq")
    return movements.select_related("takes_back", "about").prefetch_related("lines")


def postings(movement: Movement) -> list[Posting]:
    """The lines of a movement, in their order."""
    return [(line.given_by, line.given_to, line.amount) for line in movement.lines.all()]


def head_of(tournament: Tournament) -> tuple[str, int]:
    """The head of the till, and how many movements lead to it."""
    last = Movement.objects.filter(tournament=tournament).order_by("-seq").values_list("hash", "seq").first()
    return last or (first_link(tournament), 0)


def stated(tournament: Tournament) -> list[chain.Linked]:
    """What is said of the till beside the record: nothing where nothing was ever written in it."""
    head, written = head_of(tournament)
    line = {"type": "till", "format": FIRST, "book": tournament.public_id, "head": head, "movements": written}
    return [line] if written else []


def lines(tournament: Tournament) -> list[chain.Linked]:
    """The till as its own file: its head, every movement, an end. Each line is written as canonical JSON."""
    head, written = head_of(tournament)
    first = {"type": "till", "format": FIRST, "book": tournament.public_id, "head": head, "movements": written}
    body = [
        {
            "type": "movement", "hash": movement.hash,
            **movement_in_chain(movement, tournament.public_id, postings(movement)),
        }
        for movement in in_order(tournament)
    ]  # fmt: skip
    return [first, *body, {"type": "end", "lines": len(body) + 2}]


def differences(tournament: Tournament) -> Iterator[Difference]:
    """Where what is stored is not what was written: a hash, a place, a number, a sum."""
    head, numbers = first_link(tournament), Counter[str]()
    for place, movement in enumerate(in_order(tournament), start=1):
        name, lines = f"till: {movement.act} {movement.number}", postings(movement)
        numbers[movement.act] += 1
        if movement.seq != place:
            yield Difference(f"{name}: place in the till", movement.seq, place)
        if movement.number != numbers[movement.act]:
            yield Difference(f"{name}: number", movement.number, numbers[movement.act])
        if movement.act not in COUNTED and movement.amount != sum(amount for _by, _to, amount in lines):
            yield Difference(f"{name}: amount", movement.amount, sum(amount for _by, _to, amount in lines))
        if movement.prev_hash != head:
            yield Difference(f"{name}: what it follows", movement.prev_hash, head)
        computed = chain.digest(movement_in_chain(movement, tournament.public_id, lines))
        if movement.hash != computed:
            yield Difference(f"{name}: hash", movement.hash, computed)
        head = movement.hash
