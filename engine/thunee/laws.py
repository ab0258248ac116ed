"""How a module of Thunee declares its rules (`law = laws("khanuck")`), and the sources it names most."""

from ..rulebook import laws, source

__all__ = ["ALL", "ASSUMED", "BOTH", "CLASSIC", "CLUB", "MODERN", "TRAD", "laws"]

CLASSIC = source("000")
MODERN = source("001")
CLUB = source("004")
BOTH = source("000", "001")
ALL = source("000", "001", "004")
TRAD = source("trad")
ASSUMED = source("assumed")
