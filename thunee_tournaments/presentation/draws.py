"""What the record tells of draws and walkovers, for pages: each with what became of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from adjudication import notices
from adjudication.models import Notice
from thunee_tournaments.brackets.formats.catalogue import FORMATS
from thunee_tournaments.brackets.names import stage_title
from thunee_tournaments.fundraising import auction, raffle
from thunee_tournaments.services.queries import DRAWS, ComingStage, MovedBody
from thunee_tournaments.tournaments.models import Tournament

Kind = Notice.Kind
OF_MONEY = (raffle.SUBJECT, auction.SUBJECT)  # these have pages of their own
TAKES_BACK = {
    Kind.DRAW_BACK: Kind.DRAW,
    Kind.ROUND_BACK: Kind.ROUND,
    Kind.WALKOVER_BACK: Kind.WALKOVER,
    Kind.PLAY_OFF_BACK: Kind.PLAY_OFF,
    Kind.PUT_OFF_BACK: Kind.PUT_OFF,
}

OF_TWO = frozenset({Kind.SWAP, Kind.MEETING, Kind.PLAY_OFF})  # teams


@dataclass
class NoticeView:
    """One thing that was done. `back` is the notice that took it back; `replaced`: the same was done again since;
    `details`: what was set by hand in it."""

    notice: Notice
    title: str
    back: Notice | None = None
    replaced: bool = False
    details: list[str] = field(default_factory=list)

    @property
    def at(self) -> datetime:
        """When it was done: a draw from before the record told draws says when it was drawn."""
        drawn_at = self.notice.body.get("drawn_at")
        return datetime.fromisoformat(drawn_at) if drawn_at else self.notice.created_at

    @property
    def lot(self) -> str:
        return str(self.notice.body.get("lot", ""))


EACH_OF_ITS_OWN = frozenset({Kind.SWAP, Kind.LATE, Kind.SIGNING, Kind.MEETING})  # none takes the place of another


def notices_of(tournament: Tournament) -> list[NoticeView]:
    """Everything the record tells of draws and walkovers, in order, each with what became of it."""
    views: list[NoticeView] = []
    last: dict[tuple[str, ...], NoticeView] = {}
    names = dict(tournament.teams.values_list("public_id", "name"))
    for notice in notices.of(tournament.public_id).exclude(subject__in=OF_MONEY):
        kind = Kind(notice.kind)
        key = _key(notice)
        if kind in TAKES_BACK:
            for taken in [other for other in last if other == key or _goes_with(other, key)]:
                last.pop(taken).back = notice
            continue
        if key in last:
            last[key].replaced = True
        last[key] = NoticeView(notice, _title(notice, names), details=_by_hand(notice, names))
        views.append(last[key])
    return views


def _key(notice: Notice) -> tuple[str, ...]:
    """What a notice and the one that takes it back have in common. A walkover that ends by itself, because its team is
    back or its stage is taken back, is told with its match alone."""
    kind = TAKES_BACK.get(Kind(notice.kind), Kind(notice.kind))
    if kind == Kind.WALKOVER:
        return notice.subject, kind
    number = notice.seq if kind in EACH_OF_ITS_OWN else notice.body.get("round", notice.body.get("match"))
    return notice.subject, kind, str(notice.body.get("stage")), str(number)


GOES_WITH_DRAW = (Kind.ROUNDS, Kind.SWAP, Kind.LATE, Kind.MEETING, Kind.PLAY_OFF, Kind.PUT_OFF, Kind.MOVED)


def _goes_with(key: tuple[str, ...], draw: tuple[str, ...]) -> bool:
    """Whether something was done to a draw since, so that it is gone when the draw is taken back."""
    return draw[1] == Kind.DRAW and key[1] in GOES_WITH_DRAW and key[2] == draw[2]


def redrawn(tournament: Tournament) -> int:
    """How many draws were taken back or made again, the seeds' too."""
    kinds = list(notices.about(tournament.public_id, DRAWS).values_list("kind", flat=True))
    return kinds.count(Kind.DRAW_BACK) + max(kinds.count(Kind.SEEDS) - 1, 0)


