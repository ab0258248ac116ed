"""A side signs."""

import uuid
from typing import Any

from tests.support.keys import keyed
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.services import acts
from thunee_tournaments.services.scoring import signing_pins


def sign_as(actor: Any, played: MatchGame, side: str, **changed: Any) -> Any:
    """Sign a game as it stands, with the side's PIN; anything can be said differently."""
    played.sheet.refresh_from_db()
    whole = Match.objects.get(pk=played.match_id)
    said = {
        "device": "phone",
        "client_uuid": uuid.uuid4(),
        "head": played.sheet.head,
        "pin": signing_pins.pin_of(whole, side),
    }
    return acts.sign_game(actor=actor, game=played, side=side, **keyed({**said, **changed}))
