#!/usr/bin/env python
"""Django's command line for Thunee Tournaments."""

import os
import sys

NO_TABLES = ("no such table", "does not exist")
LACKING = (
    "The database lacks tables: run `manage.py migrate` first, or name another one: "
    "with THUNEE_VAR its folder (var/run for what `dev.py run` keeps), or with DATABASE_URL."
)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "thunee_tournaments.settings")
    try:
        from django.core.management import execute_from_command_line
        from django.db import DatabaseError
    except ModuleNotFoundError:
        sys.exit("This Python lacks the site's packages. Use the one in .venv, which dev.py makes: docs/operators.md.")

    try:
        execute_from_command_line(sys.argv)
    except DatabaseError as wrong:
        if "--traceback" in sys.argv or not any(words in str(wrong) for words in NO_TABLES):
            raise
        sys.exit(LACKING)


if __name__ == "__main__":
    main()
