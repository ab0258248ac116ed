"""The code an act is refused with."""

import pytest

from thunee_tournaments.services.acts import Refused


def refused(act, **said):
    with pytest.raises(Refused) as caught:
        act(**said)
    assert str(caught.value.message)
    return caught.value.code
