"""Who plays what: a game as the command line or the page asks for it, checked."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cheese_envs.core import plain
from cheese_envs.core.errors import OptionError
from cheese_envs.core.spec import SEEDS, GameSpec
from cheese_envs.registry import GAMES, game_spec
from cheese_envs.web.opponents import Opponents, shown_name

DRAWN_BITS = 48  # of a seed that nobody chose
DIGITS = len(str(SEEDS))
FIELDS = ("game", "players", "seat", "seed", "opponents")


@dataclass(frozen=True)
class Setup:
    """A game to play: `opponents` names one for all other seats, or one for each, clockwise."""

    game: str = GAMES[0]
    players: int = 2
    seat: int = 0
    seed: int | None = None
    opponents: tuple[str, ...] = ("heuristic",)
    agents: Opponents = field(default_factory=Opponents, compare=False)

    @classmethod
    def named(
        cls,
        game: str,
        opponents: tuple[str, ...],
        players: int | None = None,
        seat: int = 0,
        seed: int | None = None,
        hints: str | None = None,
    ) -> Setup:
        """As the command line says it; opponents and hints may be any agents, folders too."""
        if players is None:
            players = max(2, len(opponents) + 1)
        agents = Opponents(opponents, hints)
        shown = tuple(map(shown_name, opponents))
        return cls(game, players, seat, seed, shown, agents).check()

    @property
    def spec(self) -> GameSpec:
        return game_spec(self.game)

    def check(self) -> Setup:
        """The same with all filled in, or an OptionError, before anything begins."""
        spec = self.spec
        low, high = spec.player_counts[0], spec.player_counts[-1]
        players = plain.whole(self.players, f"the players of {spec.name}", low, high)
        plain.whole(self.seat, "seat", 0, players - 1)
        if self.seed is not None:
            plain.whole(self.seed, "seed", 0, SEEDS - 1)
        if len(self.opponents) not in (1, players - 1):
            wanted = "1 opponent" if players == 2 else f"1 or {players - 1} opponents"
            raise OptionError(f"{players} players need {wanted}, not {len(self.opponents)}")
        return replace(
            self, game=spec.name, opponents=self.opponents * ((players - 1) // len(self.opponents))
        )

    def drawn_seed(self) -> int:
        """The seed asked for, or one that nobody can guess: it tells all that is hidden."""
        return secrets.randbits(DRAWN_BITS) if self.seed is None else self.seed

    def names(self) -> list[str | None]:
        """Who plays each seat; None for the one at the page."""
        away = iter(self.opponents)
        first = self.seat + 1
        order = [(first + step) % self.players for step in range(self.players - 1)]
        by_seat = dict(zip(order, away, strict=True))
        return [by_seat.get(seat) for seat in range(self.players)]

    def asked(self, body: dict[str, Any]) -> Setup:
        """The setup that a page asks for; what it leaves out is as on the command line."""
        unknown = [name for name in body if name not in FIELDS]
        if unknown:
            raise OptionError(f"a game has {', '.join(FIELDS)}, not {unknown[0][:40]!r}")
        if not body:
            return self.check()
        game = plain.choice(body.get("game", self.game), "game", GAMES)
        wanted = Setup(
            game=game,
            players=body.get("players", self.players),
            seat=body.get("seat", self.seat),
            seed=_seed(body.get("seed")),
            opponents=_names(body.get("opponents", ["heuristic"])),
            agents=self.agents,
        ).check()
        for name in wanted.opponents:
            self.agents.check_offered(name, wanted.game, wanted.players)
        return wanted


def _seed(value: Any) -> Any:
    """A page sends digits: not every seed is a number in JavaScript."""
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= DIGITS:
        return int(value)
    return value


def _names(value: Any) -> tuple[str, ...]:
    names: Sequence[Any] = plain.listing(value, "opponents")
    for name in names:
        if not isinstance(name, str):
            raise OptionError("each opponent must be a name")
    return tuple(names)
