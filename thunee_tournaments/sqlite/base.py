"""Django's SQLite backend, that goes on reading where nothing can be written: a full disk, a file that is read-only.

A database in write-ahead mode writes even to be read (the index of its log), so a full disk would end reading, too. A
connection that cannot be opened is opened to read only. Where not even that index can be made, and the log holds
nothing that is not in the file, the file is read as it lies; such a connection is for one request (`read_only`).
"""

import sqlite3
from pathlib import Path
from typing import Any

from django.db.backends.sqlite3.base import DatabaseWrapper as Django

from thunee_tournaments.disk import is_unwritable

LOOK = "SELECT count(*) FROM sqlite_master"


class DatabaseWrapper(Django):
    """`read_only`: this connection was opened because the database could not be written."""

    read_only = False
    init_commands: Any

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        self.read_only = False
        connection = None
        try:
            connection = super().get_new_connection(conn_params)
            connection.execute(LOOK)
        except self.Database.OperationalError as error:
            if connection is not None:
                connection.close()
            if not is_unwritable(error):
                raise
            return self._to_read(conn_params, error)
        return connection

    def _to_read(self, conn_params: dict[str, Any], error: sqlite3.OperationalError) -> Any:
        path = Path(str(self.settings_dict["NAME"]))
        log = path.with_name(f"{path.name}-wal")
        ways = ["mode=ro"]
        if path.exists() and not (log.exists() and log.stat().st_size):
            ways.append("mode=ro&immutable=1")
        kept, self.init_commands = self.init_commands, []
        try:
            for way in ways:
                uri = f"{path.absolute().as_uri()}?{way}"
                try:
                    connection = super().get_new_connection({**conn_params, "database": uri, "uri": True})
                    connection.execute("PRAGMA query_only=ON")
                    connection.execute("PRAGMA temp_store=MEMORY")
                    connection.execute(LOOK)
                except self.Database.OperationalError:
                    continue  # not even to read, in this way
                self.read_only = True
                return connection
        finally:
            self.init_commands = kept
        raise error
