"""Games a referee struck out, with their match or alone: how they stood, why, by whom and when, with the decision."""

from dataclasses import dataclass, field
from datetime import datetime

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from adjudication.hands import all_hands
from adjudication.models import Decision, Entry
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.presentation import points, rulings
from thunee_tournaments.presentation.rulings import Voices

STRIKES = (Decision.Outcome.MATCH_REPLAYED, Decision.Outcome.MATCH_VOID, Decision.Outcome.GAME_VOID)


@dataclass(frozen=True)
class StruckGame:
    """A game as it stood before it was struck out. `played`: the teams that played it, "Umgeni – Verulam"; `score`:
    "5–3", "" where nothing had been written; `why` and `decision` are those of the `referee`, as the desk knows
    one."""

    game: MatchGame
    played: str
    score: str
    hands: list[str] = field(default_factory=list)
    why: str = ""
    referee: str = ""
    when: datetime | None = None
    decision: Decision | None = None


def struck_of(match: Match, names: bool = False) -> list[StruckGame]:
    """The struck out games of a match, in order; `names`: whether the reader may know who a referee is."""
    games = MatchGame.also_struck.filter(match=match, struck_at__isnull=False)
    struck = list(games.select_related("sheet").prefetch_related("struck_sides__team").order_by("number"))
    if not struck:
        return []
    decided: dict[str, Decision] = {}
    for decision in Decision.objects.filter(dispute__public_id__in=[game.struck_by for game in struck]).order_by("seq"):
        if decision.outcome in STRIKES:
            decided[decision.dispute.public_id] = decision
    entries: dict[int, list[Entry]] = {}
    for entry in Entry.objects.filter(sheet__in=[game.sheet_id for game in struck]).order_by("sheet_id", "seq"):
        entries.setdefault(entry.sheet_id, []).append(entry)
    return [_struck_game(game, entries.get(game.sheet_id, []), decided.get(game.struck_by), names) for game in struck]


def _struck_game(game: MatchGame, entries: list[Entry], decision: Decision | None, names: bool) -> StruckGame:
    sat = {side: str(team or "?") for side, team in game.who_played.items()}
    own = f"dispute {game.struck_by}:"
    last = next(
        (entry.seq for entry in entries if entry.kind == Entry.Kind.VOID and entry.reason.startswith(own)), None
    )
    before = [entry for entry in entries if last is None or entry.seq < last]
    hands = [hand for hand in all_hands(game.sheet, before) if not hand.voided]
    after = next((hand.ruling["after"] for hand in reversed(hands) if hand.ruling.get("after")), None)
    voices = Voices(sat) if len(sat) == 2 else Voices({}, list(sat.values()))
    return StruckGame(
        game, " – ".join(sat.values()), points.brief(after) if after else "",
        [rulings.headline(hand.ruling, voices) for hand in hands],
        decision.text if decision else "", _who(decision, names), game.struck_at, decision,
    )  # fmt: skip


def _who(decision: Decision | None, names: bool) -> str:
    kind, _colon, pk = (decision.actor if decision else "").partition(":")
    user = User.objects.filter(pk=int(pk)).first() if names and kind == "user" and pk.isdecimal() else None
    return (user.get_full_name() or user.username) if user is not None else _("a referee")
