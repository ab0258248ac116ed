"""The digest of what judges: it follows every rule and preset, and nothing else."""

import shutil
import subprocess
import sys
from pathlib import Path

from engine import version

LOADED = """
import sys
from engine import adjudicate, adjudicate_game, games, profiles
games.load_all()
for game in games.GAMES:
    for preset in games.PRESETS[game]:
        profiles.build(preset, game)
        profiles.preset_title(preset)
from tests.engine.cases import load
for _name, record, _ruling in load():
    adjudicate(record).to_dict()
print(*(name for name in sys.modules if name.startswith("engine.")))
"""


def digest_in(home: Path) -> str:
    """What the digest of this copy of the engine is."""
    paths = [home / path.relative_to(version.HOME) for path in version.sources()]
    return version.digest_of(home, paths)


def test_a_changed_rule_or_preset_is_another_engine_and_how_lines_end_is_not(tmp_path: Path) -> None:
    copy = Path(shutil.copytree(version.HOME, tmp_path / "engine"))
    assert digest_in(copy) == version.digest()
    for name in ("thunee/khanuck.py", "presets/fundraiser.toml"):
        file = copy / name
        was = file.read_bytes()
        file.write_bytes(was.replace(b"\n", b"\r\n"))
        assert digest_in(copy) == version.digest(), name
        file.write_bytes(was + b"\n# another\n")
        assert digest_in(copy) != version.digest(), name
        file.write_bytes(was)


def test_nothing_that_judges_is_left_out_of_the_digest() -> None:
    said = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True).stdout.split()
    known = {path.relative_to(version.HOME).as_posix() for path in version.sources()}
    for name in said:
        if name == "engine.version":  # which only names what judges
            continue
        inside = name.removeprefix("engine.").replace(".", "/")
        assert {f"{inside}.py", f"{inside}/__init__.py"} & known, f"{name} judges and is not in the digest"
