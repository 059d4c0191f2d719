"""`cheese-envs play`: a game in the browser."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from tyro.conf import Positional, arg

from cheese_envs.cli.terminal import DEFAULT_GAME, OK, users_error


@dataclass(frozen=True)
class Play:
    """Play a game on a page in the browser, by clicking cards and cells."""

    game: Annotated[Positional[str], arg(metavar="GAME")] = DEFAULT_GAME
    """Which game; see `cheese-envs games`."""
    opponents: tuple[str, ...] = ("heuristic",)
    """Who plays against you: one for all other seats, or one for each, clockwise from you."""
    players: Annotated[int | None, arg(metavar="N")] = None
    """How many play, you among them. Without it: as many as the opponents named, and you."""
    seat: int = 0
    """Where you sit; seat 0 begins."""
    seed: Annotated[int | None, arg(metavar="N")] = None
    """The same seed deals the same cards."""
    hints: Annotated[str | None, arg(metavar="AGENT")] = None
    """Who gives hints, such as a saved model's folder. Without it: mcts:200."""
    port: int = 0
    """Where to serve, on this machine alone; 0 takes any free port."""
    browser: bool = True
    """Open the browser; its address is printed anyway."""

    def run(self) -> int:
        from cheese_envs.web import Setup, serve

        with users_error():
            setup = Setup.named(
                self.game, self.opponents, self.players, self.seat, self.seed, self.hints
            )
            serve(setup, port=self.port, browser=self.browser)
        return OK
