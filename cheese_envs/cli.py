"""The command line: `cheese-envs games`, `watch`, `bench`, `tournament`, `benchmark`, `verify`.

Heavy modules are imported by the command that needs them, so that `--help` comes at once.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import tyro
from tyro.conf import Positional, UseAppendAction, arg, subcommand

if TYPE_CHECKING:
    from rich.console import Console

    from cheese_envs.agents import Agent
    from cheese_envs.faces.aec import RawEnv

OK, BAD_RECORD, USAGE, INTERRUPTED = 0, 1, 2, 130
DEFAULT_GAME = "cheese_rescue"
LONGEST_DELAY = 3600.0
PIPE_WIDTH = 160  # where no terminal says how wide it is


OutputFile = Annotated[Path | None, arg(metavar="FILE")]


class UserError(Exception):
    """What the user should know in one line."""


@dataclass(frozen=True)
class Games:
    """List the games: players, sizes of actions, observation and state, ids."""

    def run(self) -> int:
        from rich.box import SIMPLE_HEAD
        from rich.table import Table

        from cheese_envs.registry import GAMES, game_spec, gymnasium_id, pettingzoo_id

        table = Table(box=SIMPLE_HEAD)
        for name in ("game", "title"):
            table.add_column(name, overflow="fold")
        for name in ("players", "actions", "observation", "state (bytes)"):
            table.add_column(name, justify="right")
        table.add_column("ids: Gymnasium, PettingZoo", overflow="fold")
        for game in GAMES:
            spec = game_spec(game)
            counts = spec.player_counts
            table.add_row(
                game,
                spec.title,
                "\n".join(map(str, counts)),
                "\n".join(str(spec.action_size(count)) for count in counts),
                "\n".join(str(spec.observation_size(count)) for count in counts),
                str(spec.state.itemsize),
                f"{gymnasium_id(game)}\n{pettingzoo_id(game)}",
                end_section=True,
            )
        _console().print(table)
        return OK


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

        with _users_error():
            env, agents, seed = self._prepare()
        console = _console()
        _say(console, f"{env.game.title}, {env.num_players} players, seed {seed}")
        for agent, name in zip(env.possible_agents, self._names(env.num_players), strict=True):
            _say(console, f"{agent}: {name}")
        initial = env.snapshot()
        _show(console, f"\n{env.game.text(initial)}")
        moves = []
        played = records.play_moves(env, lambda raw: _act(raw, agents), legal=self.legal)
        for number, entry in enumerate(played, start=1):
            time.sleep(self.delay)
            moves.append(entry)
            said = f"\nmove {number}, player_{entry['player']}: {move_words(entry['move'])}"
            _say(console, said, style="bold")
            _show(console, env.game.text(entry["after"]))
        for line in result_lines(env):
            _say(console, line, style="bold green")
        with _users_error():
            for written in self._write(records.record_of(seed, initial, moves, env)):
                _say(console, f"written: {written}")
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

        with _users_error():
            setup = Setup.named(
                self.game, self.opponents, self.players, self.seat, self.seed, self.hints
            )
            serve(setup, port=self.port, browser=self.browser)
        return OK


@dataclass(frozen=True)
class Bench:
    """Measure steps a second, and the peers' beside them."""

    games: tuple[str, ...] = ()
    """Which games; all."""
    players: tuple[int, ...] = ()
    """For how many players; every count."""
    seconds: float = 1.0
    """How long to measure each."""
    peers: bool = True
    """Also measure other libraries."""
    json: OutputFile = None
    """Write what was found here, for programs."""
    plot: OutputFile = None
    """Draw a bar chart here (.png, .svg, .pdf)."""
    quick: bool = False
    """Shorter, and only with the fewest players."""

    def run(self) -> int:
        from cheese_envs import bench

        return bench.run(
            self.games or None,
            self.players or None,
            self.seconds,
            self.peers,
            self.json,
            self.plot,
            self.quick,
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
        with _users_error():
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
            _complain("interrupted before any game counted")
            return INTERRUPTED
        with _users_error():
            command.show(match.standings(), outputs, _console())
        return OK if played_out else INTERRUPTED


@dataclass(frozen=True)
class Benchmark:
    """Measure an agent over a fixed set of tasks; print a score card to compare with others'."""

    agent: Annotated[UseAppendAction[tuple[str, ...]], arg(metavar="AGENT")] = ()
    """Who is measured: random, heuristic, mcts:200, a model's folder or name, a folder of models
    (GAME/Np), shipped (every model that comes along), or module:function, your own code, which is
    run. May be given several times, for some tasks each: GAME/PLAYERS=AGENT."""
    name: Annotated[str | None, arg(metavar="NAME")] = None
    """What the card calls it."""
    quick: bool = False
    """A tenth of the games; the card compares with no other."""
    games: tuple[str, ...] = ()
    """Only these games; the card is partial."""
    only: tuple[str, ...] = ()
    """Only tasks with such names, as in '*/2p/heuristic'; the card is partial."""
    tasks: bool = False
    """List the tasks and stop."""
    threads: Annotated[int | None, arg(metavar="N")] = None
    """How many threads; as many as there are cores. The card does not depend on it."""
    with_best_response: Annotated[UseAppendAction[tuple[Path, ...]], arg(metavar="FILE")] = ()
    """Add what `python -m training.best_response` found to the card."""
    json: OutputFile = None
    """Write the card here, for programs."""
    markdown: OutputFile = None
    """Write the card here, for documents."""

    def run(self) -> int:
        from cheese_envs.benchmark import command

        if self.tasks:
            command.show_tasks(_console())
            return OK
        outputs = command.Outputs(self.json, self.markdown)
        with _users_error():
            run = command.prepare(
                self.agent,
                name=self.name,
                games=self.games,
                only=self.only,
                quick=self.quick,
                threads=self.threads,
                best_responses=self.with_best_response,
                outputs=outputs,
            )
            played_out = command.play(run)
        if not run.begun:
            _complain("interrupted before any game counted")
            return INTERRUPTED
        with _users_error():
            command.show(run.card(), outputs, _console())
        return OK if played_out else INTERRUPTED


@dataclass(frozen=True)
class Verify:
    """Replay game records against the rules; the first move that does not fit is reported."""

    files: Annotated[Positional[tuple[Path, ...]], arg(metavar="FILE...")]
    """Records: .jsonl with one game a line, or .json with one game."""

    def run(self) -> int:
        if not self.files:
            raise UserError("verify: name at least one file")
        return max(map(verify_file, self.files))


Command = (
    Annotated[Games, subcommand("games")]
    | Annotated[Watch, subcommand("watch")]
    | Annotated[Play, subcommand("play")]
    | Annotated[Bench, subcommand("bench")]
    | Annotated[Tournament, subcommand("tournament")]
    | Annotated[Benchmark, subcommand("benchmark")]
    | Annotated[Verify, subcommand("verify")]
)


def verify_file(file: Path) -> int:
    """Verify the records of one file and say so; gives the exit code."""
    from cheese_envs import records

    unlike, count = 0, 0
    try:
        for verdict in records.verify_file(file):
            count += 1
            unlike += verdict.seed_fits is False
    except records.RecordError as error:
        _complain(str(error))
        return BAD_RECORD
    except OSError as error:
        _complain(_reason(error))
        return USAGE
    said = f"{file}: {count} game{'' if count == 1 else 's'} verified"
    if unlike:
        said += f" ({unlike} with a beginning that the seed does not give here)"
    _say(_console(), said)
    return OK


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


@contextmanager
def _users_error() -> Iterator[None]:
    """What goes wrong here comes from what the user asked for."""
    try:
        yield
    except (ValueError, OSError, ModuleNotFoundError) as error:
        raise UserError(_reason(error)) from error


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)


