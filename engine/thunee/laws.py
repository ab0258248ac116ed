"""How a module of Thunee declares its rules: `law = laws("khanuck")`, then `law("TH-KHAN-2", …)`."""

from collections.abc import Callable

from engine.rulebook import Rule, Source, source

CLASSIC = source("000")
MODERN = source("001")
CLUB = source("004")
BOTH = source("000", "001")
ALL = source("000", "001", "004")
TRAD = source("trad")
ASSUMED = source("assumed")


def laws(stem: str) -> Callable[..., Rule]:
    """A function that declares rules of one stem: id, title, text, sources…, and the names of their parameters."""

    def law(id: str, title: str, text: str, *sources: tuple[Source, ...], parameters: str = "") -> Rule:
        return Rule(id, title, text, *sources, stem=stem, parameters=parameters.split())

    return law
