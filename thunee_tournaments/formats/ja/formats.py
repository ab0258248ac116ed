"""Dates in Japanese."""

DATE_FORMAT = "Y年n月j日"
DAY_FORMAT = "Y年n月j日（D）"
SHORT_DAY_FORMAT = "n月j日（D）"
MOMENT_FORMAT = "l H:i"
TIME_FORMAT = "H:i"
