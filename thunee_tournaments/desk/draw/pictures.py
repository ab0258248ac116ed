"""Brackets as the desk draws them: the one that would be drawn, and the one that is being played."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from thunee_tournaments.brackets.formats import knockout
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.names import round_title
from thunee_tournaments.presentation import brackets as drawn
from thunee_tournaments.presentation.extracts import Extract
from thunee_tournaments.presentation.stages import (
    StageView,
    at_table,
    gone_of,
    name_of_side,
    put_off_to,
    source_text,
    views,
)
from thunee_tournaments.standings import snapshots
from thunee_tournaments.tournaments.models import Stage, Tournament

State = Match.State


def preview(title: str, names: Sequence[str | None]) -> drawn.Bracket:
    """The bracket a draw would make of these teams, in order of seed; None: the lot decides who that is."""
    bracket = knockout.draw(len(names))
    standing = knockout.standing(bracket.fixtures, range(1, len(names) + 1), {})
    rounds: list[drawn.Round] = [drawn.Round(round_title(name), []) for name in bracket.rounds]

    def side(seed: int | None, source: knockout.Source) -> drawn.Side:
        if seed is None:
            return drawn.Side(source_text(source), known=False)
        name = names[seed - 1]
        return drawn.Side(name if name is not None else _("by lot"), seed, known=name is not None)

    for fixture in bracket.fixtures:
        pairing = standing[fixture.number]
        top, bottom = side(pairing.a, fixture.sources[0]), side(pairing.b, fixture.sources[1])
        if fixture.bye:
            match = drawn.Match(top if fixture.bye == "A" else bottom, drawn.Side("", known=False), state=drawn.BYE,
                                note=_("bye"))  # fmt: skip
        else:
            match = drawn.Match(top, bottom, str(fixture.number))
        rounds[fixture.round - 1].matches.append(match)
    return drawn.Bracket(title, rounds)


def picture(tournament: Tournament, matches: Sequence[Match]) -> drawn.Bracket:
    """The bracket as it stands, each match a link to its page at the desk. Matches with teams, rounds and tables."""
    rounds: dict[int, drawn.Round] = {}
    for match in matches:
        column = rounds.setdefault(match.round.number, drawn.Round(round_title(match.round.name), []))
        column.matches.append(_match(tournament, match))
    return drawn.Bracket(_("Bracket of %(name)s") % {"name": tournament.name}, [rounds[n] for n in sorted(rounds)])


def stages_of(
    tournament: Tournament, stages: Sequence[Stage], matches: Sequence[Match], extracts: Mapping[int, Extract]
) -> list[StageView]:
    """The stages of an event as they stand, each match a link to its page at the desk. `extracts`: as in `views`."""
    title = _("Bracket of %(name)s") % {"name": tournament.name}
    data = snapshots.read(tournament).data
    return views(stages, matches, data, lambda match: _match(tournament, match), title, extracts)


def _match(tournament: Tournament, match: Match) -> drawn.Match:
    if match.state == State.BYE:
        through = _side(match, match.winning_side)
        return drawn.Match(through, drawn.Side("", known=False), state=drawn.BYE, note=_("bye"), spoken=through.name)
    top, bottom, *others = at_table(match) if match.alone else (_side(match, "A"), _side(match, "B"))
    note = note_of(match)
    spoken = _("Match %(number)s: %(a)s – %(b)s. %(state)s.") % {
        "number": match.number, "a": top.called, "b": " – ".join(side.called for side in (bottom, *others)),
        "state": note or match.get_state_display(),
    }  # fmt: skip
    href = reverse("desk:match", args=[tournament.slug, match.public_id])
    return drawn.Match(top, bottom, str(match.number), href, match.state, note, spoken, others=tuple(others))


def note_of(match: Match) -> str:
    """What to know of a match besides its score: that it is under review, its table while it is there, a walkover."""
    if match.conflict:
        return _("under review")
    if match.outcome == Match.Outcome.WALKOVER:
        return _("walkover")
    seating: Any = getattr(match, "seating", None)
    if seating is not None and seating.ended_at is None:
        return str(seating.table.title)
    if put_off := put_off_to(match):
        return put_off
    return _("no table yet") if match.state in (State.READY, State.PLAYING) else ""


def _side(match: Match, side: str) -> drawn.Side:
    team = match.team(side)
    if team is None:
        return drawn.Side(name_of_side(match, side), known=False)
    return drawn.Side(team.name, team.seed, score_of(match, side), won=match.winning_side == side, gone=gone_of(team))


def score_of(match: Match, side: str) -> int | None:
    """Games won where a match has several, else balls; None before it has begun and where it was not played."""
    if match.state not in (State.PLAYING, State.DONE) or match.outcome == Match.Outcome.WALKOVER:
        return None
    return match.figures["AB".index(side)]
