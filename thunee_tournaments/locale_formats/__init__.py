"""How dates are written in each language; templates name a format, `{{ day|date:"DAY_FORMAT" }}`.

A moment that may be read on another day has its day and month (SHORT_MOMENT_FORMAT), on paper and in records its year,
too (MOMENT_FORMAT); a weekday alone is no date. TIME_FORMAT is for what only tells of now: a clock, a call."""
