"""Why a phone puts a hand right."""

WHY = {"why": "typed"}
