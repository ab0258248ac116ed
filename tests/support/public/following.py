"""Hands that are followed."""

KHANUCK = {
    "tally": {
        "trumper": 0, "trump": "s", "card_points": {"B": 20}, "last_trick": 0, "tricks": {"A": 5, "B": 1}, "khanuck": 0,
        "jodhi": [{"seat": 0, "suit": "h", "value": 20, "trick": 1}],
    }
}  # fmt: skip
