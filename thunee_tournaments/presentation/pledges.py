"""Pledges as pages show them: for whom, how much for what, and each part with the hand and the rule it comes from."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from thunee_tournaments.brackets.names import title_of
from thunee_tournaments.fundraising import happenings
from thunee_tournaments.fundraising.amounts import shown
from thunee_tournaments.fundraising.pledges import UNITS, Part, Standing
from thunee_tournaments.tournaments.models import Tournament


@dataclass(frozen=True)
class PartRow:
    """What one happening added: how much, what it was, who did it and where, with the addresses of its hand and its
    rule."""

    amount: str
    what: str
    team: str
    where: str
    href: str
    rule: str


@dataclass(frozen=True)
class PledgeRow:
    """A pledge: `whom` it is for, its `terms` ("R 10 a ball"), what it may come to at most and what it comes to."""

    standing: Standing
    whom: str
    terms: list[str]
    most: str
    comes_to: str

    @property
    def public_name(self) -> str:
        """What everybody may call whoever made it."""
        pledger = self.standing.pledger
        return pledger.name if pledger.named and pledger.name else gettext("Somebody")


def pledge_rows(tournament: Tournament, standings: Iterable[Standing], currency: str) -> list[PledgeRow]:
    """The pledges as they are listed."""
    standings = list(standings)
    teams = dict(tournament.teams.values_list("public_id", "name")) if standings else {}
    return [_row(standing, teams, currency) for standing in standings]


def _row(standing: Standing, teams: dict[str, str], currency: str) -> PledgeRow:
    pledge = standing.pledge
    if pledge.team:
        whom = teams.get(pledge.team, "?")
    elif pledge.table is not None:
        whom = gettext("Table %(number)s") % {"number": pledge.table}
    else:
        whom = gettext("the whole event")
    rates = [(each, pledge.rates[unit]) for unit, (_asked, each) in UNITS.items() if unit in pledge.rates]
    terms = [str(each) % {"amount": shown(cents, currency)} for each, cents in rates]
    return PledgeRow(standing, whom, terms, shown(pledge.most, currency), shown(standing.comes_to, currency))


def part_rows(tournament: Tournament, parts: Iterable[Part], currency: str) -> list[PartRow]:
    """What was added, in the order that is given."""
    parts = list(parts)
    teams = dict(tournament.teams.values_list("public_id", "name")) if parts else {}
    return [_part(tournament, part, teams, currency) for part in parts]


def _part(tournament: Tournament, part: Part, teams: dict[str, str], currency: str) -> PartRow:
    row = part.happening
    match = reverse("public:match", args=[tournament.slug, row.match.public_id])
    where = [title_of(row.match)]
    if row.match.best_of > 1:
        where.append(gettext("Game %(number)s") % {"number": row.game})
    href = match
    if row.number is not None:
        where.append(gettext("Hand %(number)s") % {"number": row.number})
        href = reverse("public:hand", args=[tournament.slug, row.match.public_id, row.game, row.hand])
    amount = shown(abs(part.cents), currency)
    return PartRow(
        f"+{amount}" if part.cents > 0 else f"−{amount}", _what(row.unit, row.times), teams.get(row.team, "?"),
        " · ".join(where), href, row.rule,
    )  # fmt: skip


def _what(unit: str, times: int) -> str:
    if unit == happenings.BALL and times < 0:
        text = ngettext("%(n)s ball taken away by a referee", "%(n)s balls taken away by a referee", -times)
        return text % {"n": -times}
    if unit == happenings.BALL:
        return ngettext("%(n)s ball opened", "%(n)s balls opened", times) % {"n": times}
    return {
        happenings.HAND: gettext("hand won"),
        happenings.KHANUCK: gettext("khanuck made"),
        happenings.DOUBLE: gettext("double made"),
        happenings.THUNEE: gettext("thunee made"),
        happenings.MATCH: gettext("match won"),
    }[unit]
