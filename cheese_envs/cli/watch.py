"""`cheese-envs watch`: a game in the terminal, kept as a record or a picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from tyro.conf import Positional, arg

from cheese_envs.cli.terminal import (
    DEFAULT_GAME,
    OK,
    OutputFile,
    UserError,
    console,
    say,
    users_error,
)

if TYPE_CHECKING:
    from rich.console import Console

    from cheese_envs.agents import Agent
    from cheese_envs.faces.aec import RawEnv

LONGEST_DELAY = 3600.0


@dataclass(frozen=True)
class Watch:
    """Watch agents play a game in the terminal."""

    game: Annotated[Positional[str | None], arg(metavar="GAME")] = None
    """Which game; see `cheese-envs games`. Without one: cheese_rescue."""
    named: Annotated[str | None, arg(name="game", metavar="GAME")] = None
    """The game, said as an option."""
    players: int = 2
    """How many play."""
    agents: tuple[str, ...] = ("random",)
    """Who plays: one for all seats, or one for each."""
    seed: Annotated[int | None, arg(metavar="N")] = None
    """The same seed and agents give the same game. Without one, any game; its seed is shown."""
    delay: float = 0.5
    """Seconds between moves."""
    record: OutputFile = None
    """Write the game's record here (.json or .jsonl); a file that is there is replaced."""
    legal: bool = False
    """Keep the legal moves of every turn in the record."""
    gif: OutputFile = None
    """Write the game here as an animated picture (.gif)."""
    html: OutputFile = None
    """Write the game here as a page to step through (.html), which needs nothing else."""

    def run(self) -> int:
        import time

        from cheese_envs import records
        from cheese_envs.animation import move_words

        with users_error():
            env, agents, seed = self._prepare()
        terminal = console()
        say(terminal, f"{env.game.title}, {env.num_players} players, seed {seed}")
        for agent, name in zip(env.possible_agents, self._names(env.num_players), strict=True):
            say(terminal, f"{agent}: {name}")
        initial = env.snapshot()
        _show(terminal, f"\n{env.game.text(initial)}")
        moves = []
        played = records.play_moves(env, lambda raw: _act(raw, agents), legal=self.legal)
        for number, entry in enumerate(played, start=1):
            time.sleep(self.delay)
            moves.append(entry)
            said = f"\nmove {number}, player_{entry['player']}: {move_words(entry['move'])}"
            say(terminal, said, style="bold")
            _show(terminal, env.game.text(entry["after"]))
        for line in result_lines(env):
            say(terminal, line, style="bold green")
        with users_error():
            for written in self._write(records.record_of(seed, initial, moves, env)):
                say(terminal, f"written: {written}")
        return OK

    def _write(self, record: dict[str, Any]) -> Iterator[Path]:
        from cheese_envs import animation, records

        if self.record is not None:
            records.write(self.record, [record])
            yield self.record
        if self.html is not None:
            animation.write_html(self.html, record)
            yield self.html
        if self.gif is not None:
            animation.write_gif(self.gif, record)
            yield self.gif

    def _prepare(self) -> tuple[RawEnv, list[Agent], int]:
        """All that can be wrong with what the user asked for shows here, before the game begins."""
        import os

        from cheese_envs.agents import load
        from cheese_envs.core.spec import SEEDS
        from cheese_envs.faces import raster
        from cheese_envs.faces.aec import RawEnv
        from cheese_envs.registry import game_spec

        if self.game is not None and self.named is not None and self.game != self.named:
            raise UserError(f"two games are named, {self.game} and {self.named}")
        if not 0 <= self.delay <= LONGEST_DELAY:
            raise UserError(f"--delay must be from 0 to {LONGEST_DELAY:g} s, not {self.delay}")
        if self.legal and self.record is None:
            raise UserError("--legal is for the record: it needs --record FILE")
        _check_place(self.record, "a record", ".json", ".jsonl")
        _check_place(self.html, "a page", ".html")
        _check_place(self.gif, "an animated picture", ".gif")
        if self.gif is not None:
            raster.require("--gif", "resvg_py", "PIL")
        env = RawEnv(game_spec(self.game or self.named or DEFAULT_GAME), self.players)
        agents = [load(name) for name in self._names(env.num_players)]
        seed = int.from_bytes(os.urandom(4), "little") if self.seed is None else self.seed
        env.reset(seed=seed)
        for seat, agent in enumerate(agents):
            agent.bind(env)
            agent.seed((seed + seat) % SEEDS)
        return env, agents, seed

    def _names(self, num_players: int) -> list[str]:
        if len(self.agents) not in (1, num_players):
            raise UserError(
                f"--agents takes 1 or {num_players} names for {num_players} players,"
                f" not {len(self.agents)}"
            )
        return list(self.agents) * (num_players // len(self.agents))


def result_lines(env: RawEnv) -> list[str]:
    """How a finished game ended: why, who won, with how many points."""
    end = env.outcome
    assert end is not None
    won = " and ".join(f"player_{seat}" for seat in end.winners)
    lines = ["", f"The end: {end.reason}.", f"Won by: {won or 'nobody'}"]
    if end.scores is not None:
        points = (f"player_{seat} {score}" for seat, score in enumerate(end.scores))
        lines.append(f"Scores: {', '.join(points)}")
    return lines


def _act(env: RawEnv, agents: list[Agent]) -> int:
    seen = env.observe(env.agent_selection)
    agent = agents[env.possible_agents.index(env.agent_selection)]
    return agent.act(seen["observation"], seen["action_mask"])


def _check_place(path: Path | None, what: str, *suffixes: str) -> None:
    """Refuse before the game what could not be written after it."""
    from cheese_envs.core.files import check_place

    if path is None:
        return
    if path.suffix not in suffixes:
        raise UserError(f"cannot write {path}: {what}'s name ends in {' or '.join(suffixes)}")
    check_place(path)


def _show(console: Console, text: str) -> None:
    """A game's text, the players in their colours where the terminal can."""
    from rich.text import Text

    from cheese_envs.faces.rendering import coloured

    shown = Text.from_ansi(coloured(text, terminal=True)) if console.is_terminal else text
    console.print(shown, markup=False, highlight=False, soft_wrap=True)
