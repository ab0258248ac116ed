"""When two written names are the same name."""

import unicodedata

MAX_NAME = 80


def tidy(text: str) -> str:
    """A name as it should be shown: composed, without control or invisible characters, spaces single and trimmed."""
    composed = unicodedata.normalize("NFC", text)
    visible = "".join(" " if c.isspace() else c for c in composed if c.isspace() or unicodedata.category(c)[0] != "C")
    return " ".join(visible.split())


def name_key(text: str) -> str:
    """A name as it is compared: full width, case, spaces and accents make no difference.

    What has no letters or digits at all (say "!!!") is compared by its characters, so that it stays a name.
    """
    folded = unicodedata.normalize("NFKD", tidy(text).casefold())
    bare = "".join(c for c in folded if not unicodedata.combining(c) and not c.isspace())
    letters = "".join(c for c in bare if c.isalnum())
    return (unicodedata.normalize("NFC", letters or bare))[:160]
