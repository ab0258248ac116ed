"""`manage.py collect_words`: bring the catalogues of translations up to date with the source and the engine."""

from argparse import ArgumentParser
from typing import Any

from django.conf.locale import LANG_INFO
from django.core.management.base import BaseCommand, CommandError

from thunee_tournaments.translations import engine_words, sources


class Command(BaseCommand):
    help = (
        "Collects every text people read, from templates, Python and the engine, into the catalogues of translations, "
        "keeps what is translated, lists what is not, and compiles. Needs the developers' packages, nothing else."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing; fail if something is to be done")
        parser.add_argument("--add", metavar="LANGUAGE", help="begin a catalogue: te, ta, zu, af, …")

    def handle(self, *_args: Any, **options: Any) -> None:
        from thunee_tournaments.translations import catalogue

        messages = [*sources.messages(), *engine_words.messages()]
        missing = 0
        languages = catalogue.languages()
        if (added := options["add"]) and added not in languages:
            if added not in LANG_INFO:
                raise CommandError(f"{added} is no language this site knows by name, such as te, ta, zu or af.")
            catalogue.begin_formats(added)
            languages.append(added)
        for language in languages:
            before = catalogue.load(language)
            after = catalogue.merged(before, messages, language)
            untranslated = [entry for entry in after if not entry.translated()]
            missing += len(untranslated) + (str(before) != str(after) if options["check"] else 0)
            if not options["check"]:
                catalogue.save(after, language)
            self.stdout.write(f"{language}: {len(after)} texts, {len(untranslated)} to translate")
            for entry in untranslated:
                places = ", ".join(place for place, _line in entry.occurrences)
                self.stdout.write(f"  {entry.msgid!r} ({places})")
        if options["check"] and missing:
            self.stderr.write(self.style.ERROR("The catalogues are not up to date: python manage.py collect_words"))
            raise SystemExit(1)
