"""The pictures that messengers show beside a link: a match with its score, a tournament with its name."""

from django.http import HttpRequest, HttpResponse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from adjudication import scores
from engine.shapes import State
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.brackets.names import title_of
from thunee_tournaments.brackets.order import current_of
from thunee_tournaments.brackets.selectors import match_for
from thunee_tournaments.presentation import points
from thunee_tournaments.presentation.score_picture import Score, Title, score_png, title_png
from thunee_tournaments.presentation.seats import team_voices
from thunee_tournaments.presentation.stages import name_or_source
from thunee_tournaments.public import ties
from thunee_tournaments.public.events import champion_of, of_event
from thunee_tournaments.standings import snapshots
from thunee_tournaments.tables.selectors import table_of
from thunee_tournaments.tournaments.models import Tournament


@of_event
def tournament_picture(_request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """For readers of the event: the event as a picture, for where its link is shown."""
    champion = champion_of(snapshots.read(tournament).data)
    if champion:
        head = _("Champion: %(team)s") % {"team": champion}
    else:
        head = _("In aid of: %(cause)s") % {"cause": tournament.cause} if tournament.cause else "Thunee"
    day = date_format(tournament.date, "DAY_FORMAT", use_l10n=True) if tournament.date else ""
    return _png(title_png(Title(head, tournament.name, " · ".join(filter(None, [day, tournament.venue])))))


@of_event
def match_picture(_request: HttpRequest, tournament: Tournament, public_id: str) -> HttpResponse:
    """For readers of the event: a match as a picture, for where its link is shown."""
    match = match_for(tournament, public_id)
    games = list(match.games.all())
    if match.alone:
        score = points.with_names(games[-1].sheet.ledger["after"], team_voices(match)) if games else match.title
        foot = " · ".join(filter(None, [title_of(match), ties.table_words(table_of(match))]))
        return _png(title_png(Title(tournament.name, score, foot)))
    return _png(score_png(score_of(tournament, match, current_of(match, games))))


def score_of(tournament: Tournament, match: Match, game: MatchGame | None) -> Score:
    """What the picture of a match says: the balls of the game that is played now, or was played last."""
    after: State | None = game.sheet.ledger["after"] if game else None
    near = after.get("cornerhouse", []) if after else []
    balls = scores.by_side(after or {"balls": {"A": 0, "B": 0}})
    winner = game.sheet.winner if game else ""
    name_a, name_b = map(name_or_source, match.sides)

    def note(side: str) -> str:
        if match.winning_side == side:
            return _("won the match")
        if side == winner:
            return _("Game")
        return _("Cornerhouse") if side in near and not winner else ""

    foot = [ties.table_words(table_of(match)), ""]
    if match.best_of > 1:
        a, b = match.figures
        foot[1] = _("Best of %(n)s: %(a)s–%(b)s") % {"n": match.best_of, "a": a, "b": b}
    return Score(
        f"{tournament.name} · {title_of(match)}",
        name_a,
        name_b,
        balls["A"],
        balls["B"],
        note("A"),
        note("B"),
        " · ".join(filter(None, foot)),
        after is not None and "scores" in after,
    )


def _png(content: bytes) -> HttpResponse:
    return HttpResponse(content, content_type="image/png")
