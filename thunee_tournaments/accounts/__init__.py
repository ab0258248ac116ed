"""Accounts of organisers, referees and helpers: signing in, the own account, an address for letters, a second step.

django-allauth does the work; here stands which of its pages there are, what they say, and what is ours.
"""
