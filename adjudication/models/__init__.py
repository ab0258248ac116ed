"""What the record is made of: scoresheets, and what is written about them, never changed or deleted."""

from adjudication.models.acceptance import Acceptance
from adjudication.models.append_only import AppendOnly, WrittenOnce
from adjudication.models.audit import AuditExport, Commitment, Opening, SampleDraw
from adjudication.models.dispute import Decision, Dispute
from adjudication.models.entry import Entry
from adjudication.models.leave import Leave
from adjudication.models.notice import Notice
from adjudication.models.scoresheet import Scoresheet, new_public_id
from adjudication.models.sign_off import SignOff

__all__ = [
    "Acceptance",
    "AppendOnly",
    "AuditExport",
    "Commitment",
    "Decision",
    "Dispute",
    "Entry",
    "Leave",
    "Notice",
    "Opening",
    "SampleDraw",
    "Scoresheet",
    "SignOff",
    "WrittenOnce",
    "new_public_id",
]