def _by_hand(notice: Notice, names: Mapping[str, str]) -> list[str]:
    """What an organiser set by hand in a round."""
    body = notice.body
    details = [
        _("%(team)s – %(other)s, set by hand") % {"team": names.get(team, team), "other": names.get(other, other)}
        for team, other in body.get("pairs", [])
    ]
    if bye := body.get("bye"):
        details.append(_("%(team)s has the bye, set by hand") % {"team": names.get(bye, bye)})
    if notice.kind == Kind.PLAN:
        details.append(_("Planned before: %(stages)s") % {"stages": _chain(body["was"])})
    if notice.kind == Kind.MOVED:
        details += _about_tables(body)
    sits_out = _("%(team)s sits out, for half a point") if body.get("half") else _("%(team)s sits out")
    return details + [sits_out % {"team": names.get(team, team)} for team in body.get("out", [])]


def _about_tables(body: MovedBody) -> list[str]:
    """Where a match was that has moved, and who had to make room for it."""
    was = [_("It was at table %(table)s.") % {"table": body["was"]}] if "was" in body else []
    return was + [
        _("Match %(number)s had not begun and made room for it.") % {"number": number}
        for number in body.get("room", [])
    ]


def _chain(stages: Sequence[ComingStage]) -> str:
    """The titles of stages that are to come; that there is none."""
    titles = [stage_title(stage["format"], stage["parameters"]) for stage in stages if stage["format"] in FORMATS]
    return " → ".join(titles) or _("nothing more")


def _title(notice: Notice, names: Mapping[str, str]) -> str:
    body = notice.body
    if notice.kind in OF_TWO:
        return _of_two(notice, *(names.get(public_id, public_id) for public_id in body["teams"]))
    if notice.kind == Kind.LATE:
        team = names.get(body["team"], body["team"])
        if "round" in body:
            return _("%(team)s came in late, from round %(number)s on") % {"team": team, "number": body["round"]}
        return _("%(team)s came in late, in match %(number)s") % {"team": team, "number": body["match"]}
    if notice.kind == Kind.SIGNING:
        return (
            _("Games are signed in the matches that begin from now on")
            if body["signing"]
            else _("Games are not signed in the matches that begin from now on")
        )
    if notice.kind == Kind.SEEDS:
        return _("Seeds by lot")
    if notice.kind == Kind.ROUND:
        return _("Round %(round)s paired") % body
    if notice.kind == Kind.PLAN:
        return _("Played next: %(stages)s") % {"stages": _chain(body["coming"])}
    if notice.kind == Kind.ROUNDS:
        return _("Number of rounds: %(rounds)s instead of %(was)s") % body
    if notice.kind in (Kind.WALKOVER, Kind.PUT_OFF, Kind.MOVED):
        return _of_match(notice)
    if notice.kind == Kind.KEEPER:
        return _("From now on the event is kept by the site %(now)s") % body
    if notice.kind == Kind.DRAW:
        title = stage_title(body["format"], {}) if body["format"] in FORMATS else body["format"]
        return _("Draw: %(stage)s") % {"stage": title}
    return notice.get_kind_display()


def _of_match(notice: Notice) -> str:
    """The title of what was done about one match."""
    body = notice.body
    if notice.kind == Kind.PUT_OFF:
        day = date_format(date.fromisoformat(body["day"]), "SHORT_DATE")
        return _("Match %(number)s put off to %(day)s") % {"number": body["match"], "day": day}
    if notice.kind == Kind.MOVED:
        return _("Match %(match)s moved to table %(table)s") % body
    return _("Match %(number)s") % {"number": body["match"]}


def _of_two(notice: Notice, team: str, other: str) -> str:
    """The title of what was done about two teams."""
    if notice.kind == Kind.SWAP:
        return _("%(team)s and %(other)s changed places") % {"team": team, "other": other}
    if notice.kind == Kind.MEETING:
        words = {"number": notice.body["match"], "team": team, "other": other}
        return _("Match %(number)s: %(team)s – %(other)s, set by hand") % words
    return _("Play-off: %(team)s – %(other)s") % {"team": team, "other": other}
