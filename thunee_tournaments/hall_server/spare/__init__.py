"""A second laptop that follows the first, block by block of its database, and takes its place when that is lost.

The first cuts what has changed into sealed parts every few seconds (`giving`), the site hands them out
(`thunee_tournaments.spare`), the second fetches them and puts them together (`following`), and makes the database and
the keys its own (`taking_over`). Both know a code that somebody has typed; it travels in no message.
"""
