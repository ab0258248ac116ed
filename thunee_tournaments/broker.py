"""The broker of one machine: kombu's, in folders, which bears messages that are not whole.

Nobody waits for the disk with these files, and kombu writes them where others already read: one that is half written,
or that a power cut has left empty, ended the worker, and a list of queues like that ended it at every start. Messages
only wake the worker (see `tournaments.outbox`), so what cannot be read is passed over.
"""

import os
import uuid
from pathlib import Path
from time import monotonic
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps


class Channel(filesystem.Channel):
    """Messages appear whole, and broken ones do no harm."""

    def _put(self, queue: Any, payload: Any, **_said: Any) -> None:  # type: ignore[override]
        name = f"{round(monotonic() * 1000)}_{uuid.uuid4()}"
        folder = Path(self.data_folder_out)
        unfinished = folder / f"{name}.part"  # readers look for names that end in .msg
        unfinished.write_text(dumps(payload))
        os.replace(unfinished, folder / f"{name}.{queue}.msg")

    def _get(self, queue: Any, _timeout: Any = None) -> Any:
        while True:
            try:
                return super()._get(queue)
            except ValueError:
                continue  # it was taken out of the folder before it was read: go on to the next

    def get_table(self, exchange: str) -> Any:
        try:
            return super().get_table(exchange)
        except ValueError:
            return []

    def _queue_bind(self, exchange: str, *arguments: Any) -> None:
        try:
            super()._queue_bind(exchange, *arguments)
        except ValueError:
            self._exchange_file(exchange).unlink(missing_ok=True)
            super()._queue_bind(exchange, *arguments)


class Transport(filesystem.Transport):
    """What `filesystem://` means here."""

    Channel = Channel


def take_its_place() -> None:
    """Let addresses that begin with filesystem: mean this broker. To be called before the first connection."""
    TRANSPORT_ALIASES["filesystem"] = f"{__name__}:Transport"
