"""How many times as fast as others the engine is, kept in the repository: each the median of several runs.

A run is a process of its own, since processes differ more than the rounds of one. What is kept says how far the runs
lay apart, and with which Python; `compare` tells what has become slower than that beyond a margin.
"""

import json
import platform
import statistics
from pathlib import Path
from typing import Any

KEPT = Path(__file__).with_name("engine_ratios.json")
Measured = dict[str, float]  # "this way / that one": how many times as fast


def load(path: Path = KEPT) -> dict[str, Any]:
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def of(runs: list[Measured]) -> dict[str, Any]:
    """What is kept of several runs."""
    python = ".".join(platform.python_version_tuple()[:2])
    kept: dict[str, Any] = {}
    for name in runs[0]:
        found = [run[name] for run in runs]
        figures = {"median": statistics.median(found), "lowest": min(found), "highest": max(found)}
        kept[name] = {key: round(one, 3) for key, one in figures.items()} | {"runs": len(found), "python": python}
    return kept


def keep(runs: list[Measured], path: Path = KEPT) -> None:
    """Write down what was measured; what could not be measured here stays as it was."""
    path.write_text(json.dumps(load(path) | of(runs), indent=1, sort_keys=True) + "\n", encoding="utf-8")


def compare(kept: dict[str, Any], measured: Measured, margin: float) -> tuple[list[str], list[str]]:
    """A line for each ratio that was measured, and those of them that tell of something wrong."""
    lines, wrong = [], []
    for name, now in measured.items():
        if name not in kept:
            line = f"{name}: {now:.3g}; nothing is kept to compare it with"
            wrong.append(line)
        else:
            before = kept[name]
            spread = f"{before['lowest']:.3g} to {before['highest']:.3g} in {before['runs']} runs"
            line = f"{name}: {now:.3g}; kept {before['median']:.3g} ({spread}, Python {before['python']})"
            if now < before["median"] * (1 - margin):
                line += f": SLOWER by more than {margin:.0%}"
                wrong.append(line)
            elif now > before["median"] * (1 + margin):
                line += f": faster by more than {margin:.0%}, so keep it anew"
        lines.append(line)
    return lines, wrong
