"""How fast a learner learns: `python -m training.bench`.

Ours is 2-player Cheese Rescue on the batched engine. Beside it stands the way of PettingZoo's own
SB3 tutorial: connect_four_v3 through the AEC face, one env, ActionMasker. The network (128 × 128,
ReLU) and the epochs are the same for both; the size of a minibatch is each one's own, and ours
multiplies in bfloat16 unless told otherwise.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import gymnasium
import torch
import tyro
from sb3_contrib import MaskablePPO
from sb3_contrib.common.wrappers import ActionMasker

from cheese_envs.agents.model_files import ModelInfo
from cheese_envs.bench.machine import cpu_model
from cheese_envs.core.batch import available_cores
from cheese_envs.core.files import write_whole
from cheese_envs.registry import game_spec
from training.export import versions
from training.network import BoolMaskBuffer, LeanPolicy, policy_arguments, products, weights_of
from training.self_play import Pool
from training.vec_env import SelfPlayVecEnv

HIDDEN = (128, 128)
TARGET = 20.0  # times the tutorial's steps a second
SHARE_TARGETS = {"random": 0.10, "self-play": 0.25}  # of the time, for engine and opponents


@dataclass(frozen=True)
class Args:
    """Measure learner steps a second, and where the time goes."""

    steps: int = 131_072
    """Decisions of our learner to time, after a first update that is not counted."""
    peer_steps: int = 8192
    """Decisions of the tutorial's learner to time."""
    epochs: int = 4
    """Epochs, for both: as many as `training.train` makes. (SB3's default is 10.)"""
    games: int = 1024
    """Games side by side, for ours."""
    n_steps: int = 32
    """Decisions in each game for one update, for ours."""
    batch: int = 4096
    """Size of a minibatch, for ours; the tutorial's is SB3's default, 64."""
    threads: int = available_cores()
    """Threads of torch, for both; all cores if not given. One, on a machine with other work."""
    bfloat16: bool = True
    """Let ours multiply in bfloat16, as `training.train` does; the tutorial's path does not."""
    json: Path | None = None
    """Write the numbers to this file."""


@dataclass(frozen=True)
class Measured:
    """Steps a second, by the clock and by the processor's time, and parts of the latter."""

    name: str
    steps: int
    per_second: float
    per_cpu_second: float
    engine: float  # share of the time: our engine and the opponents
    update: float  # share of the time: gradients


