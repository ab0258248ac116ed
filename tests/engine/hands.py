"""Telling a hand like a story: a play known from the start, what was said in between, and the ruling at the end.

    story(EVEN).call(1, 10).call(0, 20).play(1).jodhi(1, "s", 40).rest()

A *play* is written as a table would read it out: the seat that leads, then the cards in order of play; a card played
out of turn has its own seat in front (`3=Kd`). In all plays here seat 3 dealt and spades are trump. In the ordinary
ones seat 0 (side A) sets trump, so that side B counts and seat 1 leads; in the declared ones seat 0 calls and leads.
"""

from typing import Any

import engine

Record = dict[str, Any]

# Tricks go to B A A A B B, the last one to seat 1; B has 85 in cards, so it counts 95. After the first trick seat 1
# holds K and Q of spades, seat 3 K and Q of diamonds.
EVEN = """
1: 9h Th Ts Qh
3: 9d Ad Jd Js
2: Kh Kd Jh 9c
0: Ah Jc 9s Ac
2: Kc As Qc Ks
3: Qd Td Qs Tc
"""
# The same, but for seat 0, which throws a club on the heart that was led to trick 1, holding three hearts.
REVOKE = """
1: 9h Th Ts Qc
3: 9d Ad Jd Js
2: Kh Kd Jh 9c
0: Ah Jc 9s Ac
2: Kc As Qh Ks
3: Qd Td Qs Tc
"""
# B takes trick 1, seat 1 takes trick 5, its partner the last. A has just 50 in cards; seat 1 holds J K Q of spades.
COUNTERS_KHANUCK = """
1: Ad Kd Jd 9d
3: Qc Kc Qd Tc
2: Jc As 9h Jh
3: Td Ts Qs Ac
0: Kh Js Th Ah
1: Ks 9c 9s Qh
"""
# Seat 0 takes trick 1 and the last. B has just 50 in cards; seat 0 holds J K Q of spades.
TRUMPERS_KHANUCK = """
1: Ts Jc As 9s
0: Ks Jh 9h 9d
0: Kc Tc Td Qc
1: Ac Th Qh Qd
1: Kd Jd Ad Js
0: Qs 9c Ah Kh
"""
# B takes every trick; seat 1 leads the last one and takes it.
COUNTERS_SWEEP = """
1: Td Kd Ad Qd
3: Jh Kh 9h Ah
3: 9c Kc As Tc
1: Js Qc Th Ts
1: 9s Jc 9d Qs
1: Ks Jd Ac Qh
"""
# B takes every trick; seat 1 leads the last one, and its partner takes it.
COUNTERS_SWEEP_BY_PARTNER = """
1: Js Ks Qs Ts
1: 9d Jh Td Tc
1: Jc Ac 9c Qc
1: 9s Kh Ad Th
1: As Ah Kd Qh
1: Qd Kc Jd 9h
"""
# B takes five tricks; seat 1 leads the last one, and seat 0 takes it.
COUNTERS_MISS_THE_LAST = """
1: As Qs Ts Ks
1: 9d Ad Qd Kd
1: 9c Ac Jc Th
3: Jd Qh 9s Td
1: Js Kc Jh Ah
1: Kh Qc Tc 9h
"""
# A takes every trick; seat 0 leads the last one and takes it.
TRUMPERS_SWEEP = """
1: Jd Kd Qd As
0: Ts 9d 9c Qs
0: Qh Th Ah Td
2: Jh Jc Ac Kh
2: 9h Ad Js Kc
0: 9s Qc Tc Ks
"""
# B was dealt no spade. B has 26 in cards and takes the last trick.
TRUMPLESS = """
1: Qd 9d Td Jd
0: 9s Kh Qs 9h
0: Kd Jh Ks Ad
2: 9c Tc Js Jc
0: As Qh Ts Ac
0: Th Qc Kc Ah
"""
# Seat 0 declared and takes every trick.
THUNEE_WON = """
0: Js Ts Qh Th
0: 9s 9c Qc Ad
0: As Qd Jh 9d
0: Ks Td Tc Jc
0: Qs Ac Ah Jd
0: Kc 9h Kd Kh
"""
# Seat 0 declared; seat 1 takes the third trick.
THUNEE_CAUGHT = """
0: Js Qs As Ts
0: 9s 9d Kd Ks
0: Th Ah Kh 9c
1: Qd Qh Ad Tc
3: Td Kc Jd Jh
1: Jc 9h Ac Qc
"""
# Seat 0 declared; its partner takes the third trick.
THUNEE_PARTNER = """
0: Js Qs As Ks
0: 9s Qh Ts Kh
0: 9h Ah Jh Th
2: Tc Kc 9c Jc
1: Td Kd Ad 9d
0: Qd Ac Jd Qc
"""
# Seat 0 declared; side A takes every trick, some of them by the partner.
THUNEE_BY_THE_TEAM = """
0: Js Ks Qs Ts
0: Tc Qc Ac Kc
2: Ah 9c Kh Th
2: 9h 9d Jd Ad
2: Qh Td 9s Jc
0: As Qd Jh Kd
"""
# Seat 0 declared royals, where the queen is highest, and takes every trick.
ROYALS_WON = """
0: Qs Js Qh Th
0: Ks 9c Qc Ad
0: Ts Qd Jh 9d
0: As Td Tc Jc
0: 9s Ac Ah Jd
0: Kc 9h Kd Kh
"""
# Seat 0 declared royals; seat 3 takes the second trick.
ROYALS_CAUGHT = """
0: Qs Kh Td As
0: 9s Kc Ac Ks
3: Qd Qh 9c Kd
3: Ts Js Ah 9d
3: Jd 9h Jh Ad
2: Jc Th Tc Qc
"""

