"""The guided path of a tournament, from the first team to the last hand: what is done, what is next, what to mind."""

from dataclasses import dataclass
from typing import TypedDict

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from thunee_tournaments.brackets.models import Match
from thunee_tournaments.desk.selectors import Facts
from thunee_tournaments.desk.words import preset_title
from thunee_tournaments.tournaments import earlier
from thunee_tournaments.tournaments.models import Tournament

DONE, NEXT, OPEN, LATER = "done", "next", "open", "later"
State = Match.State
Status = Tournament.Status


@dataclass(frozen=True)
class Step:
    """A step of the path. `state`: done, next (do this now), open (can be done), later (not yet)."""

    number: int
    title: str
    says: str
    href: str
    state: str
    button: str = ""


def steps(tournament: Tournament, facts: Facts) -> list[Step]:
    """The seven steps; at most one of them is the next."""
    drawn = tournament.status != Status.DRAFT
    closed = tournament.status == Status.CLOSED
    enough = facts.teams >= 2
    linked = facts.tables > 0 and facts.links == facts.tables
    play_next = drawn and not facts.finished and (linked or facts.over > 0)
    states = [
        DONE if drawn or enough else NEXT,
        DONE if drawn or (enough and facts.seeded == facts.teams) else OPEN,
        DONE if drawn else OPEN,
        DONE if drawn else NEXT if enough else LATER,
        DONE if closed or linked else NEXT if drawn and facts.over == 0 else OPEN,
        DONE if closed or facts.finished else NEXT if play_next else OPEN if drawn else LATER,
        DONE if closed else NEXT if facts.finished else OPEN if drawn else LATER,
    ]
    rows: list[tuple[str, str, str, str]] = [
        (_("Teams"), _teams(facts), "teams", _("Enter the teams")),
        (_("Seeding"), _seeding(tournament, facts), "seeding", ""),
        (_("Rules"), rules_line(tournament), "rules", ""),
        (_("Draw"), _draw(drawn), "bracket" if drawn else "draw", _("Look at the draw")),
        (_("Tables and links"), _tables(facts), "tables", _("Make the tables' links")),
        (_("Play"), _play(drawn, facts), "bracket" if drawn else "draw", _("See the bracket")),
        (_("Close"), _close(closed, facts), "close", _("Close the tournament")),
    ]
    return [
        Step(number, title, says, reverse(f"desk:{page}", args=[tournament.slug]), state, button)
        for number, ((title, says, page, button), state) in enumerate(zip(rows, states, strict=True), start=1)
    ]


def _teams(facts: Facts) -> str:
    if not facts.teams:
        return _("Nobody is entered yet. Paste your list, or enter them one by one.")
    count = ngettext("%(count)s team", "%(count)s teams", facts.teams) % {"count": facts.teams}
    if facts.teams == 1:
        return _("%(teams)s; at least two are needed.") % {"teams": count}
    return count


def _seeding(tournament: Tournament, facts: Facts) -> str:
    if facts.teams == 0:
        return _("By hand or by lot.")
    if facts.seeded == 0:
        return _("Nobody is seeded: the draw places every team by lot.")
    if facts.seeded < facts.teams:
        return _("%(seeded)s seeded, the others by lot at the draw.") % {"seeded": facts.seeded}
    if tournament.seeding.get("by") == earlier.BY:
        return _("By the standings of an earlier event.")
    return _("By lot.") if tournament.seeding.get("by") == "lot" else _("By hand.")


def rules_line(tournament: Tournament) -> str:
    """ "Fund-raiser, 2 rules changed. Best of 3." """
    rules = preset_title(tournament.preset)
    if changed := len(tournament.changes):
        rules = ngettext("%(preset)s, %(count)s rule changed", "%(preset)s, %(count)s rules changed", changed) % {
            "preset": rules, "count": changed,
        }  # fmt: skip
    return _("%(rules)s. %(length)s.") % {"rules": rules, "length": length_text(tournament.best_of)}


def length_text(best_of: int) -> str:
    """How long a match is."""
    return _("A match is one game") if best_of == 1 else _("Best of %(games)s") % {"games": best_of}


def _draw(drawn: bool) -> str:
    if drawn:
        return _("Drawn. Teams and rules stand.")
    return _("Makes the bracket with its byes, the seats and the first dealers, and fixes the rules.")


def _tables(facts: Facts) -> str:
    if not facts.tables:
        return _("How many tables there are, and a link for the phone at each of them.")
    tables = ngettext("%(count)s table", "%(count)s tables", facts.tables) % {"count": facts.tables}
    if facts.links == facts.tables:
        return _("%(tables)s, each with a link.") % {"tables": tables}
    if facts.links == 0:
        return _("%(tables)s, none with a link yet.") % {"tables": tables}
    return _("%(tables)s, %(links)s with a link.") % {"tables": tables, "links": facts.links}


def _play(drawn: bool, facts: Facts) -> str:
    if not drawn:
        return _("The tables keep their own score, and the bracket fills itself.")
    return _("%(over)s of %(all)s matches over.") % {"over": facts.over, "all": facts.to_play}


def _close(closed: bool, facts: Facts) -> str:
    if closed:
        return _("Closed. The results stay for everybody to read.")
    if facts.finished:
        return _("The final is decided.")
    return _("When the final is decided: the results stay, the links end.")


class Caution(TypedDict):
    """What the organiser should know about, and where to put it right."""

    text: str
    href: str
    label: str


def warnings(tournament: Tournament, facts: Facts) -> list[Caution]:
    cautions: list[Caution] = []

    def warn(text: str, page: str, label: str) -> None:
        cautions.append({"text": text, "href": reverse(f"desk:{page}", args=[tournament.slug]), "label": label})

    if tournament.status == Status.CLOSED:
        return cautions
    if facts.short and facts.teams:
        warn(
            ngettext(
                "%(count)s team has fewer than two players named: its seats will say “Player 1”.",
                "%(count)s teams have fewer than two players named: their seats will say “Player 1”.",
                facts.short,
            ) % {"count": facts.short},
            "teams",
            _("Name them"),
        )  # fmt: skip
    if tournament.status == Status.RUNNING and not facts.finished and facts.links < facts.tables and facts.links:
        missing = facts.tables - facts.links
        warn(
            ngettext(
                "%(count)s table has no link, so nobody can keep score there.",
                "%(count)s tables have no link, so nobody can keep score there.",
                missing,
            ) % {"count": missing},
            "tables",
            _("Make links"),
        )  # fmt: skip
    return cautions
