"""Opaque ids for addresses: short, random, and easy to read out across a hall."""

import secrets

ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"  # no 0 o 1 i l u: none is mistaken for another on paper
LENGTH = 12  # 30**12, about 59 bits: not to be guessed, and short enough to type


def new_public_id() -> str:
    """Twelve random characters that are safe in an address."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
