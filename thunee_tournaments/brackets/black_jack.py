"""Who deals first (TH-DEAL-1): cards are turned one at a time from the right of whoever shuffles; the first black jack
deals. The pack's order comes from a lot, so that the draw can be made again by anybody."""

from typing import TypedDict

from thunee_tournaments.tournaments.lots import shuffled

# The pack as it lies before the shuffle: suits s h d c, in each A K Q J T 9.
PACK = tuple(rank + suit for suit in "shdc" for rank in "AKQJT9")
FULL_PACK = tuple(rank + suit for suit in "shdc" for rank in "AKQJT98765432")
BLACK_JACKS = frozenset({"Js", "Jc"})
SHUFFLER = 0


class DealerDraw(TypedDict):
    """How a first dealer was drawn: `cards` are those turned, the last of them the black jack."""

    by: str
    lot: str
    label: str
    shuffler: int
    cards: list[str]
    dealer: int


class ChosenDealer(TypedDict):
    """A first dealer set by hand."""

    by: str
    dealer: int


def label_of(match_number: int, game_number: int, again: int = 0) -> str:
    """What the pack is shuffled for; `again` counts draws repeated by hand for the same game."""
    label = f"match {match_number} game {game_number} dealer"
    return f"{label} again {again}" if again else label


def draw_first_dealer(
    lot: str, label: str, shuffler: int = SHUFFLER, seats: int = 4, pack: tuple[str, ...] = PACK
) -> DealerDraw:
    """Turn the cards of the pack that `lot` shuffles: the first goes to the seat to the right of `shuffler`."""
    cards: list[str] = []
    for card in shuffled(pack, lot, label):
        cards.append(card)
        if card in BLACK_JACKS:
            break
    dealer = (shuffler + len(cards)) % seats
    return {"by": "black-jack", "lot": lot, "label": label, "shuffler": shuffler, "cards": cards, "dealer": dealer}
