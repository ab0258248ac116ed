"""How dates are written in each language; templates name a format, `{{ day|date:"DAY_FORMAT" }}`."""