class Stopwatch:
    """Adds up the time spent in methods while they are watched."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}

    @contextmanager
    def watching(self, owner: Any, method: str, name: str) -> Iterator[None]:
        """Time a method of one object, under a name."""
        plain: Callable[..., Any] = getattr(owner, method)
        self.spent.setdefault(name, 0.0)

        def timed(*args: Any, **kwargs: Any) -> Any:
            began = time.process_time()
            try:
                return plain(*args, **kwargs)
            finally:
                self.spent[name] += time.process_time() - began

        setattr(owner, method, timed)
        try:
            yield
        finally:
            delattr(owner, method)


def measure_ours(args: Args, self_share: float, name: str) -> Measured:
    """Cheese Rescue on the batched engine."""
    spec = game_spec("cheese_rescue")
    players, options = spec.options(2, {})
    info = ModelInfo(
        game=spec.name,
        num_players=players,
        options=options,
        observation_size=spec.observation_size(players),
        action_size=spec.action_size(players),
        activation="relu",
        policy=HIDDEN,
        value=HIDDEN,
        training={},
    )
    pool = Pool(["random"], info, past_selves=4, self_share=self_share, at_once=4, seed=0)
    games = SelfPlayVecEnv(spec, args.games, pool, seed=0)
    model = MaskablePPO(
        LeanPolicy,
        games,
        n_steps=args.n_steps,
        batch_size=args.batch,
        n_epochs=args.epochs,
        rollout_buffer_class=BoolMaskBuffer,
        policy_kwargs=policy_arguments(spec, players, HIDDEN, "relu"),
        seed=0,
        device="cpu",
    )
    if self_share:
        for past in range(4):
            pool.add_past_self(weights_of(model), past)
    update = args.games * args.n_steps

    def learn() -> None:
        pool.set_self(weights_of(model))
        pool.draw_lineup()
        model.learn(update, reset_num_timesteps=False, log_interval=2**31)

    learn()
    return _timed(name, model, learn, -(-args.steps // update) * update, update, games)


class TurnByTurn(gymnasium.Env[Any, Any]):
    """An AEC env as the tutorial hands it to SB3: one learner plays every seat in turn."""

    def __init__(self, env: Any) -> None:
        self._env = env
        env.reset(seed=0)
        first = env.possible_agents[0]
        self.observation_space = env.observation_space(first)["observation"]
        self.action_space = env.action_space(first)

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        self._env.reset(seed=seed, options=options)
        return self._view()["observation"], {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        env, mover = self._env, self._env.agent_selection
        env.step(int(action))
        return (
            self._view()["observation"],
            env.unwrapped._cumulative_rewards[mover],
            env.terminations[mover],
            env.truncations[mover],
            env.infos[mover],
        )

    def action_mask(self) -> Any:
        """For the player to move."""
        return self._view()["action_mask"]

    def _view(self) -> Any:
        return self._env.observe(self._env.agent_selection)


def measure_tutorial(args: Args) -> Measured:
    """PettingZoo's connect_four_v3 in the tutorial's way."""
    from pettingzoo.classic import connect_four_v3

    env = ActionMasker(
        TurnByTurn(connect_four_v3.env()), lambda env: env.get_wrapper_attr("action_mask")()
    )
    model = MaskablePPO(
        "MlpPolicy",
        env,
        n_epochs=args.epochs,
        policy_kwargs={
            "net_arch": {"pi": list(HIDDEN), "vf": list(HIDDEN)},
            "activation_fn": torch.nn.ReLU,
        },
        seed=0,
        device="cpu",
    )
    model.learn(64)  # an update of the full 2048, not counted

    def learn() -> None:
        model.learn(2048, reset_num_timesteps=False, log_interval=2**31)

    steps = -(-args.peer_steps // 2048) * 2048
    return _timed("tutorial", model, learn, steps, 2048, None)


def _timed(
    name: str,
    model: MaskablePPO,
    learn: Callable[[], None],
    steps: int,
    update: int,
    games: SelfPlayVecEnv | None,
) -> Measured:
    watch = Stopwatch()
    clock, cpu = time.perf_counter(), time.process_time()
    with watch.watching(model, "train", "update"):
        engine = games if games is not None else model.get_env()
        with watch.watching(engine, "step", "engine"):
            for _ in range(steps // update):
                learn()
    seconds, cpu_seconds = time.perf_counter() - clock, time.process_time() - cpu
    return Measured(
        name,
        steps,
        steps / seconds,
        steps / cpu_seconds,
        watch.spent["engine"] / cpu_seconds,
        watch.spent["update"] / cpu_seconds,
    )


def main(words: Sequence[str] | None = None) -> int:
    """The command line; gives the exit code."""
    args = tyro.cli(Args, args=words)
    torch.set_num_threads(args.threads)
    peer = measure_tutorial(args)
    with products(args.bfloat16):
        ours = [
            measure_ours(args, 0.0, "random rivals"),
            measure_ours(args, 0.5, "self-play"),
        ]
    found = [peer, *ours]
    report(found)
    if args.json is not None:
        about = {"args": json.loads(json.dumps(asdict(args), default=str)), "cpu": cpu_model()}
        numbers = about | {"versions": versions(), "measured": [asdict(one) for one in found]}
        write_whole(args.json, (json.dumps(numbers, indent=2) + "\n").encode())
    return 0


def report(found: Sequence[Measured]) -> None:
    """A table, and how the numbers stand to what is aimed for."""
    from rich.console import Console
    from rich.table import Table

    table = Table(title="Learner steps a second")
    columns = ("", "by the clock", "by CPU time", "ratio", "ratio (CPU)", "engine", "gradients")
    for column in columns:
        table.add_column(column, justify="left" if not column else "right")
    peer = found[0]
    for one in found:
        table.add_row(
            one.name,
            f"{one.per_second:,.0f}",
            f"{one.per_cpu_second:,.0f}",
            f"{one.per_second / peer.per_second:.1f}×",
            f"{one.per_cpu_second / peer.per_cpu_second:.1f}×",
            f"{one.engine:.1%}",
            f"{one.update:.1%}",
        )
    console = Console()
    console.print(table)
    console.print(
        f"Aims: {TARGET:.0f}× the tutorial; engine and opponents under"
        f" {SHARE_TARGETS['random']:.0%} of the time against random play and under"
        f" {SHARE_TARGETS['self-play']:.0%} in self-play. CPU time is what other work on the"
        " machine changes least; with several threads it counts their waiting too.",
        highlight=False,
    )


if __name__ == "__main__":
    sys.exit(main())
