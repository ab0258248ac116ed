"""Whole events played out by simple players, through the same acts as people use: to prove the rest, and to fill it."""
