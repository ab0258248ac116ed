"""`thunee explain`: the same as `thunee adjudicate --explain`."""

from argparse import ArgumentParser, Namespace

from . import Say, adjudicate

HELP = "Judge hand records and say why in readable text, line by line and rule by rule."


def arguments(parser: ArgumentParser) -> None:
    adjudicate.inputs(parser)


def run(options: Namespace, say: Say) -> int:
    options.explain, options.brief = True, False
    return adjudicate.run(options, say)
