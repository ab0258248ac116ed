"""What the record is made of: scoresheets, and the entries that are never changed or deleted."""

from adjudication.models.entry import AppendOnly, Entry
from adjudication.models.scoresheet import Scoresheet, new_public_id

__all__ = ["AppendOnly", "Entry", "Scoresheet", "new_public_id"]
