"""The draw: what it would make, the draw itself, the bracket afterwards, and drawing again while nothing is written."""

from typing import TypedDict

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from engine.games import traits
from thunee_tournaments.brackets import plans
from thunee_tournaments.brackets.formats.catalogue import FORMATS
from thunee_tournaments.brackets.formats.fixtures import MOST_TEAMS
from thunee_tournaments.brackets.formats.knockout import MIN_TEAMS, bracket_size
from thunee_tournaments.brackets.names import stage_title
from thunee_tournaments.brackets.selectors import stage_of, stages_of
from thunee_tournaments.brackets.shapes import Plan
from thunee_tournaments.desk import guided_path
from thunee_tournaments.desk.access import ANYBODY, ORGANISERS, DeskRequest, organiser_page, page_for
from thunee_tournaments.desk.draw import pictures, progress
from thunee_tournaments.desk.draw.plan import plan_of, plan_title
from thunee_tournaments.desk.forms import DrawForm
from thunee_tournaments.desk.pages import Context, add_refusal, desk_page, posted, saying_why_not
from thunee_tournaments.desk.selectors import bracket_matches, facts_of, how_far
from thunee_tournaments.presentation import extracts, seeds, stages
from thunee_tournaments.services.acts import Refused, draw_event, redraw_event, undo_draw
from thunee_tournaments.services.queries import UNSEEDED_LABEL
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Tournament

Status = Tournament.Status


@organiser_page
def draw(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: before the draw, what it would make; then the draw."""
    if tournament.status != Status.DRAFT:
        if request.method == "POST":
            messages.info(request, _("The draw has been made. This is it."))
        return redirect("desk:bracket", tournament.slug)
    form = DrawForm(posted(request), initial={"count": tournament.table_count})
    if form.is_valid():
        try:
            draw_event(
                actor=request.user,
                tournament=tournament,
                lot=form.cleaned_data["lot"],
                tables=form.cleaned_data["count"],
                held=form.cleaned_data["held"],
            )
        except Refused as refused:
            if refused.code != "drawn_already":
                add_refusal(
                    form, refused, {"bad_lot": "lot", "bad_count": "count"}
                )  # a plan that does not fit stands above the form
                return _preview(request, tournament, form)
            # A second tap came in while the first was at work: its draw is what both wanted.
            messages.info(request, _("The draw has been made. This is it."))
        else:
            messages.success(request, _("The draw is made. Next: a link for the phone at each table."))
        return redirect("desk:bracket", tournament.slug)
    return _preview(request, tournament, form)


def _preview(request: DeskRequest, tournament: Tournament, form: DrawForm) -> HttpResponse:
    facts, teams = facts_of(tournament), list(tournament.teams.order_by("name_key"))
    planned = stages_of(tournament)
    plan = plan_of(planned, traits(tournament.game).sides)
    most = FORMATS[plan[0]["format"]].most_teams
    context: Context = {
        "form": form,
        "facts": facts,
        "rules": guided_path.rules_line(tournament),
        "warnings": guided_path.warnings(tournament, facts),
        "possible": MIN_TEAMS <= facts.teams <= most,
        "most": most,
        "swiss": MOST_TEAMS,
        "here": sum(team.arrived_at is not None for team in teams),
        "absent": [team for team in teams if team.arrived_at is None],
    }
    plain = stages.plain(planned) if planned else traits(tournament.game).sides
    context |= {"plan_title": plan_title(plan), "plain": plain}
    if context["possible"] and not context["plain"]:
        context |= {"unseeded": facts.teams - facts.seeded, "chain": _chain(plan, facts.teams)}
    elif context["possible"]:
        size = bracket_size(facts.teams)
        context |= {
            "byes": size - facts.teams,
            "rounds": size.bit_length() - 1,
            "matches": facts.teams - 1,
            "unseeded": facts.teams - facts.seeded,
            "bracket": pictures.preview(_("The bracket of this draw"), _names_by_seed(teams)),
        }
    return desk_page(request, tournament, "desk/draw.html", context, tab="draw")


class Link(TypedDict):
    """A stage of the plan, and how many teams play there, as far as it is known."""

    title: str
    teams: int | None


def _chain(plan: Plan, teams: int) -> list[Link]:
    return [
        {"title": stage_title(stage["format"], stage["parameters"]), "teams": plans.fed_at_most(plan, order, teams)}
        for order, stage in enumerate(plan, start=1)
    ]


def _names_by_seed(teams: list[Team]) -> list[str | None]:
    """Who is seeded 1, 2, 3 …, as far as it is known before the lot speaks."""
    seeded = [name for _seed, name in sorted((team.seed, team.name) for team in teams if team.seed is not None)]
    return [*seeded, *[None] * (len(teams) - len(seeded))]


@require_safe
@page_for(ORGANISERS, looking=ANYBODY)
def bracket(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For everybody with a role: the bracket as it stands, and, as long as nothing was written, the way back;
    of a large stage `?stage=1&round=5&from=61`, `?stage=1&part=3` and `?find=` show another part than the next."""
    stage = stage_of(tournament)
    if stage is None:
        return redirect("desk:draw" if request.roles & ORGANISERS else "desk:overview", tournament.slug)
    all_stages = stages_of(tournament)
    seen = extracts.look(tournament, all_stages, request.GET)
    matches = list(seen.of(bracket_matches(tournament)))
    plain = stages.plain(all_stages) and not seen.cut
    shown = [] if plain else pictures.stages_of(tournament, all_stages, matches, seen.extracts)
    names = {team.public_id: team for team in tournament.teams.all()}
    context = {
        "bracket": None if shown else pictures.picture(tournament, matches),
        "stages": shown,
        "seen": seen,
        **(progress.steps(tournament) if shown else {}),
        "stage": stage,
        **how_far(tournament),
        "entered": [names[public_id] for public_id in stage.inputs["teams"] if public_id in names],
        "seeded": len(stage.inputs["seeded"]),
        "by_lot": len(stage.inputs["order"]) - len(stage.inputs["seeded"]),
        "label": UNSEEDED_LABEL,
        "seeds": seeds.of_event(all_stages),
        "later_seeds": seeds.later(all_stages),
    }
    return desk_page(request, tournament, "desk/bracket.html", context, tab="bracket")


@require_POST
@organiser_page
def redraw(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: draw again with another lot. `before` is the lot the page showed: a second tap does not
    draw a third time."""
    stage = stage_of(tournament)
    if stage is None or request.POST.get("before", "") != stage.lot:
        messages.info(request, _("It had been drawn again already. This is the draw as it is now."))
        return redirect("desk:bracket", tournament.slug)
    with saying_why_not(request):
        redraw_event(actor=request.user, tournament=tournament)
        messages.success(request, _("Drawn again, with a new lot."))
    return redirect("desk:bracket", tournament.slug)


@require_POST
@organiser_page
def undo(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: back to before the draw, to change teams or rules."""
    if tournament.status == Status.DRAFT:
        messages.info(request, _("The draw is undone."))
        return redirect("desk:overview", tournament.slug)
    with saying_why_not(request):
        undo_draw(actor=request.user, tournament=tournament)
        messages.success(request, _("The draw is undone: teams, seeding and rules can be changed again."))
        return redirect("desk:overview", tournament.slug)
    return redirect("desk:bracket", tournament.slug)
