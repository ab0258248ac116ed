"""Giving each of some items one of some places, at the least cost overall: a minimum-cost matching."""

from collections.abc import Sequence

import rustworkx

Cost = tuple[int, ...]


def folded(costs: Sequence[Cost], matched: int) -> list[int]:
    """Each cost (most important figure first, none negative) as one integer, such that sums of up to `matched` of them
    compare as the figures do one after another."""
    totals, unit = [0] * len(costs), 1
    for figures in reversed(list(zip(*costs, strict=True))):
        most = max(figures)
        if most:
            totals = [total + figure * unit for total, figure in zip(totals, figures, strict=True)]
            unit *= most * matched + 1
    return totals


def cheapest_pairs(nodes: int, pairs: Sequence[tuple[int, int]], costs: Sequence[Cost]) -> list[tuple[int, int]]:
    """As many of the pairs as can stand side by side, and of all such choices the cheapest; in ascending order."""
    figures = folded(costs, nodes // 2)
    most = max(figures, default=0) + 1
    graph: rustworkx.PyGraph = rustworkx.PyGraph()
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from([(a, b, most - figure) for (a, b), figure in zip(pairs, figures, strict=True)])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in matched)


def assign(costs: Sequence[Sequence[Cost]]) -> list[int]:
    """The place of each item: `costs[item][place]` is what it costs there; at least as many places as items."""
    items, places = len(costs), len(costs[0]) if costs else 0
    pairs = [(item, items + place) for item in range(items) for place in range(places)]
    chosen = cheapest_pairs(items + places, pairs, [costs[item][place - items] for item, place in pairs])
    return [place - items for _item, place in chosen]
