"""{% load cards %}: ball cards, playing cards, suits and brackets in any template.

{% ball_cards 7 11 name_a="Umhlanga" name_b="Chatsworth" target=12 cornerhouse=after.cornerhouse %}
{% scoreboard after names %}   the score of a game of any kind: ball cards, or figures where it is played for points
{% balls 7 "A" %}     one side's two sixes, decoration only
{% opened 2 "B" %}    the balls one hand opened, as pips, with their words
{% card "Jh" %}       a playing card; small=True keeps rank and suit; css="is-winner" for a state
{% card_back %}       a card face down
{% hand "Jh 9h Ks" %} several cards in a row, small
{% suit "h" %}        a suit symbol; label=False where its name stands beside it
{% bracket drawing %} a `presentation.brackets.Bracket`: SVG on wide screens and paper, round by round on a phone
{% bracket_picture drawing %} the SVG alone
"""

from collections.abc import Collection, Iterable
from typing import Any

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from engine.shapes import State
from thunee_tournaments.presentation import balls as balls_module
from thunee_tournaments.presentation import brackets, faces, points, suits, words
from thunee_tournaments.presentation.contexts import Context
from thunee_tournaments.presentation.rulings import Voices

register = template.Library()


def _escaped(text: Any) -> str:
    return str(conditional_escape(text))


@register.inclusion_tag("components/ball_cards.html")
def ball_cards(
    a: int,
    b: int,
    target: int | None = None,
    cornerhouse: Collection[str] | None = None,
    name_a: str = "",
    name_b: str = "",
    winner: str = "",
    css: str = "",
    clear: bool = False,
) -> Context:
    """A score: both sides' sixes, their numbers, cornerhouse, and the whole in words for those who listen.

    `target` is the number of balls the game is played to, `clear` whether a lead of two is needed as well (TH-GAME-3);
    `cornerhouse` the sides ("A", "B") one ball from the game.
    """
    near = cornerhouse or ()
    a, b = max(0, int(a or 0)), max(0, int(b or 0))
    sides = [
        {
            "letter": side,
            "name": name,
            "balls": count,
            "picture": mark_safe(balls_module.ball_cards(count, side)),
            "cornerhouse": side in near and side != winner,
            "won": side == winner,
        }
        for side, name, count in (("A", name_a, a), ("B", name_b, b))
    ]
    label = words.score_text(a, b, name_a=str(name_a), name_b=str(name_b), cornerhouse=near, winner=winner)
    return {"sides": sides, "label": label, "target": target, "clear": clear, "css": css}


@register.inclusion_tag("components/scoreboard.html")
def scoreboard(after: State | None, names: Voices, css: str = "", clear: bool = False, winner: str = "") -> Context:
    """The score of a game at `after` (a ruling's): ball cards where there are balls, plain figures for points.

    `names`: what sides and seats are called. Where each player has a score of their own, those stand below the sides'.
    """
    if after and "balls" in after:
        sides = after["balls"]
        return {
            "balls": ball_cards(
                sides["A"], sides["B"], target=after["target"], cornerhouse=after.get("cornerhouse"),
                name_a=names.side("A"), name_b=names.side("B"), winner=winner, css=css, clear=clear,
            )
        }  # fmt: skip
    return {"points": points.panel(after, names, winner), "css": css}


@register.filter
def brief_score(after: State | None) -> str:
    """The score of a game in a few letters."""
    return points.brief(after) if after else ""


@register.filter
def named_score(after: State, names: Voices) -> str:
    """The score of a game with whose it is: "Umgeni 7, Verulam 11"."""
    return points.with_names(after, names)


@register.simple_tag
def balls(count: int, side: str) -> SafeString:
    """One side's two sixes, without words."""
    return mark_safe(balls_module.ball_cards(max(0, int(count)), side))


@register.simple_tag
def opened(count: int, side: str) -> SafeString:
    """The balls one hand opened, as pips."""
    if not count:
        return mark_safe("")
    return format_html(
        '<span class="opened-balls">{}<span class="sr-only">{}</span></span>',
        mark_safe(balls_module.opened(int(count), side)),
        words.balls_text(int(count)),
    )


@register.simple_tag
def card(text: str, small: bool = False, css: str = "", shared: bool = False) -> SafeString:
    """A playing card; what is no card is shown as it was written."""
    try:
        name = words.card_name(str(text))
    except ValueError:
        return format_html('<span class="card-unknown">{}</span>', text)
    return mark_safe(faces.playing_card(str(text), _escaped(name), small=small, shared=shared, css=_escaped(css)))


@register.simple_tag
def card_symbols(whole: bool = False) -> SafeString:
    """The small cards, drawn once: for a page with many of them, before any `{% card … shared=True %}`."""
    return mark_safe(faces.symbols(whole))


@register.simple_tag
def card_back() -> SafeString:
    """A card face down."""
    return mark_safe(faces.card_back(_escaped(gettext("card face down"))))


@register.simple_tag
def hand(cards: str | Iterable[str], css: str = "", shared: bool = False) -> SafeString:
    """Several cards in a row: "Jh 9h Ks" or a list."""
    held = cards.split() if isinstance(cards, str) else list(cards)
    drawn = mark_safe("".join(card(text, small=True, shared=shared) for text in held))
    return format_html('<span class="hand {}">{}</span>', css, drawn)


@register.simple_tag
def suit(letter: str, label: bool = True) -> SafeString:
    """A suit symbol, as tall as the text around it."""
    if letter not in suits.OUTLINES:
        return format_html("{}", letter)
    return mark_safe(suits.symbol(letter, _escaped(words.suit_name(letter)) if label else ""))


@register.inclusion_tag("components/bracket.html", takes_context=True)
def bracket(context: Context, drawing: brackets.Bracket) -> Context:
    """A bracket: the whole as SVG where there is room, one round at a time on a phone. Rounds that are long decided are
    left out of the whole unless its address asks for them (`?rounds=all`)."""
    request = context.get("request")
    everything = request is not None and request.GET.get("rounds") == "all"
    whole, left_out = (drawing, 0) if everything else brackets.folded(drawing)
    return {
        "drawing": drawing,
        "whole": whole,
        "left_out": left_out,
        "everything": everything and brackets.folded(drawing)[1],
        "picture": mark_safe(brackets.draw(whole, heads=False)),
        "current": brackets.current_round(drawing),
    }


@register.simple_tag
def bracket_picture(drawing: brackets.Bracket) -> SafeString:
    """A bracket as SVG alone, for paper."""
    return mark_safe(brackets.draw(drawing))
