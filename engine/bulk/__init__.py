"""Many hands of four-player Thunee at once, with NumPy: the only part of the engine that needs a package.

`judge_all(records)` judges any records; the plain ones go through columns (`columns`, `judging`), the rest through the
single call, and every field is the same as the single call's. Plain is: four players, no tally, nothing claimed, all
24 cards in turn from known hands, and nothing said in the play. A hand that turns out odd in the columns (a revoke, an
undercut, somebody else leading) is handed to the single call as well. `pack_lines(lines)` packs such hands straight
from lines of JSON, if those are written as `json.dumps` writes a record.
"""

from .columns import Columns, pack_plain
from .judging import PARAMETERS, judge_columns
from .lines import pack_lines
from .results import Results, judge_all

__all__ = ["PARAMETERS", "Columns", "Results", "judge_all", "judge_columns", "pack_lines", "pack_plain"]
