"""What a write on a scoresheet is known by, so that it is written once however often it is sent."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True)
class WriteKey:
    """The device that writes, the name it gave the write, and the head of the sheet its writer has seen."""

    device: str
    uuid: UUID | str
    head: str
