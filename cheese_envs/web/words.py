"""What happens at a table, said to one who sits at it, or to one who watches (seat None)."""

from __future__ import annotations

from typing import Any

from cheese_envs.core.outcome import Outcome
from cheese_envs.core.spec import GameSpec

Plain = dict[str, Any]


def secret(spec: GameSpec, move: Plain, player: int, seat: int | None) -> bool:
    """Whether a move holds something that a seat may not hear."""
    if seat is None or seat == player:
        return False
    return spec.tell is None or spec.tell(move, True) != spec.tell(move, False)


def choice(spec: GameSpec, move: Plain, seat: int) -> str:
    """A move that the seat may make: `lay a cat at (0, 1)`."""
    if spec.tell is None:
        return ", ".join(f"{name} {value}" for name, value in move.items())
    return _address(spec.tell(move, True), seat)


def event(spec: GameSpec, move: Plain, player: int, seat: int | None) -> str:
    """A move that was made: `player_1 lays a cat at (0, 1)`, `you lay a cat at (0, 1)`."""
    mine = seat is None or seat == player
    # A game that does not say what is secret tells nothing.
    told = "make a move" if spec.tell is None else spec.tell(move, mine)
    if seat == player:
        return f"you {_address(told, player)}"
    verb, space, rest = told.partition(" ")
    words = f"{verb}s{space}{rest}"
    return f"player_{player} {words if seat is None else _address(words, seat)}"


def _address(words: str, seat: int) -> str:
    me = f"player_{seat}"
    return words.replace(f"{me}'s", "your").replace(me, "you")


def result(end: Outcome, seat: int | None) -> Plain:
    """How a game ended: who won, the points, why."""
    return {
        "headline": _headline(end, seat),
        "reason": end.reason,
        "winners": list(end.winners),
        "scores": None if end.scores is None else list(end.scores),
    }


def _headline(end: Outcome, seat: int | None) -> str:
    names = ["you" if winner == seat else f"player_{winner}" for winner in end.winners]
    if not names:
        return "Nobody wins"
    if len(names) > 1:
        words = f"{', '.join(names[:-1])} and {names[-1]} share the victory"
        return words[0].upper() + words[1:]
    return "You win" if names == ["you"] else f"{names[0]} wins"
