"""Formats: pure functions from (teams, results, parameters, lot) to who meets whom. Nothing here knows the database."""
