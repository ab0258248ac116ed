"""Find the measurement by its name and run it."""

import importlib
import sys
from pathlib import Path


def main(arguments: list[str]) -> int:
    here = Path(__file__).parent
    names = sorted(path.stem for path in here.glob("[a-z]*.py") if "\ndef main(" in path.read_text(encoding="utf-8"))
    name = arguments[0] if arguments else ""
    if name not in names:
        print(f"python3 dev.py bench NAME, where NAME is one of: {', '.join(names) or '(none yet)'}")
        return 2 if name else 0
    return importlib.import_module(f"tests.bench.{name}").main(arguments[1:]) or 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