def _console() -> Console:
    from rich.console import Console

    console = Console()
    return console if console.is_terminal else Console(width=PIPE_WIDTH)


def _say(console: Console, text: str, style: str | None = None) -> None:
    console.print(text, style=style, markup=False, highlight=False, soft_wrap=True)


def _show(console: Console, text: str) -> None:
    """A game's text, the players in their colours where the terminal can."""
    from rich.text import Text

    from cheese_envs.faces.rendering import coloured

    shown = Text.from_ansi(coloured(text, terminal=True)) if console.is_terminal else text
    console.print(shown, markup=False, highlight=False, soft_wrap=True)


def _complain(text: str) -> None:
    from rich.console import Console

    one_line = " ".join(text.split())
    _say(Console(stderr=True), f"cheese-envs: {one_line}", style="red")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; gives the exit code."""
    given = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a title may have letters that a pipe has not
            stream.reconfigure(errors="backslashreplace")
    try:
        if given == ["--version"]:
            from cheese_envs import __version__

            print(f"cheese-envs {__version__}")
            return OK
        command = tyro.cli(
            Command,
            prog="cheese-envs",
            description="Four French table games about cheese. --version shows the version.",
            args=given,
        )
        return command.run()
    except UserError as error:
        _complain(str(error))
        return USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as stop:  # of tyro, for --help and wrong usage; of rich, for a closed pipe
        return stop.code if isinstance(stop.code, int) else int(stop.code is not None)


if __name__ == "__main__":
    sys.exit(main())
