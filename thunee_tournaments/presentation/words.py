"""What the pictures say to those who hear the page: cards, suits and scores in words of the reader's language."""

from collections.abc import Collection

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext

from thunee_tournaments.presentation.faces import split

SUIT_NAMES = {
    "s": gettext_lazy("spades"),
    "h": gettext_lazy("hearts"),
    "d": gettext_lazy("diamonds"),
    "c": gettext_lazy("clubs"),
}
RANK_NAMES: dict[str, str | Promise] = {
    "A": gettext_lazy("ace"),
    "K": gettext_lazy("king"),
    "Q": gettext_lazy("queen"),
    "J": gettext_lazy("jack"),
    "T": gettext_lazy("ten"),
    "9": gettext_lazy("nine"),
    "8": gettext_lazy("eight"),
    "7": gettext_lazy("seven"),
    "6": gettext_lazy("six"),
    "5": gettext_lazy("five"),
    "4": gettext_lazy("four"),
    "3": gettext_lazy("three"),
    "2": gettext_lazy("two"),
}


def suit_name(suit: str) -> str:
    """ "hearts" for `h`. Raises KeyError."""
    return str(SUIT_NAMES[suit])


def card_name(card: str) -> str:
    """ "jack of hearts" for `Jh`. Raises ValueError for what is no card."""
    rank, suit = split(card)
    # Translators: a playing card, such as "jack of hearts"
    return gettext("%(rank)s of %(suit)s") % {"rank": RANK_NAMES[rank], "suit": SUIT_NAMES[suit]}


def balls_text(balls: int) -> str:
    """ "1 ball", "7 balls"."""
    return ngettext("%(count)d ball", "%(count)d balls", balls) % {"count": balls}


def score_text(
    a: int, b: int, *, name_a: str = "", name_b: str = "", cornerhouse: Collection[str] = (), winner: str = ""
) -> str:
    """The score as one would call it: "Side A 7 balls, side B 11, cornerhouse".

    `cornerhouse` holds the sides that stand one ball from the game; `winner` is the side that has won it, or "".
    """
    first = gettext("%(side)s %(balls)s") % {"side": name_a or gettext("Side A"), "balls": balls_text(a)}
    second = gettext("%(side)s %(balls)s") % {"side": name_b or gettext("side B"), "balls": b}
    parts = {"A": [first], "B": [second]}
    for side, words in parts.items():
        if side == winner:
            words.append(gettext("won the game"))
        elif side in cornerhouse:
            words.append(gettext("cornerhouse"))
    return ", ".join([*parts["A"], *parts["B"]])
