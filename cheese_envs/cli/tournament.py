"""`cheese-envs tournament`: who is stronger."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from tyro.conf import arg

from cheese_envs.cli.terminal import (
    DEFAULT_GAME,
    INTERRUPTED,
    OK,
    OutputFile,
    complain,
    console,
    users_error,
)


@dataclass(frozen=True)
class Tournament:
    """Let agents play each other, every deal under every rotation of the seats; rate them."""

    agents: tuple[str, ...]
    """Who plays: random, heuristic, mcts:200, a model's folder or name; at least two."""
    game: Annotated[str, arg(metavar="GAME")] = DEFAULT_GAME
    """Which game; see `cheese-envs games`."""
    players: int = 2
    """How many play one game."""
    games: int = 1000
    """How many games in all, rounded up to whole deals."""
    seed: int = 0
    """The same seed gives the same table."""
    threads: Annotated[int | None, arg(metavar="N")] = None
    """How many threads; as many as there are cores. The table does not depend on it."""
    options: Annotated[str | None, arg(metavar="JSON")] = None
    """The game's options, such as '{"first_player": "random"}'."""
    json: OutputFile = None
    """Write the standings here, for programs."""
    markdown: OutputFile = None
    """Write the table here, for documents."""
    plot: OutputFile = None
    """Draw ratings and who beats whom here (.png, .svg, .pdf)."""

    def run(self) -> int:
        from cheese_envs.arena import command

        outputs = command.Outputs(self.json, self.markdown, self.plot)
        with users_error():
            match = command.prepare(
                self.game,
                self.agents,
                players=self.players,
                games=self.games,
                seed=self.seed,
                threads=self.threads,
                options=self.options,
                outputs=outputs,
            )
        played_out = command.play(match)
        if not match.finished:
            complain("interrupted before any game counted")
            return INTERRUPTED
        with users_error():
            command.show(match.standings(), outputs, console())
        return OK if played_out else INTERRUPTED
