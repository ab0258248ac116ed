"""What a write on a scoresheet is known by, so that it is written once however often it is sent."""

from dataclasses import dataclass
from uuid import UUID

from adjudication.stamps import Stamp


@dataclass(frozen=True)
class WriteKey:
    """The device that writes, the name it gave the write, and the head of the sheet its writer has seen; `stamp`: it
    was written already, on a site that has gone back to an older copy since (`read_stamp`)."""

    device: str
    uuid: UUID | str
    head: str
    stamp: Stamp | None = None