# Seat 0 declared with six spades, so that nobody else on the other side holds one, and takes every trick.
SIX_OF_SUIT = """
0: Js 9h Jd Kd
0: 9s Jc 9c Qc
0: As Kh Qd Jh
0: Ts 9d Th Kc
0: Ks Ah Tc Qh
0: Qs Ad Ac Td
"""
# Seat 0 declared and takes every trick; all spades are with seat 0 and its partner.
THUNEE_TRUMPLESS = """
0: Js Th Qs Kc
0: 9s Ad Ts Jd
0: As Jh Ks Qc
0: Jc 9c Ac Tc
0: 9h Ah 9d Kh
0: Td Kd Qd Qh
"""


class Story:
    """A record in the making. Every method but the last ones adds something and answers the story itself."""

    def __init__(
        self,
        play: str,
        rules: Any,
        *,
        dealer: int = 3,
        before: str = "0-0",
        khanuck_before: bool = False,
        trump: tuple[int, str] | None = (0, "s"),
        deal: dict[int, str] | bool = True,
        **changed: Any,
    ) -> None:
        self.plays = parse(play)
        self.record: Record = {"format": "hand-record/1", "game": "thunee", "dealer": dealer, "events": []}
        self.record["rules"] = {"preset": rules, **changed} if changed else rules
        a, b = before.split("-")
        if before != "0-0" or khanuck_before:
            self.record["before"] = {"balls": {"A": int(a), "B": int(b)}, "khanuck_called": khanuck_before}
        self._trump = trump
        if deal:
            self.record["deal"] = self._deal(deal if isinstance(deal, dict) else None)
        self._next = 0

    def _deal(self, written: dict[int, str] | None) -> list[Any]:
        """The hands: as written ("Jh 9h Ks Qs / Tc Qd" by seat, others unknown), else as played, in order of play, but
        with a spade among the first four where there is one, so that whoever sets trump may say so; a trumper who never
        had one has an unwritten hand, which the others' show."""
        if written is not None:
            return [written[seat].split(" / ") if seat in written else None for seat in range(4)]
        hands: list[list[str]] = [[], [], [], []]
        for seat, card in self.plays:
            hands[seat].append(card)
        for hand in hands:
            late = next((number for number, card in enumerate(hand) if card[1] == "s"), 0)
            if late > 3:
                hand[3], hand[late] = hand[late], hand[3]
        unwritten = (
            self._trump[0] if self._trump and not any(card[1] == "s" for card in hands[self._trump[0]]) else None
        )
        return [
            None if seat == unwritten else [" ".join(hand[:4]), " ".join(hand[4:])] for seat, hand in enumerate(hands)
        ]

    def say(self, what: str, /, **fields: Any) -> "Story":
        self.record["events"].append({"type": what, **fields})
        return self

    # --- the calling

    def call(self, seat: int, amount: int, **how: bool) -> "Story":
        return self.say("call", seat=seat, amount=amount, **how)

    def trump(self, seat: int, suit: str, **how: bool) -> "Story":
        self._trump = None
        return self.say("trump", seat=seat, suit=suit, **how)

    def declare(self, seat: int, kind: str, suit: str | None = None) -> "Story":
        self._trump = None
        return self.say("declare", **{"seat": seat, "kind": kind, **({"suit": suit} if suit else {})})

    # --- the play

    def cards(self, number: int) -> "Story":
        """Play the next cards."""
        if self._trump is not None:
            self.trump(*self._trump)
        for seat, card in self.plays[self._next : self._next + number]:
            self.say("play", seat=seat, card=card)
        self._next += number
        return self

    def play(self, tricks: int) -> "Story":
        """Play the next tricks (from within a trick, its remaining cards are one)."""
        return self.cards(4 * tricks - self._next % 4)

    def play_all(self, tricks: int) -> "Story":
        """Play so many tricks from the start; none at all is a hand whose trump is set."""
        return self.cards(4 * tricks)

    def rest(self) -> "Story":
        """Play all that is left."""
        return self.cards(len(self.plays) - self._next)

    # --- what is said in between

    def jodhi(self, seat: int, suit: str, value: int, *, jack: bool | None = None) -> "Story":
        return self.say("jodhi", seat=seat, suit=suit, jack=value in (30, 50) if jack is None else jack, value=value)

    def murrials(self, seat: int, suit: str | None = None) -> "Story":
        return self.say("murrials", seat=seat, **({"suit": suit} if suit else {}))

    def double(self, seat: int) -> "Story":
        return self.say("double", seat=seat)

    def khanuck(self, seat: int) -> "Story":
        return self.say("khanuck", seat=seat)

    def accuse(self, seat: int, against: int, offence: str, **how: bool) -> "Story":
        return self.say("accuse", seat=seat, against=against, offence=offence, **how)

    def redeal(self, reason: str, seat: int | None = None) -> "Story":
        return self.say("redeal", reason=reason, **({} if seat is None else {"seat": seat}))

    def claims(self, **claimed: Any) -> "Story":
        self.record["claimed"] = claimed
        return self

    def tally(self, **tally: Any) -> "Story":
        self.record["tally"] = tally
        return self

    # --- the end

    @property
    def ruling(self) -> engine.Ruling:
        return engine.adjudicate(self.record)

    @property
    def result(self) -> str:
        """The result in a few words, such as "khanuck made: A 3", "void: trumpless", "undecidable"."""
        return told(self.ruling)

    @property
    def offences(self) -> list[tuple[str, int]]:
        """What was done against the rules: (offence, seat)."""
        return [(one["offence"], one["seat"]) for one in self.ruling.infractions]

    @property
    def rules_cited(self) -> set[str]:
        """The rules that the explanation cites."""
        return {step.rule.id for step in self.ruling.steps}


