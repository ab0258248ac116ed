"""Movements of a till as the desk lists them: with names for ids, and what stands out."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from thunee_tournaments.fundraising.accounts import BOX
from thunee_tournaments.fundraising.export import actors_of, kinds_of
from thunee_tournaments.fundraising.marks import WORDS, Watched, watched
from thunee_tournaments.fundraising.methods import method_label
from thunee_tournaments.fundraising.models import Movement, Party
from thunee_tournaments.tournaments.labels import people
from thunee_tournaments.tournaments.models import Tournament

OUT = frozenset((Movement.Act.REFUND, Movement.Act.EXPENSE, Movement.Act.PRIZE, Movement.Act.RETURNED))


@dataclass(frozen=True)
class Row:
    """A movement with the names of its team, of those who wrote it and perhaps took it back, and of whose boxes it
    touches. `parts`: what its money was for, each with how much. `marks`: what stands out, in words."""

    movement: Movement
    party: Party
    team: str
    written_by: str
    reversed_by: str
    boxes: list[str]
    parts: list[tuple[str, int]]
    refunded: int
    marks: list[str]

    @property
    def reversal(self) -> Movement | None:
        return self.movement.reversal if self.movement.taken_back else None

    @property
    def what(self) -> str:
        """What it was for, or what it is, in a few words."""
        if self.pays:
            return self.movement.reason
        return ", ".join(label for label, _cents in self.parts) or str(self.movement.get_act_display())

    @property
    def pays(self) -> bool:
        """Whether something was bought or won, or left for something: its reason says what."""
        return self.movement.act in (Movement.Act.EXPENSE, Movement.Act.PRIZE, Movement.Act.DEPOSIT)

    @property
    def method(self) -> str:
        return method_label(self.movement.method) if self.movement.method else ""

    @property
    def goes_out(self) -> bool:
        return self.movement.act in OUT


def with_all(movements: QuerySet[Movement]) -> QuerySet[Movement]:
    """What the rows need, at hand."""
    at_hand = movements.select_related("party", "reversal", "tournament", "about", "takes_back")
    return at_hand.prefetch_related("lines", "later__reversal")


def rows_of(tournament: Tournament, movements: Iterable[Movement], watch: Watched | None = None) -> list[Row]:
    """The movements as they are listed; `watch`, if it is at hand."""
    movements = list(movements)
    watch = watch or watched(tournament)
    called = people(actors_of(movements), tournament)
    teams = tournament.teams.filter(public_id__in={movement.team for movement in movements})
    names = dict(teams.values_list("public_id", "name"))
    return [_row(movement, called, names, watch) for movement in movements]


def _row(movement: Movement, called: dict[str, str], teams: dict[str, str], watch: Watched) -> Row:
    accounts = [name for line in movement.lines.all() for name in (line.given_by, line.given_to)]
    boxes = [name.removeprefix(BOX) for name in accounts if name.startswith(BOX)]
    kinds = dict(Movement.Kind.choices)
    refunds = [later for later in movement.later.all() if later.act == Movement.Act.REFUND and not later.taken_back]
    return Row(
        movement=movement,
        party=getattr(movement, "party", None) or Party(),
        team=teams.get(movement.team, ""),
        written_by=called.get(movement.actor, movement.actor),
        reversed_by=called.get(movement.reversal.actor, movement.reversal.actor) if movement.taken_back else "",
        boxes=[called.get(whose, whose) for whose in dict.fromkeys(boxes)],
        parts=[(str(kinds.get(kind, kind)), cents) for kind, cents in kinds_of(movement)],
        refunded=sum(refund.amount for refund in refunds),
        marks=[str(WORDS[mark]) for mark in watch.marks(movement)],
    )


def movement_for(tournament: Tournament, movement_id: str, acts: Sequence[str] = ()) -> Movement:
    """The movement with this id, of one of these acts if any are named. Raises Http404."""
    movements = with_all(Movement.objects.filter(tournament=tournament, public_id=movement_id))
    movement = (movements.filter(act__in=acts) if acts else movements).first()
    if movement is None:
        raise Http404("no such movement")
    return movement


def title_of(movement: Movement) -> str:
    """What a movement is called on its own page."""
    title = {
        Movement.Act.RECEIPT: _("Receipt %(number)s"),
        Movement.Act.REFUND: _("Refund %(number)s"),
        Movement.Act.EXPENSE: _("Expense %(number)s"),
        Movement.Act.PRIZE: _("Prize paid %(number)s"),
        Movement.Act.FLOAT: _("Float %(number)s"),
        Movement.Act.FLOAT_BACK: _("Float given back %(number)s"),
        Movement.Act.BANKED: _("Paid in at the bank %(number)s"),
        Movement.Act.DEPOSIT: _("Deposit %(number)s"),
        Movement.Act.RETURNED: _("Deposit given back %(number)s"),
        Movement.Act.KEPT: _("Deposit kept %(number)s"),
        Movement.Act.HANDED: _("Cash handed over %(number)s"),
        Movement.Act.COUNT: _("Cash-up %(number)s"),
        Movement.Act.SIGNED: _("Cash-up signed %(number)s"),
        Movement.Act.PRINTED: _("Receipt printed %(number)s"),
        Movement.Act.LIMIT: _("Limit changed %(number)s"),
        Movement.Act.REVERSAL: _("Taken back %(number)s"),
    }[Movement.Act(movement.act)]
    return title % {"number": movement.called}
