"""GameSpec: what a game's folder hands to the faces, none of which knows a game."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from cheese_envs.core import plain, search
from cheese_envs.core.errors import OptionError
from cheese_envs.core.outcome import REWARDS
from cheese_envs.core.search import SearchPlan

if TYPE_CHECKING:
    Options = dict[str, Any]
    Plain = dict[str, Any]

MAX_PLAYERS = 6
SEEDS = 2**64


def state_dtype(fields: Sequence[tuple[Any, ...]], seats: int) -> np.dtype[Any]:
    """A game's state record: what the core reads of every game, then the game's own fields."""
    core = [
        ("rng", np.uint64),  # the luck to come
        ("seat", np.int8),  # to move; once over, the last mover
        ("end", np.int8),  # 0 playing, > 0 played out, < 0 cut off: the game's own End
        ("winners", np.uint8),  # a bit a seat
        ("turns", np.int32),  # finished so far, by all together
        ("scores", np.int16, (seats,)),  # once over
    ]
    return np.dtype((np.record, np.dtype([*core, *fields], align=True)))


def config_dtype(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """A game's options as kernels read them: what the core reads of every game, then its own."""
    core = [
        ("players", np.int64),
        ("first_player", np.int64),  # a seat, or -1: drawn by lot
        ("reward", np.int64),  # an index into REWARDS
        ("top_score", np.float64),  # the largest score one player can reach
    ]
    return np.dtype((np.record, np.dtype([*core, *fields], align=True)))


@dataclass(frozen=True)
class Piece:
    """A named part of the observation vector."""

    name: str
    shape: tuple[int, ...]
    high: int
    meaning: str
    low: int = 0
    # A name is a number that means one of several things, not more or less of one. The last two
    # dimensions of planes are the rows and columns of a board.
    sort: Literal["number", "name", "plane"] = "number"

    @property
    def size(self) -> int:
        return int(np.prod(self.shape, dtype=np.int64))


@dataclass(frozen=True)
class ActionGroup:
    """A run of the action space with one meaning."""

    name: str
    count: int
    meaning: str


@dataclass(frozen=True)
class GameSpec:
    """One game: sizes, state, kernels and vocabulary. Functions take single records."""

    name: str
    title: str
    module: str  # where SPEC stands, for pickling by name
    player_counts: tuple[int, ...]
    state: np.dtype[Any]
    config: np.dtype[Any]
    has_scores: bool
    kernels: Mapping[str, Any]  # set_up, legal, step, observe, pick, redeal, finish
    read_options: Callable[..., Options]  # (num_players, **options) -> plain options, checked
    configure: Callable[[NDArray[Any], int, Options], None]  # fills the game's fields of a config
    pieces: Callable[[int], list[Piece]]  # the observation, in order
    actions: Callable[[int], list[ActionGroup]]  # the action space, in order
    describe: Callable[[Any, Any, int], Plain]  # (state, config, action) -> move
    encode: Callable[[Any, Any, Plain], int]  # (state, config, move) -> action
    explain: Callable[[Any, Any, int], str]  # (state, config, action): why it is illegal
    snapshot: Callable[[Any, Any], Plain]  # (state, config) -> the game's own fields
    restore: Callable[[Any, Any, Plain, Options], None]  # writes them, checked, into a state
    reasons: Mapping[int, str]  # End -> why the game is over
    text: Callable[[Plain], str]  # snapshot -> a board to read in a terminal
    draw: Callable[..., str]  # (snapshot, *, perspective, last_move, last_player) -> SVG
    targets: Callable[[Plain, Plain], list[str]]  # (snapshot, move) -> what to click in the SVG
    heuristic: Any = None  # kernel (observation, mask, config) -> action, or None
    estimate: Any = search.even  # kernel (state, config, values): a game under way, to each seat
    plan: SearchPlan = field(default_factory=SearchPlan)  # how agents that search go about it
    # (before, move, after by our luck, after as recorded) -> what luck cannot have changed
    same_but_for_luck: Callable[[Plain, Plain, Plain, Plain], str | None] | None = None
    tell: Callable[[Plain, bool], str] | None = None  # (move, told to its player?) -> "lay a cat"
    closing: Callable[[Plain], list[tuple[str, Plain]]] | None = None  # the end, step by step
    _loops: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return _spec_of, (self.module,)

    @property
    def env_name(self) -> str:
        return f"{self.name}_v0"

    def observation_size(self, num_players: int) -> int:
        return sum(piece.size for piece in self.pieces(num_players))

    def action_size(self, num_players: int) -> int:
        return sum(group.count for group in self.actions(num_players))

    @cached_property
    def signature(self) -> inspect.Signature:
        """The keyword options with their defaults."""
        return inspect.signature(self.read_options)

    def options(self, num_players: Any, given: Mapping[str, Any]) -> tuple[int, Options]:
        """The checked player count and options, defaults filled in, as plain JSON values."""
        low, high = self.player_counts[0], self.player_counts[-1]
        count = plain.whole(num_players, f"num_players of {self.name}", low, high)
        known = [name for name in self.signature.parameters if name != "num_players"]
        unknown = [name for name in given if name not in known]
        if unknown:
            raise OptionError(
                f"{self.name} has no option {', '.join(map(repr, unknown))}"
                f" (it has {', '.join(known)})"
            )
        reward = plain.choice(given.get("reward", REWARDS[0]), "reward", REWARDS)
        if reward == "score" and not self.has_scores:
            raise OptionError(f"{self.name} has no scores: reward must be 'win', not 'score'")
        options = self.read_options(count, **{**given, "reward": reward})
        return count, {name: options[name] for name in known}

    def make_config(self, num_players: int, options: Options) -> NDArray[Any]:
        """The options as the kernels read them: a [1] record array."""
        config = np.zeros(1, self.config)
        record = config[0]
        first = options["first_player"]
        record.players = num_players
        record.first_player = -1 if first == "random" else first
        record.reward = REWARDS.index(options["reward"])
        record.top_score = 1.0
        self.configure(record, num_players, options)
        return config

    @property
    def loops(self) -> SimpleNamespace:
        """The compiled loops of this game; made when first asked for."""
        if "loops" not in self._loops:
            from cheese_envs.core import loops

            kernels = {**self.kernels, "choose": self.heuristic}
            self._loops["loops"] = self._compile(loops.ALL, kernels)
        return self._loops["loops"]  # type: ignore[no-any-return]

    @property
    def search_loops(self) -> SimpleNamespace:
        """The compiled tree search of this game; made when first asked for."""
        if "search" not in self._loops:
            own = {"choose": self.heuristic, "estimate": self.estimate}
            kernels = {**self.kernels, **own, "redeal": search.sorting(self.kernels["redeal"])}
            self._loops["search"] = self._compile(search.ALL, kernels)
        return self._loops["search"]  # type: ignore[no-any-return]

    def _compile(self, loops: Sequence[Callable[..., Any]], kernels: Plain) -> SimpleNamespace:
        from cheese_envs.core.kernel import compile_loops

        folder = Path(inspect.getfile(self.configure)).parent
        sources = [*folder.glob("*.py"), *Path(__file__).parent.glob("*.py")]
        return compile_loops(loops, kernels, sources)


def _spec_of(module: str) -> GameSpec:
    return importlib.import_module(module).SPEC  # type: ignore[no-any-return]
