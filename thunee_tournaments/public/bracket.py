"""Who meets whom: the bracket of an event, its tables and rounds, for everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from thunee_tournaments.brackets.selectors import matches_of, stages_of
from thunee_tournaments.presentation import brackets, draws, extracts, seeds, stages
from thunee_tournaments.public import ties
from thunee_tournaments.public.events import frame, of_event
from thunee_tournaments.public.stage_views import stage_views
from thunee_tournaments.tables.selectors import with_tables
from thunee_tournaments.tournaments.models import Tournament


@of_event
def bracket(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """For readers of the event: who meets whom, from the first round to the final; `?parts=1` spreads a large one
    over sheets of paper. Of a large stage `?stage=1&round=5&from=61` shows that list of a round, `?stage=1&part=3` that
    part of the bracket, `?find=` where a team stands."""
    all_stages = stages_of(tournament)
    plain = stages.plain(all_stages)
    seen = extracts.look(tournament, all_stages, request.GET, whole=plain and bool(request.GET.get("parts")))
    matches = list(seen.of(with_tables(matches_of(tournament))))
    shown = [] if plain and not seen.cut else stage_views(tournament, all_stages, matches, seen.extracts)
    drawing = ties.bracket(tournament, matches) if matches and not shown else None
    sheets = brackets.parts(drawing) if drawing else []
    context = {
        "stages": shown,
        "seen": seen,
        **frame(tournament, "bracket"),
        "bracket": drawing,
        "stage": matches[0].stage if matches else None,
        "sheets": sheets if request.GET.get("parts") else [],
        "large": len(sheets) > 1 or (plain and seen.cut),
        "seeds": seeds.of_event(all_stages),
        "redrawn": draws.redrawn(tournament),
        "later_seeds": seeds.later(all_stages),
    }
    return render(request, "public/bracket.html", context)
