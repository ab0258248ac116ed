"""A text for people, as it stands in the source."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Message:
    """One text: `id` in English, `plural` where it counts something ("" elsewhere), `context` where the same English
    means two things, `place` (a file of the source), `format` ("python-format", "python-brace-format" or ""), `comment`
    for translators.
    """

    id: str
    plural: str = ""
    context: str = ""
    place: str = ""
    format: str = ""
    comment: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """What a translation is found by."""
        return self.context, self.id
