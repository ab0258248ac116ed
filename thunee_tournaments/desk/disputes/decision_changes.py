"""What a decision changes, for `desk/_change.html`: the score, the hands that come out differently, game and match."""

from django.utils.translation import gettext as _

from thunee_tournaments.desk.pages import Context
from thunee_tournaments.presentation import rulings
from thunee_tournaments.presentation.rulings import Voices
from thunee_tournaments.services.acts import MatchMoment
from thunee_tournaments.services.queries import compare


def difference(before: MatchMoment, after: MatchMoment, voices: Voices, own: int) -> Context:
    """The difference between two moments of one sheet and its match (`own`: its key), and what changes elsewhere."""
    was = {step.seq: step for step in before.steps if not step.is_decision}
    hands, same = [], 0
    for step in after.steps:
        old = was.get(step.seq)
        if step.is_decision or old is None or (old.ruling, old.voided) == (step.ruling, step.voided):
            continue
        words = [_("struck out") if hand.voided else rulings.headline(hand.ruling, voices) for hand in (old, step)]
        if words[0] == words[1]:
            same += 1
        else:
            hands.append({"number": old.number or step.number, "was": words[0], "now": words[1]})
    return {
        "before": _state(before),
        "after": _state(after),
        "hands": hands,
        "same": same,
        "game_turns": before.game_winner != after.game_winner,
        "match_turns": before.match_winner != after.match_winner,
        "game_winner": voices.side(after.game_winner) if after.game_winner else "",
        "match_winner": voices.side(after.match_winner) if after.match_winner else "",
        "beyond": compare(before.elsewhere, after.elsewhere, own) if before.elsewhere and after.elsewhere else None,
    }


def _state(moment: MatchMoment) -> Context:
    return {"state": moment.state, "game_winner": moment.game_winner, "match_winner": moment.match_winner}
