"""Phone numbers in lists of teams: found however they are written, and no name is taken for one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thunee_tournaments.teams import paste
from thunee_tournaments.teams.phones import holds_number, take_out

NUMBERS = [
    "0821234567",
    "082 123 4567",
    "082-123-4567",
    "082.123.4567",
    "(082) 123 4567",
    "(031) 555-0123",
    "+27821234567",
    "+27 82 123 4567",
    "+27 (0)82 123 4567",
    "0027 82 123 4567",
    "27821234567",
    "\u202a+27 82 123\u20114567\u202c",  # as WhatsApp copies it
    "０８２１２３４５６７",
    "555 123 4567",
    "8001015009087",  # a number of identity: as private
]


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("between", [" ", ", ", " cell: ", " Tel. ", " (", "\t", "; ", " - ", ":", " 📞 ", " c: "])
def test_a_number_beside_a_player_is_left_out_of_the_team(number, between):
    tail = ")" if between == " (" else ""
    for line in (f"Aces: Ravi{between}{number}{tail}, Sam", f"Aces\tRavi{between}{number}{tail}\tSam"):
        team = paste.read_line(1, line)
        assert (team.name, team.club, team.players, len(team.phones)) == ("Aces", "", ("Ravi", "Sam"), 1), line


@pytest.mark.parametrize(
    "line",
    [
        "Aces 082 123 4567: Ravi, Sam",
        "082 123 4567, Aces, Ravi, Sam",
        "12) 082 123 4567 Aces: Ravi, Sam",
        "Aces: Ravi, Sam 082 123 4567",
        "Aces: Ravi, Sam (082 123 4567)",
        "Aces;Ravi;Sam;0821234567",
        "Aces\tRavi\tSam\t082 123 4567",
    ],
)
def test_wherever_it_stands_the_names_are_the_same(line):
    team = paste.read_line(1, line)
    assert (team.name, team.players, len(team.phones)) == ("Aces", ("Ravi", "Sam"), 1)


def test_every_number_of_a_line_is_counted():
    team = paste.read_line(1, "Aces: Ravi 0821234567, Sam 0831234567")
    assert (team.players, team.phones) == (("Ravi", "Sam"), ("0821234567", "0831234567"))
    parsed = paste.parse("Aces: Ravi 0821234567\nJacks: Devi +27 83 123 4567")
    assert (parsed.phones, parsed.problems) == (2, ())


@pytest.mark.parametrize(
    "name",
    [
        "7 Up", "Team 12", "Aces 2019-2020", "Champions 2018 2019 2020", "1860", "Gen 4 2", "12345678", "A 111-111",
        "Contact", "Ravi (junior)", "No. 1", "Cell Block 9",
    ],
)  # fmt: skip
def test_a_name_with_figures_is_no_number(name):
    assert take_out(name) == (name, [])
    assert paste.read_line(1, f"{name}: Ravi, Sam").name == name.removesuffix(" (junior)")


def test_a_figure_before_the_number_belongs_to_the_name():
    assert take_out("Team 7 082 123 4567") == ("Team 7", ["082 123 4567"])
    assert paste.read_line(3, "3. Team 7 0821234567: Ravi").name == "Team 7"


def test_a_line_of_nothing_but_a_number_is_odd():
    parsed = paste.parse("082 123 4567")
    assert [problem.code for problem in parsed.problems] == ["name_missing"]
    assert parsed.phones == 0


@given(st.text(alphabet="0123456789 +-()./,;:\tAaé７cell", max_size=60))
def test_whatever_is_pasted_no_name_of_a_team_that_is_understood_holds_a_number(text):
    for team in paste.parse(text).teams:
        assert not any(holds_number(one) for one in (team.name, team.club, *team.players))


def test_a_long_line_of_figures_takes_no_time():
    assert len(take_out("0 " * 200_000)[1]) == 1
    assert take_out("(+) " * 50_000)[1] == []
    assert holds_number("c" * 100_000 + "0821234567")
