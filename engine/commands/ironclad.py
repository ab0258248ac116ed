"""`thunee ironclad`: does a hand win every trick against every distribution of the other cards?"""

from argparse import ArgumentParser, Namespace

from ..ironclad import weaknesses
from . import Refused, Say

HELP = "Say whether six cards win every trick of a thunee (or of royals), however the other cards lie."


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("cards", nargs="+", metavar="CARD", help="six cards, such as Jd 9d Ad Jc 9c Ac")
    parser.add_argument("--royals", action="store_true", help="with the rank turned over")


def run(options: Namespace, say: Say) -> None:
    try:
        answer = weaknesses([card for given in options.cards for card in given.split()], options.royals)
    except ValueError as wrong:
        raise Refused(f"{wrong}") from None
    for suit, weak in answer.items():
        if weak is None:
            say(f"{suit} as trump: iron-clad")
        else:
            say(f"{suit} as trump: {weak.card} is {weak.how} by a hand of {' '.join(weak.held)}")
