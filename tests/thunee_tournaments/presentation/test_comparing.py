"""Two explanations side by side: the same steps stand beside each other, what differs is marked."""

from typing import Any

import engine
from thunee_tournaments.presentation.comparing import side_by_side
from thunee_tournaments.presentation.rulings import Voices

TALLY = {"trumper": 1, "call": 20, "trump": "s", "card_points": {"A": 44}, "last_trick": 1,
         "jodhi": [{"seat": 0, "suit": "s", "value": 40, "trick": 1}]}  # fmt: skip


def ruling(**changed: Any) -> Any:
    tally = {key: value for key, value in {**TALLY, **changed}.items() if value is not None}
    record = {"format": "hand-record/1", "game": "thunee", "dealer": 0, "tally": tally}
    return engine.adjudicate(record).to_dict()


def test_the_same_ruling_differs_nowhere() -> None:
    rows = side_by_side(ruling(), ruling(), Voices())
    assert rows
    assert not any(row.differs for row in rows)


def test_a_step_that_is_gone_stands_alone_and_what_follows_from_it_is_marked() -> None:
    rows = side_by_side(ruling(), ruling(jodhi=None), Voices())
    gone = [row.was.rule for row in rows if row.was and not row.now]
    changed = {row.was.rule for row in rows if row.was and row.now and row.differs}
    assert gone == ["TH-JODHI-1", "TH-COUNT-4"]
    assert "TH-COUNT-5" in changed
    assert any(not row.differs for row in rows)


def test_no_step_is_lost_or_told_twice() -> None:
    was, now = ruling(), ruling(call=30, jodhi=None, last_trick=0)
    rows = side_by_side(was, now, Voices())
    assert len([row for row in rows if row.was]) == len(was["steps"])
    assert len([row for row in rows if row.now]) == len(now["steps"])
