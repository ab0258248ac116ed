"""The games of a match in their order: which is played now, and which lie beyond it.

A correction can open an earlier game again, or let an earlier one decide the match. The games behind it that have hands
stay as they are, and count for nothing while they lie beyond: as soon as the earlier one is over they count again,
unless the match is decided before them. A referee can strike their hands out; they are then played anew.
"""

from collections.abc import Iterable, Sequence

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Sum

from adjudication.bell_rules import ended_by_bell
from thunee_tournaments.brackets.models import Match, MatchGame, MatchSide
from thunee_tournaments.brackets.results import majority


def current_of(match: Match, games: Sequence[MatchGame]) -> MatchGame | None:
    """The game that is played now, or by which the match was decided; None before the first is opened. `games`: all
    that count, in order, with their sheets."""
    return games[_current(match, games)] if games else None


def surplus_in(match: Match, games: Iterable[MatchGame]) -> list[MatchGame]:
    """The games with hands that do not count, because an earlier one is open again or has decided the match."""
    listed = list(games)
    return [game for game in listed[_current(match, listed) + 1 :] if has_hands(game)]


def all_surplus(matches: QuerySet[Match]) -> list[MatchGame]:
    """The games beyond of all these matches, the first match first, with match and sheet at hand; three queries, and
    one where no match has several games."""
    several = matches.prefetch_related(None).filter(best_of__gt=1).order_by()
    if not several.exists():
        return []
    begun = Count("games", filter=Q(games__struck_at=None, games__sheet__seq__gt=0))
    won = MatchSide.objects.filter(match=OuterRef("pk")).order_by().values("match").annotate(won=Sum("games_won"))
    counted = matches.filter(best_of__gt=1).annotate(begun=begun, counted=Subquery(won.values("won")))
    suspects = counted.filter(Q(state=Match.State.DONE, begun__gt=F("counted")) | Q(begun__gt=F("counted") + 1))
    by_pk = {match.pk: match for match in suspects.order_by("stage__order", "number")}
    games: dict[int, list[MatchGame]] = {pk: [] for pk in by_pk}
    for game in MatchGame.objects.filter(match__in=by_pk).select_related("sheet").order_by("number") if by_pk else ():
        game.match = by_pk[game.match_id]
        games[game.match_id].append(game)
    return [game for pk, match in by_pk.items() for game in surplus_in(match, games[pk])]


def counting(games: QuerySet[MatchGame]) -> QuerySet[MatchGame]:
    """Of these games those that do not lie beyond; two queries more."""
    matches = Match.objects.filter(pk__in=games.order_by().values("match"))
    return games.exclude(pk__in=[game.pk for game in all_surplus(matches)])


def has_hands(game: MatchGame) -> bool:
    """Whether anything counts on its sheet: not where all that was written is struck out."""
    ledger = game.sheet.ledger
    return bool(ledger["hands"] or ledger.get("decisions"))


def _current(match: Match, games: Sequence[MatchGame]) -> int:
    won = match.games_counted
    last = len(games) - 1
    if not match.over or match.outcome != Match.Outcome.PLAYED or match.alone:
        return min(won, last)
    decided = max(side.games_won for side in match.sides) >= majority(match.best_of)
    if decided or (0 < won <= len(games) and ended_by_bell(games[won - 1].sheet.ledger["after"])):
        return min(won - 1, last)
    return min(won, last)  # the bell broke this one off, and it is nobody's
