"""What templates are given: the one place where anything goes, for each page has names of its own."""

from typing import Any

Context = dict[str, Any]
