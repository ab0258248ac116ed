"""What a referee reads before deciding: the record as entered, each version with its ruling and its rules, and what was
decided before under the same rules. Used by the pages of disputes and by the what-if page; nothing is written here.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.utils.translation import gettext as _

from adjudication import disputes, regulations
from adjudication import statements as versions
from adjudication.errors import Refused
from adjudication.hands import Hand, all_steps, own_ruling
from adjudication.models import Acceptance, Decision, Dispute, Entry
from adjudication.shapes import Body
from engine.shapes import Ruling
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.desk.disputes import equity_advice
from thunee_tournaments.desk.disputes.equity_advice import Advice
from thunee_tournaments.desk.match.as_written import Compared, Fact, compared, facts_of
from thunee_tournaments.desk.match.hands import Offence, claim_text, faults_of, has_cards, offences_of, writer_text
from thunee_tournaments.presentation import rulings
from thunee_tournaments.presentation.rulings import Difference, Line, Voices
from thunee_tournaments.presentation.seats import voices_of
from thunee_tournaments.services import queries
from thunee_tournaments.tournaments.models import Tournament

Kind, Reason = Entry.Kind, Dispute.Reason
MOST_EARLIER = 8
STRUCK_OUT: Ruling = {"status": "void", "winner": None, "balls": {"A": 0, "B": 0}}
# What a dispute rests on where no hand says it: by its reason, the regulations and rules a referee looks at first.
RESTS_ON: dict[str, tuple[str, ...]] = {
    Reason.REVOKE: ("TH-PLAY-2", "TH-PLAY-4", "TH-PEN-1", "TH-PEN-3", "TH-PEN-4"),
    Reason.FALSE_CALL: ("TH-PEN-6", "TH-MURR-1", "TH-MURR-2"),
    Reason.SIGNALS: ("TH-PEN-1", "TH-PEN-3", "EV-COND-2"),
    Reason.LATE: ("EV-BELL-1", "EV-NOSHOW-1", "EV-CARD-1"),
    Reason.SEATS: ("EV-SEAT-1", "EV-REPLAY-1"),
    Reason.CONDUCT: ("EV-COND-1", "EV-COND-2"),
    Reason.WRONG_RECORD: ("EV-SIGN-1", "EV-CORR-1"),
    Reason.SURPLUS: ("EV-LATE-5",),
}


@dataclass(frozen=True)
class Law:
    """A rule or a regulation something rests on."""

    id: str
    title: str
    text: str


@dataclass(frozen=True)
class Version:
    """A hand as somebody wrote it, and what that would be worth at its place; `counts`: it is the one in force."""

    action: str
    by: str
    at: datetime | None
    reason: str
    body: Body
    ruling: Ruling
    voices: Voices
    counts: bool = False
    accepted_by: list[str] = field(default_factory=list)

    @property
    def headline(self) -> str:
        return rulings.headline(self.ruling, self.voices)

    @property
    def why(self) -> str:
        return rulings.reason(self.ruling)

    @property
    def claim(self) -> str:
        return claim_text(self.body.get("claimed"), self.voices)

    @property
    def facts(self) -> list[Fact]:
        """What was written, figure by figure."""
        return facts_of(self.body, self.voices)

    @property
    def offences(self) -> list[Offence]:
        """What the cards show against the rules, penalised or not."""
        return offences_of(self.ruling, self.voices)

    @property
    def lines(self) -> list[Line]:
        return rulings.lines(self.ruling, self.voices)

    @property
    def differences(self) -> list[Difference]:
        return rulings.differences(self.ruling, self.voices)

    @property
    def faults(self) -> list[str]:
        """Why it decides nothing, where it does not."""
        return faults_of(self.ruling)

    @property
    def by_cards(self) -> bool:
        return has_cards(self.body)


@dataclass(frozen=True)
class StatementVersion(Version):
    """A hand as a side says it saw it, which is no entry; `record`: the body it is held against."""

    record: Body = field(default_factory=dict)

    @property
    def compared(self) -> list[Compared]:
        return compared(self.body, self.record, self.voices)


@dataclass(frozen=True)
class HandBundle:
    """One hand in the bundle: every version of it, the one that counts last; `statements`: how the sides say they saw
    it; `advice`: what its first offence cost, where the bundle is of this hand alone."""

    hand: Hand
    game: MatchGame
    versions: list[Version]
    statements: list[StatementVersion] = field(default_factory=list)
    advice: Advice | None = None

    @property
    def current(self) -> Version:
        return self.versions[-1]

    @property
    def differ(self) -> bool:
        """Whether the versions, or the table and the rules, come to different results."""
        every = [*self.versions, *self.statements]
        return len({version.headline for version in every}) > 1 or bool(self.current.differences)


@dataclass(frozen=True)
class Earlier:
    """What was decided before: under which of the rules at hand, where, how, and why."""

    decision: Decision
    match: Match | None
    shared: list[str]

    @property
    def outcome(self) -> str:
        if self.decision.act == Decision.Act.UPHOLD:
            return str(self.decision.get_act_display())
        return str(self.decision.get_outcome_display() or self.decision.get_act_display())


@dataclass(frozen=True)
class Bundle:
    """The context of `desk/_bundle.html`."""

    tournament: Tournament
    match: Match
    hands: list[HandBundle] = field(default_factory=list)
    laws: list[Law] = field(default_factory=list)
    earlier: list[Earlier] = field(default_factory=list)


def bundle_of(tournament: Tournament, match: Match, dispute: Dispute) -> Bundle:
    """Everything about a dispute of this match: the hand it is about, the hands of its game, or of the whole match."""
    games = list(match.games.select_related("sheet").order_by("number"))
    if dispute.about in (Dispute.About.HAND, Dispute.About.GAME):
        games = [game for game in games if game.sheet_id == dispute.sheet_id]
    elif dispute.about == Dispute.About.CONDUCT:
        games = []
    wanted = dispute.hand if dispute.about == Dispute.About.HAND else None
    statements = versions.versions_of(dispute) if wanted else ()
    hands = [hand for game in games for hand in hands_of(match, game, wanted, statements)]
    ids = [*_rests_on(hands), *RESTS_ON.get(dispute.reason, ())] if wanted or not hands else []
    ids = list(dict.fromkeys(ids or RESTS_ON.get(dispute.reason, ())))
    return Bundle(tournament, match, hands, laws_of(ids), earlier_under(tournament, ids, dispute))


def hands_of(
    match: Match, game: MatchGame, seq: int | None = None, statements: Iterable[versions.Version] = ()
) -> list[HandBundle]:
    """The hands of a game with their versions; only the one named `seq`, if it is given. `statements`: how sides saw
    it."""
    steps = all_steps(game.sheet)
    hands = [step for step in steps if not step.is_decision and seq in (None, step.seq)]
    voices = {hand.seq: voices_of(match, (game.number, hand.seq)) for hand in hands}
    sides = voices_of(match)
    accepted: dict[int, list[str]] = {}
    for entry, side in Acceptance.objects.filter(entry__sheet=game.sheet).values_list("entry_id", "side"):
        accepted.setdefault(entry, []).append(sides.side(side))
    return [
        HandBundle(
            hand,
            game,
            _versions(hand, voices[hand.seq], accepted),
            [_stated(game, steps, hand, voices[hand.seq], statement) for statement in statements],
            _advice(game, steps, hand, voices[hand.seq]) if seq is not None else None,
        )
        for hand in hands
    ]


def _versions(hand: Hand, voices: Voices, accepted: Mapping[int, list[str]]) -> list[Version]:
    """Each entry of a hand with what it was judged to be when it was written; the newest, with what stands now, is
    last."""
    words = {Kind.HAND: _("written"), Kind.CORRECTION: _("corrected"), Kind.VOID: _("struck out")}
    versions = []
    for entry in hand.entries:
        counts = entry is hand.entry
        ruling = hand.ruling if counts else own_ruling(entry)
        written = (words[Kind(entry.kind)], writer_text(entry.actor), entry.created_at, entry.reason, entry.body)
        versions.append(Version(*written, ruling or STRUCK_OUT, voices, counts, accepted.get(entry.pk, [])))
    return versions


def _advice(game: MatchGame, steps: list[Hand], hand: Hand, voices: Voices) -> Advice | None:
    """What the first offence that the cards of the hand show cost."""
    event = equity_advice.offence_at(hand.body, hand.ruling)
    return (
        None if event is None else equity_advice.advice(queries.record_of(game.sheet, hand.seq, steps), event, voices)
    )


def _stated(
    game: MatchGame, steps: list[Hand], hand: Hand, voices: Voices, statement: versions.Version
) -> StatementVersion:
    """How a side says it saw a disputed hand, and what that would be worth at its place."""
    ruling: Ruling
    try:
        ruling = versions.ruling_on(game.sheet, hand.seq, statement.body, steps)
    except Refused as refused:
        ruling = {"status": "invalid", "errors": refused.errors}
    written = ("", voices.side(statement.side), None, "", statement.body, ruling, voices)
    return StatementVersion(*written, record=queries.last_written(hand))


def _rests_on(hands: Iterable[HandBundle]) -> list[str]:
    """The rules of every version's explanation and of every offence on record, in the order they come."""
    ids: dict[str, None] = {}
    for hand in hands:
        for version in [*hand.versions, *hand.statements]:
            ids |= dict.fromkeys(str(step["rule"]) for step in version.ruling.get("steps") or [])
            ids |= dict.fromkeys(str(offence["rule"]) for offence in version.ruling.get("infractions") or [])
            ids |= dict.fromkeys(difference.rule for difference in version.differences if difference.rule)
    return list(ids)


def laws_of(ids: Iterable[str]) -> list[Law]:
    """Rules and regulations by id, in the reader's language; what nobody knows is left out."""
    laws = []
    for id in dict.fromkeys(ids):
        try:
            law = regulations.cited(id)
        except KeyError:
            continue
        laws.append(Law(id, _(law.title), _(law.text)))
    return laws


def earlier_under(tournament: Tournament, ids: Sequence[str], dispute: Dispute | None) -> list[Earlier]:
    """What this tournament decided before under any of these rules, newest first."""
    decisions = disputes.earlier_under(tournament.public_id, ids, dispute)
    if dispute is not None:
        decisions = [decision for decision in decisions if decision.dispute.created_at <= dispute.created_at]
    decisions = decisions[:MOST_EARLIER]
    subjects = {decision.dispute.subject for decision in decisions}
    matches = {
        match.public_id: match for match in Match.objects.filter(stage__tournament=tournament, public_id__in=subjects)
    }
    return [
        Earlier(decision, matches.get(decision.dispute.subject), [id for id in decision.rules if id in ids])
        for decision in decisions
    ]
