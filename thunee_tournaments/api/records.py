"""The form of a hand-record/1 in the OpenAPI document: each game's own parts (`engine.schema.RecordForm`), and what
every record has."""

from engine import games, profiles
from engine.profiles import Parameter
from engine.record import FORMAT, LONGEST_ID, LONGEST_NOTE
from engine.schema import RecordForm, Schema, either, just, or_null, thing, whole, word
from thunee_tournaments.tournaments.games import in_programs

NAME = "HandRecord"
NOTE: Schema = {"type": ["string", "null"], "maxLength": LONGEST_NOTE}
ID: Schema = {"type": ["string", "number", "boolean", "null"], "maxLength": LONGEST_ID}


def component(name: str) -> Schema:
    """What stands among the components under this name."""
    return {"$ref": f"#/components/schemas/{name}"}


REF = component(NAME)


def components() -> dict[str, Schema]:
    """All of them, by the names under which they stand among the document's components."""
    description = "hand-record/1, as docs/notation.md has it; what is odd about one is said with its path"
    forms = {name: form for game in games.GAMES for name, form in forms_of(game).items()}
    of_any_game = {**either(*map(component, forms)), "description": description}
    return {NAME: of_any_game, **forms, **{f"{in_programs(game)}Rules": rules(game) for game in games.GAMES}}


def forms_of(game: str) -> dict[str, Schema]:
    """The forms of a game's records by their names, one for each number of players it is played by."""
    forms, name = games.load(game).record_forms(game), in_programs(game)
    return {f"{name}Record" + (f"Of{form.players}" if len(forms) > 1 else ""): record(game, form) for form in forms}


def record(game: str, form: RecordForm) -> Schema:
    """A whole record: its game's own parts, and what every record has."""
    known = {"format": just(FORMAT), "game": just(game)}
    rest = {"rules": component(f"{in_programs(game)}Rules"), **form.optional, "note": NOTE, "id": ID}
    return {**thing({**known, **form.needed}, rest), **form.demands}


def rules(game: str) -> Schema:
    """A preset's name, or an object of `preset` and single parameters."""
    preset = word(games.PRESETS[game])
    single = {parameter.name: _parameter(parameter) for parameter in profiles.parameters(game)}
    return either(preset, thing({}, {"preset": preset, **single}), {"type": "null"})


def _parameter(parameter: Parameter) -> Schema:
    if parameter.choices is not None:
        return word([*parameter.choices, *parameter.formerly])
    number = whole(parameter.minimum, parameter.maximum)
    if parameter.allowed:
        number = {"type": "integer", "enum": list(parameter.allowed)}
    return or_null(number) if parameter.nullable else number
