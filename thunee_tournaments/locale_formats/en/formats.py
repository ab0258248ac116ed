"""Dates in English, as South Africans write them."""

DATE_FORMAT = "j F Y"
DAY_FORMAT = "l, j F Y"
SHORT_DAY_FORMAT = "l, j F"
MOMENT_FORMAT = "j F Y, H:i"
SHORT_MOMENT_FORMAT = "j F, H:i"
SHORT_DATE = "j M"
TIME_FORMAT = "H:i"
