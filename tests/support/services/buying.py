"""Entries of a qualifier, paid."""

import uuid

from thunee_tournaments.services import acts

PRICE = 400_00


def pay(organiser, tournament, team, amount, kind="rebuy"):
    return acts.take_money(
        actor=organiser, tournament=tournament, team=team, amount=amount, kind=kind, method="cash", device="desk",
        client_uuid=uuid.uuid4(),
    ).receipt  # fmt: skip
