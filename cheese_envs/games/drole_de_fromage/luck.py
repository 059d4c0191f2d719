"""Whether a recorded position can have come of the same move as one's own, by other luck."""

from __future__ import annotations

from typing import Any

from cheese_envs.games.drole_de_fromage.options import possible_rolls

Plain = dict[str, Any]


def same_but_for_luck(mine: Plain, theirs: Plain) -> str | None:
    """None if `theirs` may be where the move that led to `mine` led to, else what does not fit.

    Luck decides the roll of a turn that begins, the worms of a game that begins, and which cheese
    is taken at the end of a game, and with it the points.
    """
    if mine.keys() != theirs.keys():
        return "the fields differ"
    if mine["over"] and mine["phase"] == "bonus":
        return _after_take(mine, theirs)
    if not mine["over"] and mine["turns"] == 0 and mine["steps_left"] == mine["roll"]:
        return _after_deal(mine, theirs)
    free = set()
    if not mine["over"] and mine["steps_left"] == mine["roll"] > 0:
        free = {"roll", "steps_left"}
    return _differing(mine, theirs, free) or (_bad_roll(theirs) if free else None)


def _differing(mine: Plain, theirs: Plain, free: set[str]) -> str | None:
    for name, value in mine.items():
        if name not in free and theirs[name] != value:
            return f"{name} is {theirs[name]!r}, but should be {value!r}"
    return None


def _bad_roll(theirs: Plain) -> str | None:
    possible = possible_rolls(theirs["options"]["die"])
    if theirs["roll"] not in possible:
        return f"roll is {theirs['roll']!r}, but the die allows {possible}"
    if theirs["steps_left"] != theirs["roll"]:
        return f"steps_left is {theirs['steps_left']!r} at the beginning of a turn"
    return None


def _after_take(mine: Plain, theirs: Plain) -> str | None:
    """The cheese taken may be another of the same owner and size; the points follow from it."""
    free = {"cheeses", "games", "scores", "winners"}
    problem = _differing(mine, theirs, free)
    if problem or mine["cheeses"] == theirs["cheeses"]:
        return problem or _differing(mine, theirs, set())
    pairs = list(zip(mine["cheeses"], theirs["cheeses"], strict=True))
    changed = [(a, b) for a, b in pairs if a != b]
    owned = ("owner", "known_to")
    fits = len(changed) == 2 and all(a[k] == b[k] for a, b in changed for k in a if k not in owned)
    if fits:
        (a, b), (c, d) = changed
        fits = a["size"] == c["size"] and mine["turn"] in (a["owner"], c["owner"])
        fits &= all(a[k] == d[k] and b[k] == c[k] for k in owned)
    if not fits:
        return "cheeses differ by more than which one was taken"
    counted = _points(theirs)
    if theirs["games"] != [*mine["games"][:-1], counted]:
        return f"games is {theirs['games']!r}, but the cheeses make the last {counted}"
    return None


def _points(snapshot: Plain) -> list[int]:
    points = [0] * snapshot["num_players"]
    for cheese in snapshot["cheeses"]:
        if cheese["owner"] is not None and not cheese["wormy"]:
            points[cheese["owner"]] += snapshot["options"]["values"][cheese["size"]]
    return points


def _after_deal(mine: Plain, theirs: Plain) -> str | None:
    """A game has begun: other worms, another roll, and perhaps another cheese taken before it."""
    free = {"roll", "steps_left", "cheeses"}
    if mine["games"] and theirs["games"] != mine["games"]:
        problem = _other_take(mine, theirs)
        if problem:
            return problem
        free |= {"games", "turn"}
    problem = _differing(mine, theirs, free) or _bad_roll(theirs)
    if problem:
        return problem
    bare = [[{**c, "wormy": None} for c in side["cheeses"]] for side in (mine, theirs)]
    if sorted(map(str, bare[0])) != sorted(map(str, bare[1])):
        return "the cheeses do not lie where a game begins"
    return None


def _other_take(mine: Plain, theirs: Plain) -> str | None:
    """Another cheese of the same size taken moves its value between taker and victim."""
    before, last = mine["games"][:-1], mine["games"][-1]
    if theirs["games"][:-1] != before or len(theirs["games"]) != len(mine["games"]):
        return f"games is {theirs['games']!r}, but should begin with {before!r}"
    other = theirs["games"][-1]
    moved = sorted(b - a for a, b in zip(last, other, strict=True) if a != b)
    values = mine["options"]["values"]
    if moved not in [[-values[size], values[size]] for size in ("medium", "big")]:
        return f"the last of games is {other!r}, but no cheese taken makes it so from {last!r}"
    if theirs["turn"] != other.index(min(other)):
        return f"turn is {theirs['turn']!r}, but the lowest score of {other!r} begins"
    return None
