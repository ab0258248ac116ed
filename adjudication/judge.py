"""Which judge this is: the engine, and what of this app says how a decision moves a score.

Every entry is written with this, so that a stored ruling can be told from what another judge would say.
"""

import hashlib
from functools import cache
from pathlib import Path

from engine import version

HOME = Path(__file__).parent
OWN = ("bell_rules.py", "decided.py", "scores.py")


@cache
def today() -> str:
    """The digest of what judges in this process."""
    own = version.digest_of(HOME, [HOME / name for name in OWN])
    return hashlib.sha256(f"{version.digest()} {own}".encode()).hexdigest()