def story(play: str, rules: str = "durban-classic", **how: Any) -> Story:
    """Begin to tell a hand. Of `how`, what is no argument of Story is a parameter of the rules that is changed."""
    return Story(play, rules, **how)


def sheet(rules: str = "durban-classic", *, dealer: int = 3, before: str = "0-0", **changed: Any) -> Story:
    """Begin with a scoresheet: no cards, `.tally(…)` says the rest."""
    told_by_tally = Story("", rules, dealer=dealer, before=before, deal=False, **changed)
    del told_by_tally.record["events"]
    return told_by_tally


def told(ruling: engine.Ruling) -> str:
    """A ruling in a few words."""
    if ruling.status == "void":
        return f"void: {ruling.kind}"
    if ruling.status != "decided":
        return ruling.status
    how = f"{ruling.kind} {ruling.detail}" if ruling.detail else str(ruling.kind)
    return f"{how}: {ruling.winner} {ruling.balls[ruling.winner]}"


def possible(ruling: engine.Ruling) -> set[str]:
    """The results an undecidable ruling lists, in a few words: "count: A 1", "trumpless: nobody"."""
    return {
        f"{one['kind']}: {one['winner']} {one['balls'][one['winner']]}" if one["winner"] else f"{one['kind']}: nobody"
        for one in ruling.possible
    }


def paths(hand: Story) -> list[str]:
    """Where the reasons are that a record is invalid or undecidable for."""
    return [reason["path"] for reason in hand.ruling.reasons]


def differences(hand: Story) -> list[tuple[str, Any, Any, str]]:
    """Where a table's figures are not those found: field, claimed, found, rule."""
    return [(row["field"], row["claimed"], row["found"], row["rule"]) for row in hand.ruling.discrepancies]


def parse(play: str) -> list[tuple[int, str]]:
    """The cards of a play as (seat, card), in order."""
    cards = []
    for line in play.split("\n"):
        if not line.strip():
            continue
        leader, _, rest = line.partition(":")
        for step, word in enumerate(rest.split()):
            seat, _, card = word.rpartition("=")
            cards.append((int(seat) if seat else (int(leader) + step) % 4, card))
    return cards
