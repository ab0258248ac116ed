"""A scoresheet of each game that is played for points."""

from tests.engine.tarneeb.hands import tally

SHEETS = {
    "tarneeb": tally(1, 8, 9),
    "egyptian-tarneeb": tally(1, 8, 9, doubled=True),
    "400": {"bids": [3, 2, 4, 3], "tricks": [4, 2, 5, 2]},
    "forty-one": {"bids": [3, 2, 4, 3], "tricks": [4, 2, 5, 2]},
    "tunge": {"left": [["Kd", "2s"], [], ["Ah"]]},
}
