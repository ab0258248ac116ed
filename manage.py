#!/usr/bin/env python
"""Django's command line for Thunee Tournaments."""

import os
import sys

NO_TABLES = ("no such table", "does not exist")


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "thunee_tournaments.settings")
    from django.core.management import execute_from_command_line
    from django.db import DatabaseError

    try:
        execute_from_command_line(sys.argv)
    except DatabaseError as wrong:
        if "--traceback" in sys.argv or not any(words in str(wrong) for words in NO_TABLES):
            raise
        sys.exit("The database lacks tables: run `manage.py migrate` first, or name another one with DATABASE_URL.")


if __name__ == "__main__":
    main()
