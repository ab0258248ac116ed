"""A tournament like another one: its rules, formats, prizes and how it is run, without its people and its money."""

import datetime

from django.contrib.auth.models import User
from django.db import transaction

from thunee_tournaments.brackets.selectors import plan_of
from thunee_tournaments.brackets.shapes import Plan
from thunee_tournaments.fundraising.models import Fund
from thunee_tournaments.fundraising.receivers import own_receiver_of
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.match.draws import set_plan
from thunee_tournaments.services.setup.announcing import Announced, announce
from thunee_tournaments.services.setup.policies import set_policies
from thunee_tournaments.services.setup.prizes import set_prizes
from thunee_tournaments.services.setup.tournaments import create_tournament
from thunee_tournaments.services.till.fund import set_fund, set_receiver
from thunee_tournaments.standings.models import PrizeList
from thunee_tournaments.standings.prizing import Prize
from thunee_tournaments.teams.models import Announcement
from thunee_tournaments.tournaments import policies
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.organisations import Organisation, Part
from thunee_tournaments.tournaments.selectors import part_in


@transaction.atomic
def copy_tournament(*, actor: User, tournament: Tournament, name: str, date: datetime.date | None = None) -> Tournament:
    """A new tournament, not drawn, of which `actor` is the organiser, with all that was chosen for this one: cause and
    venue, rules, formats, length, how it is run, how many tables, prizes, goal and entry fee, and what was announced.
    Not copied are teams, sign-ups, roles, receipts, and dates. Nobody reads of it yet.

    Refused: not_allowed, bad_details (`errors`: name, date), bad_rules and bad_plan (an older version allowed them).
    """
    require_role(actor, tournament)
    tournament = lock_tournament(tournament.pk)
    made = create_tournament(
        actor=actor, name=name, date=date, cause=tournament.cause, venue=tournament.venue, preset=tournament.preset,
        changes=tournament.changes, best_of=tournament.best_of, players=tournament.players,
        organisation=_holder(actor, tournament),
    )  # fmt: skip
    Tournament.objects.filter(pk=made.pk).update(table_count=tournament.table_count)
    set_policies(actor=actor, tournament=made, policies=policies.read(tournament.policies))
    stages = tournament.stages.order_by("order")
    plan: Plan = plan_of(stages)
    if plan:
        set_plan(actor=actor, tournament=made, stages=plan)
    for prizes in PrizeList.objects.filter(tournament=tournament):
        rows = [Prize(**row) for row in prizes.prizes]
        set_prizes(
            actor=actor, tournament=made, prizes=rows, currency=prizes.currency, ties=prizes.ties,
            one_each=prizes.one_each,
        )  # fmt: skip
    for fund in Fund.objects.filter(tournament=tournament):
        set_fund(
            actor=actor, tournament=made, currency=fund.currency, goal=fund.goal, public=False,
            entry_fee=fund.entry_fee, methods=fund.methods, shows_net=fund.shows_net, second_above=fund.second_above,
            pledge_most=fund.pledge_most, fee_per_player=fund.fee_per_player,
        )  # fmt: skip
        set_receiver(actor=actor, tournament=made, receiver=own_receiver_of(fund))
    for announced in Announcement.objects.filter(tournament=tournament):
        announce(actor=actor, tournament=made, says=_announced_before(announced))
    made.refresh_from_db()
    return made


def _holder(actor: User, tournament: Tournament) -> Organisation | None:
    """The organisation that holds the next one: the same, if they are one of its organisers."""
    organisation = tournament.organisation
    return organisation if organisation and part_in(actor, organisation) == Part.ORGANISER else None


def _announced_before(announced: Announcement) -> Announced:
    """What was announced, without days, for nobody to read yet."""
    return Announced(
        description=announced.description, starts_at=announced.starts_at, address=announced.address,
        contact=announced.contact, places=announced.places, review=announced.review, code_word=announced.code_word,
        questions=announced.questions, payment=announced.payment,
    )  # fmt: skip
