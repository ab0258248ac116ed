"""Who sits at the table of these tests, and what they write."""

from adjudication.book import Actor

BOOK = "book-of-the-test"
RULES = ("EV-COND-1",)
SCOREKEEPER = Actor(label="table:1", book=BOOK, roles=frozenset({"scorekeeper"}))
REFEREE = Actor(label="user:7", book=BOOK, roles=frozenset({"referee"}))
SECOND_REFEREE = Actor(label="user:8", book=BOOK, roles=frozenset({"referee"}))
CHIEF = Actor(label="user:9", book=BOOK, roles=frozenset({"chief_referee"}))


def tally(winner: str = "A", trumper: int = 1, **more: object) -> dict:
    """A plain hand: the trumper's side wins, or the side that counted made 120."""
    counting = "BA"[trumper % 2]
    points = 120 if winner == counting else 60
    return {
        "tally": {
            "trumper": trumper,
            "call": 0,
            "trump": "s",
            "card_points": {counting: points},
            "last_trick": trumper,
        },
        **more,
    }


def thunee(seat: int) -> dict:
    """Four balls for the seat's side."""
    return {"tally": {"trumper": seat, "declared": {"seat": seat, "kind": "thunee", "lost_to": None}}}


def side(name: str) -> Actor:
    """The players of a side, on a phone of their own."""
    return Actor(label=f"side:{name}", book=BOOK, roles=frozenset(), sides=frozenset(name))
