"""Dates in Japanese."""

DATE_FORMAT = "Y年n月j日"
DAY_FORMAT = "Y年n月j日（D）"
SHORT_DAY_FORMAT = "n月j日（D）"
MOMENT_FORMAT = "Y年n月j日 H:i"
SHORT_MOMENT_FORMAT = "n月j日 H:i"
SHORT_DATE = "n月j日"
TIME_FORMAT = "H:i"
