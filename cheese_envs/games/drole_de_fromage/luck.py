"""Whether a recorded position can have come of the same move as one's own, by other luck."""

from __future__ import annotations

from typing import Any

from cheese_envs.games.drole_de_fromage.options import possible_rolls

Plain = dict[str, Any]

ROLLED = {"roll", "steps_left"}


def same_but_for_luck(before: Plain, move: Plain, mine: Plain, theirs: Plain) -> str | None:
    """None if `theirs`, which can be, may have come of the move that led from `before` to `mine`.

    Otherwise what does not fit. Luck decides the roll of a turn that begins, the worms of a game
    that begins, and which cheese is taken at the end of a game, and with it the points.
    """
    if mine.keys() != theirs.keys():
        return "the fields differ"
    if mine["over"]:
        return _after_end(before, move, mine, theirs)
    if len(mine["games"]) > len(before["games"]):
        return _after_deal(before, move, mine, theirs)
    if mine["turns"] > before["turns"] and mine["phase"] == "move":
        return _differing(mine, theirs, ROLLED) or _bad_roll(theirs)
    return _differing(mine, theirs, set())


def _differing(mine: Plain, theirs: Plain, free: set[str]) -> str | None:
    for name, value in mine.items():
        if name == "cheeses":
            same = _sorted(theirs[name]) == _sorted(value)
        else:
            same = theirs[name] == value
        if not same and name not in free:
            return f"{name} is {theirs[name]!r}, but should be {value!r}"
    return None


def _sorted(cheeses: list[Plain]) -> list[str]:
    """The cheeses in one order: they have none of their own."""
    return sorted(repr(sorted(cheese.items())) for cheese in cheeses)


def _bad_roll(theirs: Plain) -> str | None:
    possible = possible_rolls(theirs["options"]["die"])
    if theirs["roll"] not in possible:
        return f"roll is {theirs['roll']!r}, but the die allows {possible}"
    if theirs["steps_left"] != theirs["roll"]:
        return f"steps_left is {theirs['steps_left']!r} at the beginning of a turn"
    return None


def _after_end(before: Plain, move: Plain, mine: Plain, theirs: Plain) -> str | None:
    """The cheese taken may be another of the same owner and size; the points follow from it."""
    if move["type"] != "take":
        return _differing(mine, theirs, set())
    if _sorted(theirs["cheeses"]) not in [_sorted(way) for way in _takes(before, move)]:
        return "cheeses differ by more than which one was taken"
    # Scores and winners follow from the points of the games.
    problem = _bad_games(before, [_points(theirs, theirs["cheeses"])], theirs)
    return problem or _differing(mine, theirs, {"cheeses", "games", "scores", "winners"})


def _after_deal(before: Plain, move: Plain, mine: Plain, theirs: Plain) -> str | None:
    """A game has begun: other worms, another roll, and perhaps another cheese taken before it."""
    counted = [mine["games"][-1]]
    if move["type"] == "take":
        counted = [_points(before, cheeses) for cheeses in _takes(before, move)]
    problem = _bad_games(before, counted, theirs)
    if problem:
        return problem
    last = theirs["games"][-1]
    if theirs["turn"] != last.index(min(last)):
        return f"turn is {theirs['turn']!r}, but the lowest score of {last!r} begins"
    problem = _differing(mine, theirs, {*ROLLED, "cheeses", "games", "turn"}) or _bad_roll(theirs)
    if problem:
        return problem
    if _laid(mine) != _laid(theirs):
        return "the cheeses do not lie where a game begins"
    return None


def _takes(before: Plain, move: Plain) -> list[list[Plain]]:
    """The cheeses after each way that a take can go."""
    taker, cheeses = before["turn"], before["cheeses"]
    ways = []
    for i, cheese in enumerate(cheeses):
        if (cheese["owner"], cheese["size"]) == (move["from"], move["size"]):
            known = {*cheese["known_to"], taker} if before["options"]["peek"] else set()
            taken = {**cheese, "owner": taker, "known_to": sorted(known)}
            ways.append([*cheeses[:i], taken, *cheeses[i + 1 :]])
    return ways


def _points(snapshot: Plain, cheeses: list[Plain]) -> list[int]:
    points = [0] * snapshot["num_players"]
    for cheese in cheeses:
        if cheese["owner"] is not None and not cheese["wormy"]:
            points[cheese["owner"]] += snapshot["options"]["values"][cheese["size"]]
    return points


def _bad_games(before: Plain, counted: list[list[int]], theirs: Plain) -> str | None:
    if theirs["games"] in [[*before["games"], points] for points in counted]:
        return None
    return f"games is {theirs['games']!r}, but the cheeses make the last {counted[0]!r}"


def _laid(snapshot: Plain) -> list[tuple[list[int], str]]:
    """Where cheeses of which size lie, listed in one order."""
    return sorted((cheese["at"], cheese["size"]) for cheese in snapshot["cheeses"])
