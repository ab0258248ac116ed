"""Who holds which place where several stages share out the teams of one: worked out from what is known alone."""

from collections import Counter
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from thunee_tournaments.brackets.formats.sharing import Shared, shared_out

KNOCKOUT, PLATE = 2, 3
# Two groups of four: the first two of each go on, the others play for the plate.
GROUP = {team: 1 + "efgh".count(team) for team in "abcdefgh"}
DRAWN = {KNOCKOUT: "aefb", PLATE: "cghd"}


def begun(stages: dict[int, Shared[str]]) -> dict[int, Shared[str]]:
    """Every match has begun with whoever was drawn to it."""
    return {number: replace(stage, sitting=dict(enumerate(stage.drawn, start=1))) for number, stage in stages.items()}


def after(knockout: str, plate: str, by_rank: bool = True) -> dict[int, Shared[str]]:
    return {
        KNOCKOUT: Shared(DRAWN[KNOCKOUT], knockout, by_rank),
        PLATE: Shared(DRAWN[PLATE], plate),
    }


def told(stages: dict[int, Shared[str]]) -> dict[int, str]:
    return {number: "".join(order) for number, order in shared_out(stages, GROUP).items()}


def test_two_results_turned_in_two_groups_offer_each_place_the_team_of_its_group() -> None:
    """In the table the two that come into the plate stand the other way round: that moves nobody there."""
    stages = begun(after("aegc", "hfbd"))
    assert told(stages) == {KNOCKOUT: "aegc", PLATE: "cghd"}


def test_keeping_one_leaves_the_other_one_under_review() -> None:
    stages = begun(after("aegc", "hfbd"))
    stages[KNOCKOUT] = replace(stages[KNOCKOUT], kept={4: "b"})
    assert told(stages) == {KNOCKOUT: "aegb", PLATE: "cghd"}


def test_where_nothing_has_begun_all_four_change_places() -> None:
    assert told(after("aegc", "hfbd")) == {KNOCKOUT: "aegc", PLATE: "bfhd"}


def test_played_anew_in_the_knock_out_the_plate_comes_under_review() -> None:
    stages = begun(after("aefc", "gbhd"))
    stages[KNOCKOUT] = replace(stages[KNOCKOUT], sitting={**stages[KNOCKOUT].sitting, 4: "c"})
    assert told(stages) == {KNOCKOUT: "aefc", PLATE: "bghd"}


def test_who_has_begun_in_a_place_by_a_decision_stays_there_whatever_is_turned_next() -> None:
    stages = begun(after("cgae", "fbhd", by_rank=False))
    stages[KNOCKOUT] = replace(stages[KNOCKOUT], sitting={1: "a", 2: "e", 3: "f", 4: "c"})
    assert told(stages)[KNOCKOUT] == "aegc"


def test_nobody_falls_out_of_a_draw_without_somebody_who_comes_in() -> None:
    assert shared_out({2: Shared("abc", "ac")}, {}) == {2: ["a", "b", "c"]}
    assert shared_out({2: Shared("ab", "bdc")}, {}) == {2: ["d", "b"]}


@st.composite
def families(draw: st.DrawFn) -> dict[int, Shared[str]]:
    """Any two draws, any results since, some matches begun with whoever, some teams kept."""
    drawn, now, there = (draw(st.permutations("abcdefgh")) for _ in range(3))
    cut = draw(st.integers(2, 6))
    stages = {}
    for number, part in ((KNOCKOUT, slice(0, cut)), (PLATE, slice(cut, 8))):
        seats = range(1, 1 + len(drawn[part]))
        begun_by = {seed: (drawn if draw(st.booleans()) else there)[part][seed - 1] for seed in seats}
        sitting = {seed: [team] for seed, team in begun_by.items() if draw(st.booleans())}
        kept = {seed: teams[0] for seed, teams in sitting.items() if draw(st.integers(0, 3)) == 0}
        by_rank = number == KNOCKOUT and draw(st.booleans())
        stages[number] = Shared(drawn[part], now[part], by_rank, kept, sitting)
    return stages


@given(families())
def test_each_stage_has_every_team_once_and_a_kept_one_stays(stages: dict[int, Shared[str]]) -> None:
    found = shared_out(stages, GROUP)
    for number, order in found.items():
        assert max(Counter(order).values()) == 1, found
        assert len(order) == len(stages[number].drawn)
    kept = [(number, seed, team) for number, stage in stages.items() for seed, team in stage.kept.items()]
    if len({team for *_place, team in kept}) == len(kept):
        assert all(found[number][seed - 1] == team for number, seed, team in kept)


@given(families())
def test_where_nothing_is_under_review_nobody_is_in_two_stages(stages: dict[int, Shared[str]]) -> None:
    found = shared_out(stages, GROUP)
    review = [
        (number, seed)
        for number, stage in stages.items()
        for seed, teams in stage.sitting.items()
        if found[number][seed - 1] not in teams
    ]
    if not review:
        assert not set(found[KNOCKOUT]) & set(found[PLATE])


@given(families())
def test_asked_again_when_all_is_seated_it_says_the_same(stages: dict[int, Shared[str]]) -> None:
    """A stage in which nothing stands is drawn again; what has begun keeps who sits there."""
    found = shared_out(stages, GROUP)
    seated = dict(stages)
    for number, stage in stages.items():
        if not stage.begun and found[number] != list(stage.drawn):
            anew = replace(stage, drawn=stage.now, kept={})
            seated[number] = replace(anew, drawn=shared_out({**stages, number: anew}, GROUP)[number])
    again = shared_out(seated, GROUP)
    for number, stage in seated.items():
        assert again[number] == (found[number] if stage.begun else list(stage.drawn)), number


@given(families(), st.data())
def test_a_decision_changes_nothing_but_the_exchange_it_is_about(
    stages: dict[int, Shared[str]], data: st.DataObject
) -> None:
    """Two decisions about two places come to the same in either order."""
    places = [(number, seed) for number, stage in stages.items() for seed in stage.sitting if seed not in stage.kept]
    if len(places) < 2:
        return
    one, other = data.draw(st.permutations(places))[:2]

    def keep(stages: dict[int, Shared[str]], place: tuple[int, int]) -> dict[int, Shared[str]]:
        stage = stages[place[0]]
        kept = {**stage.kept, place[1]: next(iter(stage.sitting[place[1]]))}
        return {**stages, place[0]: replace(stage, kept=kept)}

    assert shared_out(keep(keep(stages, one), other), GROUP) == shared_out(keep(keep(stages, other), one), GROUP)
