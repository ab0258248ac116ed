"""Buchholz, its cut and Sonneborn-Berger by the worked exercises of FIDE's technical commission: M. Held, Exercises in
Tie-Breaking, 2024, numbers 1 to 8, 11 and 12, on the regulations of 1 August 2024.

A Swiss of 16 in five rounds, in which everything turns up. Chess has draws: one stands here as half a point for a match
that was not won, which is what the record of a team knows.
"""

import pytest

from thunee_tournaments.standings.metrics import MatchLine, TeamRecord, buchholz, buchholz_cut_1, sonneborn_berger
from thunee_tournaments.standings.tie_break_rounds import tie_break_rounds

# For each round the opponent and what came of it: won, drawn, lost (1 = 0), by forfeit (+ -); H a bye for half a point,
# U one that was allocated, Z one for nothing. After it score, Buchholz, its cut and Sonneborn-Berger.
EXERCISES = """
 1:  9 1  13 =   2 =  15 1   4 =   3.5  12.5  11.0   8.00
 2: 10 1   7 1   1 =  16 1   3 =   4.0  13.0  12.0   9.50
 3: 11 =   6 1   8 1   4 =   2 =   3.5  15.5  13.0  10.50
 4: 12 1   0 H  13 1   3 =   1 =   3.5  15.0  11.5   9.75
 5: 13 0  15 0  11 1   7 =  10 1   2.5   8.5   7.5   4.25
 6: 14 0   3 0   0 U  10 1   8 1   3.0  12.0  11.0   6.50
 7: 15 1   2 0  16 0   5 =  11 0   1.5  14.5  12.5   3.25
 8: 16 =  14 1   3 0  13 1   6 0   2.5  13.5  12.0   5.25
 9:  1 0  10 0   0 H  11 -   0 U   1.5   9.0   7.5   2.25
10:  2 0   9 1  15 0   6 0   5 0   1.0  13.0  11.5   1.50
11:  3 =  16 0   5 0   9 +   7 1   2.5  13.5  12.0   5.75
12:  4 0   0 U  14 +   0 Z   0 Z   2.0  11.5   9.5   4.00
13:  5 1   1 =   4 0   8 0  14 0   1.5  14.0  12.0   4.25
14:  6 1   8 0  12 -   0 Z  13 1   2.0  11.0   9.0   4.50
15:  7 0   5 1  10 1   1 0  16 0   2.0  12.0  11.0   3.50
16:  8 =  11 1   7 1   2 0  15 1   3.5  12.5  11.0   7.25
"""


def read():
    """Each player's record, and what the exercises say it comes to."""
    field, told = {}, {}
    for row in EXERCISES.strip().splitlines():
        player, rest = row.split(":")
        words = rest.split()
        results = [(number, int(opponent), what) for number, opponent, what
                   in zip(range(1, 6), words[0:10:2], words[1:10:2], strict=True)]  # fmt: skip
        field[int(player)] = TeamRecord(
            int(player),
            matches=tuple(MatchLine(what in "1+", what in "1=0", opponent=opponent, round=number)
                          for number, opponent, what in results if opponent),
            byes=tuple(number for number, _opponent, what in results if what == "U"),
            half=tuple(number for number, _opponent, what in results if what in "=H"),
            rounds=5,
        )  # fmt: skip
        told[int(player)] = tuple(map(float, words[10:]))
    return field, told


FIELD, TOLD = read()


@pytest.mark.parametrize("player", FIELD)
def test_a_player_of_the_exercises_has_what_they_say(player):
    record = FIELD[player]
    breaks = [compute(tie_break_rounds(record, FIELD)) / 2 for compute in (buchholz, buchholz_cut_1, sonneborn_berger)]
    assert (record.score, *breaks) == TOLD[player]
