"""Who comes into a stage of a rehearsed evening from the one it is fed by. Pure."""

from collections.abc import Mapping, Sequence

from thunee_tournaments.brackets.formats.catalogue import FORMATS
from thunee_tournaments.brackets.plans import LOSERS, places_of
from thunee_tournaments.brackets.rehearsing.plays import Play
from thunee_tournaments.brackets.rehearsing.programme import Part
from thunee_tournaments.brackets.shapes import Feed


def coming(parts: Sequence[Part], feed: Feed, source: Play, ranking: Mapping[int, int]) -> list[int] | None:
    """The teams that this feed takes, the best first; None while they are not known. `ranking`: the place of every team
    of the source that is still there, asked when it is over."""
    if feed["take"] == LOSERS and feed["round"]:
        return source.beaten_in(feed["round"])
    if not source.over:
        return None
    if feed["take"] != LOSERS:
        return _best(feed, source, ranking)
    others = [part.feed for part in parts if part.feed.get("stage") == feed["stage"] and part.feed["take"] != LOSERS]
    taken = {team for other in others for team in _best(other, source, ranking)}
    if not others and FORMATS[parts[feed["stage"] - 1].format].bracket:  # the champion is not left over
        taken = set(list(ranking)[:1])
    return [team for team in ranking if team not in taken]


def _best(feed: Feed, source: Play, ranking: Mapping[int, int]) -> list[int]:
    order = list(ranking)
    if feed["take"] == "qualified":
        return order
    if feed["take"] == "top":
        places = places_of(feed)
        return order[places.start - 1 : places.stop - 1]
    groups = [sorted((team for team in group if team in ranking), key=ranking.__getitem__) for group in source.groups]
    placed = [group[place - 1] for place in places_of(feed) for group in groups if len(group) >= place]
    following = [group[feed["last"]] for group in groups if len(group) > feed["last"]]
    return placed + sorted(following, key=ranking.__getitem__)[: feed["best"]]
