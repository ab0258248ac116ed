"""Teams at the desk: one by one, put right, taken out, pasted as a list."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services.conftest import match
from thunee_tournaments.teams.models import Player, Team

LIST = """1. Umgeni Spades: Anil, Priya
Verulam Nines (Merebank) - Ravi & Sam

umgeni  SPADES: Dev, Leo
Overport Aces; Lina; Prem; Uma; Jay; Ron
Isipingo Trumps"""


def typed(name: str, *players: str, club: str = "") -> dict[str, str]:
    return {"name": name, "club": club, **{f"player_{n}": player for n, player in enumerate(players, start=1)}}


def names(desk: Desk) -> list[str]:
    return list(desk.tournament.teams.order_by("pk").values_list("name", flat=True))


def test_a_team_is_entered_by_the_form_and_the_next_can_follow_at_once(draft: Desk) -> None:
    response = draft.post("teams", **typed(" Aces ", "Lina", "Prem", club="Overport"))
    assert response["Location"].endswith("#add")
    team = Team.objects.get(name="Aces")
    assert (team.club, [player.name for player in team.players.all()]) == ("Overport", ["Lina", "Prem"])


def test_a_team_that_is_there_is_named_and_what_was_typed_stays(draft: Desk) -> None:
    response = draft.post("teams", **typed("spades", "Dev", "Leo"))
    form = response.context["form"]
    assert response.status_code == 422
    assert "A team called spades is entered already" in str(form.errors["name"])
    assert form["player_1"].value() == "Dev"
    assert len(names(draft)) == 3


def test_tapping_twice_enters_a_team_once(draft: Desk) -> None:
    draft.post("teams", **typed("Aces", "Lina", "Prem"))
    after = draft.after("teams", **typed("Aces", "Lina", "Prem"))
    assert "Aces is entered already. It is entered once." in text_of(after)
    assert names(draft).count("Aces") == 1


@pytest.mark.parametrize(("sent", "field", "says"), [
    (typed(""), "name", "no name"),
    (typed("Aces", "Lina", "lina "), "player_2", "named twice"),
    (typed("Aces", "Lina", "Prem", "", "PREM"), "player_4", "named twice"),
    (typed("x" * 81), "name", "80"),
    (typed("Aces", "x" * 81), "player_1", "80"),
])  # fmt: skip
def test_a_fault_in_a_team_stands_beside_its_field(draft: Desk, sent: dict[str, str], field: str, says: str) -> None:
    response = draft.post("teams", **sent)
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert says in str(response.context["form"].errors[field])


def test_teams_without_two_players_are_marked(draft: Desk) -> None:
    draft.post("teams", **typed("Aces"))
    draft.post("teams", **typed("Tens", "Rani"))
    text = text_of(draft.get("teams"))
    assert "no players" in text
    assert "one player" in text
    assert "2 teams have fewer than two players named" in text_of(draft.get("overview"))


def test_a_team_is_put_right(draft: Desk) -> None:
    team = draft.tournament.teams.get(name="Nines")
    shown = draft.get("team", team.public_id).context["form"]
    assert (shown["name"].value(), shown["player_2"].value()) == ("Nines", "Sam")
    response = draft.post("team", team.public_id, **typed("Verulam Nines", "Ravi", "Samuel", "Uma", club="Verulam"))
    assert response["Location"].endswith(f"#team-{team.public_id}")
    team.refresh_from_db()
    assert (team.name, team.club) == ("Verulam Nines", "Verulam")
    assert [player.name for player in team.players.all()] == ["Ravi", "Samuel", "Uma"]


def test_a_team_is_taken_out_once(draft: Desk) -> None:
    team = draft.tournament.teams.get(name="Nines")
    assert "Nines is taken out." in text_of(draft.after("remove_team", team.public_id))
    assert "This team is out already." in text_of(draft.after("remove_team", team.public_id))
    assert names(draft) == ["Spades", "Jacks"]


def test_after_the_draw_names_can_be_put_right_but_nobody_is_taken_out(playing: Desk) -> None:
    team = playing.tournament.teams.get(name="Team 1")
    seats = match(playing.tournament, 1).seats
    playing.post("team", team.public_id, **typed("Team one", "Fyrst", "Second"))
    assert team.players.filter(name="Fyrst").exists()
    assert match(playing.tournament, 1).seats == seats
    fewer = playing.post("team", team.public_id, **typed("Team one", "Fyrst"))
    assert "put a name right, but leave none out" in str(fewer.context["form"].errors["player_1"])
    page = playing.get("teams").content.decode()
    assert playing.at("paste") not in page
    assert "The draw has been made" in text_of(playing.after("remove_team", team.public_id))
    assert "The draw has been made" in text_of(playing.after("paste", text="Late: A, B", action="enter"))
    assert len(names(playing)) == 4


def test_a_pasted_list_is_shown_as_it_is_understood_and_nothing_is_entered(draft: Desk) -> None:
    response = draft.post("paste", text=LIST, action="look")
    assert [(team.line, team.name, team.club) for team in response.context["parsed"].teams] == [
        (1, "Umgeni Spades", ""), (2, "Verulam Nines", "Merebank"), (6, "Isipingo Trumps", ""),
    ]  # fmt: skip
    assert [line["number"] for line in response.context["problems"]] == [4, 5]
    text = text_of(response)
    assert "The same team is in line 1." in text
    assert "There are 5 players" in text
    assert response.context["form"]["text"].value() == LIST
    assert len(names(draft)) == 3


def test_entering_a_list_leaves_the_odd_lines_to_be_put_right(draft: Desk) -> None:
    after = draft.after("paste", text=LIST, shown=LIST, action="enter")
    assert names(draft)[3:] == ["Umgeni Spades", "Verulam Nines", "Isipingo Trumps"]
    assert after.redirect_chain == [(draft.at("paste"), 302)]
    assert "3 teams are entered." in text_of(after)
    left = "umgeni  SPADES: Dev, Leo\nOverport Aces; Lina; Prem; Uma; Jay; Ron"
    assert after.context["form"]["text"].value() == left
    # They wait there also when the page is opened again, until they are right.
    assert draft.get("paste").context["form"]["text"].value() == left
    right = "Overport Aces; Lina; Prem"
    draft.post("paste", text=right, shown=right, action="enter")
    assert names(draft)[-1] == "Overport Aces"
    assert not draft.get("paste").context["form"]["text"].value()


def test_lines_that_are_left_over_can_be_cleared_away(draft: Desk) -> None:
    draft.post("paste", text=LIST, shown=LIST, action="enter")
    assert draft.post("paste", text="", action="look").status_code == 422
    assert not draft.get("paste").context["form"]["text"].value()


def test_tapping_twice_enters_a_list_once(draft: Desk) -> None:
    good = "Aces: Lina, Prem\nTens: Rani, Kris"
    draft.post("paste", text=good, shown=good, action="enter")
    after = draft.after("paste", text=good, shown=good, action="enter")
    assert after.redirect_chain == [(draft.at("teams"), 302)]
    assert "They are entered once." in text_of(after)
    assert names(draft)[3:] == ["Aces", "Tens"]


def test_names_that_look_like_markup_are_shown_as_they_were_written(draft: Desk) -> None:
    nasty = "<script>alert(1)</script>"
    page = draft.post("paste", text=f"{nasty}: <b>A</b>, B", action="look").content.decode()
    assert nasty not in page
    assert "&lt;script&gt;" in page


def test_a_list_too_long_for_an_event_enters_nobody(draft: Desk) -> None:
    text = "\n".join(f"Team number {n}: A, B" for n in range(2050))
    response = draft.post("paste", text=text, shown=text, action="enter")
    assert response.status_code == 422
    assert "at most" in str(response.context["form"].non_field_errors())
    assert Player.objects.count() == 6


def test_phone_numbers_of_a_pasted_list_are_left_out_and_said_to_be(draft: Desk) -> None:
    listed = "Umhlanga Kings: Ravi 082 123 4567, Sam (+27 83 123 4567)"
    shown = text_of(draft.post("paste", text=listed, action="look"))
    assert "2 phone numbers go to Sign-ups, for you and the treasurer alone: names are public." in shown
    assert "Ravi, Sam (without 2 phone numbers)" in shown
    after = draft.after("paste", text=listed, shown=listed, action="enter")
    assert "2 phone numbers are kept under Sign-ups, for you and the treasurer alone." in text_of(after)
    reached = draft.tournament.sign_ups.select_related("team").get()
    assert (reached.state, reached.team.name) == ("in", reached.name)
    assert reached.phone in text_of(draft.get("sign_ups"))
    team = draft.tournament.teams.get(name="Umhlanga Kings")
    assert [player.name for player in team.roster] == ["Ravi", "Sam"]


@pytest.mark.parametrize("said", [{"name": "Aces 082 123 4567"}, {"player_1": "Ravi 082 123 4567"}])
def test_a_phone_number_typed_into_a_name_is_refused(draft: Desk, said: dict[str, str]) -> None:
    response = draft.post("teams", **{"name": "Umhlanga Kings", "player_1": "Ravi", "player_2": "Sam", **said})
    assert response.status_code == 422
    assert "Names are public: leave the number out." in text_of(response)


def test_a_column_of_clubs_is_shown_as_such_before_anything_is_entered(draft: Desk) -> None:
    table = "Team,Club,Player 1,Player 2,Paid\nAces,Verulam SC,Lina,Prem,yes\nTens,Verulam SC,Rani,Kris,no"
    columns = draft.post("paste", text=table, action="look").context["columns"]
    assert [(column["title"], column["kind"]) for column in columns] == [
        ("Team", "team"), ("Club", "club"), ("Player 1", "player"), ("Player 2", "player"), ("Paid", "left out"),
    ]  # fmt: skip
    draft.post("paste", text=table, shown=table, action="enter")
    aces = draft.tournament.teams.get(name="Aces")
    assert (aces.club, [player.name for player in aces.players.all()]) == ("Verulam SC", ["Lina", "Prem"])
    assert not draft.tournament.teams.filter(name="Team").exists()


def test_a_club_that_would_be_a_player_is_asked_about(draft: Desk) -> None:
    said = text_of(draft.post("paste", text="Aces,Verulam SC,Lina\nTens,Verulam SC,Rani", action="look"))
    assert "The same player in several teams? Verulam SC (2 teams). If that is a club, say so of its column." in said


def test_what_was_not_shown_yet_is_shown_before_it_is_entered(draft: Desk) -> None:
    draft.post("paste", text="Aces: Lina, Prem", action="look")
    again = draft.post("paste", text="Tens: Lina, Prem", shown="Aces: Lina, Prem", action="enter")
    assert [team.name for team in again.context["parsed"].teams] == ["Tens"]
    assert len(names(draft)) == 3


def test_a_row_is_put_right_in_its_place(draft: Desk) -> None:
    listed = "Aces: Lina, Prem\nTens: Rani, tbc\nConfirmed:"
    changed = {"line-2": "Tens: Rani, Kris", "line-3": "", "line-1": "Aces: Lina, Prem"}
    seen = draft.post("paste", text=listed, shown=listed, action="look", **changed).context
    assert [team.players for team in seen["parsed"].teams] == [("Lina", "Prem"), ("Rani", "Kris")]
    assert seen["problems"] == []
    assert seen["form"]["text"].value() == "Aces: Lina, Prem\nTens: Rani, Kris\n"


def test_a_row_put_right_finds_its_line_though_the_list_was_changed_too(draft: Desk) -> None:
    shown = "Aces: Lina, tbc\nTens: Rani, Kris"
    now = "Kings: Ash, Leo\n" + shown
    seen = draft.post("paste", text=now, shown=shown, action="look", **{"line-1": "Aces: Lina, Prem"}).context
    assert [team.name for team in seen["parsed"].teams] == ["Kings", "Aces", "Tens"]


def test_a_column_is_the_club_because_the_organiser_says_so(draft: Desk) -> None:
    table = "Verulam SC,Aces,Lina,Prem\nVerulam SC,Tens,Rani,Kris"
    first = draft.post("paste", text=table, action="look").context
    assert [(column["title"], column["kind"]) for column in first["columns"]] == [
        ("Verulam SC", "team"), ("Aces", "player"), ("Lina", "player"), ("Prem", "player"),
    ]  # fmt: skip
    chosen = {"column-0": "club", "column-1": "team", "column-2": "player", "column-3": "left out"}
    seen = draft.post("paste", text=table, shown=table, action="enter", **chosen).context
    assert [(team.name, team.club, team.players) for team in seen["parsed"].teams] == [
        ("Aces", "Verulam SC", ("Lina",)), ("Tens", "Verulam SC", ("Rani",)),
    ]  # fmt: skip
    listed = seen["form"]["text"].value()
    assert listed.splitlines()[0] == "Club,Team,Player 1,()"
    draft.post("paste", text=listed, shown=listed, action="enter", **chosen)
    assert names(draft)[3:] == ["Aces", "Tens"]


@pytest.mark.parametrize(
    ("second", "says"),
    [("team", "One column is the team"), ("club", "Only one column can be the club."), ("king", "")],
)
def test_columns_that_cannot_be_are_refused_and_the_list_stays(draft: Desk, second: str, says: str) -> None:
    table = "Aces\tLina\tPrem\nTens\tRani\tKris"
    chosen = {"column-0": "team", "column-1": second, "column-2": "club"}
    response = draft.post("paste", text=table, shown=table, action="enter", **chosen)
    if says:
        assert says in text_of(response)
    assert response.status_code == (200 if says else 302)
    assert len(names(draft)) == (3 if says else 5)


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_list_of_teams_taken_away_is_the_list_that_is_read(draft: Desk, kind: str, language: str) -> None:
    draft.post("teams", **typed("=Sum Aces", "Lina", "Prem, junior", "Uma", club="Overport"))
    draft.client.cookies["django_language"] = language
    response = draft.get(f"teams_{kind}")
    assert f'filename="{draft.tournament.slug}-teams.{kind}"' in response["Content-Disposition"]
    file = SimpleUploadedFile(f"teams.{kind}", response.content)
    seen = draft.post("paste", file=file, text="", action="look").context["parsed"]
    assert {problem.code for problem in seen.problems} == {"already_entered"}
    assert len(seen.problems) == 4


@pytest.mark.parametrize("text", [f"Aces;{'x' * 200_000}", "Aces" + ",x" * 400, "Team,Player" + ",Player" * 100])
def test_a_list_with_a_line_beyond_all_measure_is_looked_at_without_columns(draft: Desk, text: str) -> None:
    response = draft.post("paste", text=text, action="look", **{"column-0": "player"})
    assert response.status_code == 200
    assert response.context["columns"] == []


def test_a_file_that_is_no_list_is_refused_with_what_to_do(draft: Desk) -> None:
    response = draft.post("paste", file=SimpleUploadedFile("teams.xlsx", b"PK\x03\x04nothing"), text="", action="look")
    assert response.status_code == 422
    assert "Save it as XLSX or CSV" in text_of(response)
