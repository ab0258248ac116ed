"""The till as a file for a spreadsheet. What people wrote is defused, so that no cell is taken for a formula."""

import csv
import io
from collections.abc import Iterable

from django.utils import timezone

from thunee_tournaments.fundraising.accounts import BOX, INCOME
from thunee_tournaments.fundraising.amounts import plain
from thunee_tournaments.fundraising.models import Movement, Party
from thunee_tournaments.fundraising.raised import fund_of
from thunee_tournaments.tournaments.labels import people
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.spreadsheets import defused

COLUMNS = (
    "seq", "act", "number", "organisation_year", "organisation_number", "time", "kind", "method", "currency", "amount",
    "in", "out", "name", "may_be_named", "team", "what_or_why", "reference", "note", "of", "written_by",
    "taken_back_at", "taken_back_by", "taken_back_why",
)  # fmt: skip
IN = (Movement.Act.RECEIPT, Movement.Act.KEPT)
OUT = (Movement.Act.REFUND, Movement.Act.EXPENSE, Movement.Act.PRIZE)


def actors_of(movements: Iterable[Movement]) -> set[str]:
    """Who wrote these movements, who took some back, and whose boxes they touch."""
    actors = {movement.actor for movement in movements}
    actors |= {movement.reversal.actor for movement in movements if movement.taken_back}
    for movement in movements:
        accounts = {account for line in movement.lines.all() for account in (line.given_by, line.given_to)}
        actors |= {account.removeprefix(BOX) for account in accounts if account.startswith(BOX)}
    return actors


def kinds_of(movement: Movement) -> list[tuple[str, int]]:
    """What the money of a receipt or a refund was for, and how much for each."""
    lines = [(line, account) for line in movement.lines.all() for account in (line.given_by, line.given_to)]
    return [(account.removeprefix(INCOME), line.amount) for line, account in lines if account.startswith(INCOME)]


def as_csv(tournament: Tournament) -> str:
    """The movements in the order they were written. `in` and `out` add up to what came in and went out: what was taken
    back counts nought, and cash that only changed its place and deposits that are held too."""
    movements = Movement.objects.filter(tournament=tournament).order_by("seq")
    movements = movements.select_related("party", "reversal", "takes_back", "about").prefetch_related("lines")
    called = people(actors_of(movements), tournament)
    teams = dict(tournament.teams.values_list("public_id", "name"))
    currency = fund_of(tournament).currency
    out = io.StringIO()
    write = csv.writer(out).writerow
    write(COLUMNS)
    for movement in movements:
        back = movement.reversal if movement.taken_back else None
        party = getattr(movement, "party", None) or Party()
        of = movement.takes_back or movement.about
        counts = 0 if back else movement.amount
        cells = (
            str(movement.seq), movement.act, str(movement.number), *_of_organisation(movement),
            _moment(movement.created_at),
            " + ".join(kind for kind, _cents in kinds_of(movement)), movement.method, currency,
            plain(movement.amount, currency), plain(counts if movement.act in IN else 0, currency),
            plain(counts if movement.act in OUT else 0, currency), party.name, "yes" if party.named else "no",
            teams.get(movement.team, ""), movement.reason, movement.reference, party.note,
            f"{of.act} {of.number}" if of else "", called.get(movement.actor, movement.actor),
            _moment(back.created_at) if back else "", called.get(back.actor, back.actor) if back else "",
            back.reason if back else "",
        )  # fmt: skip
        write([defused(cell) for cell in cells])
    return out.getvalue()


def _of_organisation(movement: Movement) -> tuple[str, str]:
    """The year and number of a receipt of an organisation, apart: as "2026/1" a spreadsheet makes a date of them."""
    numbered = movement.details.get("numbered")
    return (str(numbered["year"]), str(numbered["number"])) if numbered else ("", "")


def _moment(at: object) -> str:
    return timezone.localtime(at).isoformat(sep=" ", timespec="seconds")  # type: ignore[arg-type]
