"""Measurements: `python3 dev.py bench NAME`. Each module here has a `main(argv) -> exit code | None`."""
