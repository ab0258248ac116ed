"""What the bell did to a game, or would do, in the reader's language."""

from typing import TypedDict

from django.utils.translation import gettext as _

from adjudication import bell_rules
from engine.shapes import Ruling, State
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.presentation import points
from thunee_tournaments.presentation.rulings import Voices
from thunee_tournaments.services.queries import bell_for


class BellWords(TypedDict):
    """What the bell means for a game: the side that would win ("" for nobody yet), that in words, and whether a hand
    being played is finished first."""

    side: str
    finish: bool
    text: str


def ended(after: State, voices: Voices) -> str:
    """How a game that stands so was ended by the bell; "" if it was not."""
    ending = after.get("bell")
    if not ending:
        return ""
    team = voices.side(after["game_winner"])
    words = {"team": team, "score": points.brief(after)}
    if ending["by"] == bell_rules.BY_GAMES:
        return _("Ended by the bell, level at %(score)s: %(team)s had won more games.") % words
    if ending["by"] == bell_rules.BY_LAST_HAND:
        return _("Ended by the bell, level at %(score)s: %(team)s won the last hand.") % words
    return _("Ended by the bell at %(score)s: %(team)s is ahead.") % words


def would_end(side: str, how: str, after: State, voices: Voices) -> str:
    """What ending a game at the bell would come to now; for nobody ahead, that one more hand is played."""
    words = {"team": voices.side(side) if side else "", "score": points.brief(after)}
    if how == bell_rules.STILL_LEVEL:
        return _("Level at %(score)s: one more hand is played.") % words
    if how == bell_rules.BY_GAMES:
        return _("Level at %(score)s: %(team)s wins by games won.") % words
    if how == bell_rules.BY_LAST_HAND:
        return _("Level at %(score)s: %(team)s wins by the last hand.") % words
    return _("%(team)s wins at %(score)s.") % words


def words_for(match: Match, game: MatchGame, voices: Voices, ruling: Ruling | None = None) -> BellWords | None:
    """What the bell, which has rung, means for a game; None while it does not concern it. `ruling`: of the hand that
    would be written first."""
    ending = bell_for(match, game, ruling)
    if ending is None or ending.how == bell_rules.WAS_OVER:
        return None
    after = (ruling or {}).get("after") or game.sheet.ledger["after"]
    return {
        "side": ending.side, "finish": ending.finish, "text": would_end(ending.side, ending.how, after, voices),
    }  # fmt: skip
