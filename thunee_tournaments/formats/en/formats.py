"""Dates in English, as South Africans write them."""

DATE_FORMAT = "j F Y"
DAY_FORMAT = "l, j F Y"
SHORT_DAY_FORMAT = "l, j F"
MOMENT_FORMAT = "l H:i"
TIME_FORMAT = "H:i"
