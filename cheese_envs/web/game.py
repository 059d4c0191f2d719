"""One game at the page: the truth, the opponents, and what the player is shown of it."""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np

from cheese_envs import records
from cheese_envs.core.spec import SEEDS
from cheese_envs.faces.aec import RawEnv
from cheese_envs.web import words
from cheese_envs.web.history import History
from cheese_envs.web.opponents import act, preferences
from cheese_envs.web.refusal import RefusedError
from cheese_envs.web.setup import Setup

Plain = dict[str, Any]

LOG_SHOWN = 60  # the last moves that a view tells
MOST_HINTS = 5


class Game:
    """Every method leaves the game as it was when it refuses. Not for two threads at once."""

    def __init__(self, setup: Setup) -> None:
        self.setup, self.seat = setup, setup.seat
        self._seed = setup.drawn_seed()
        self._env = RawEnv(setup.spec, setup.players)
        self._env.reset(seed=self._seed)
        self._agents = {
            seat: setup.agents.load(name)
            for seat, name in enumerate(setup.names())
            if name is not None
        }
        for seat, agent in self._agents.items():
            agent.bind(self._env)
            agent.seed((self._seed + seat) % SEEDS)
        self._history = History(self._env.snapshot())
        self._log: list[tuple[int, str]] = []  # who, and the words for it
        self._last: tuple[Plain, int] | None = None  # the move to mark on the board, and whose
        self._version = 0  # changes whenever the game does
        self._taken_back = 0

    # What the player sees

    def view(self) -> Plain:
        """All that the page shows now; nothing in it comes from what the player may not see."""
        env, spec = self._env, self._env.game
        over = env.outcome is not None
        first = max(0, len(self._log) - LOG_SHOWN)
        return {
            "version": self._version,
            "game": spec.name,
            "title": spec.title,
            "seat": self.seat,
            "players": self.setup.names(),
            "turn": None if over else self._to_move,
            "svg": self._picture(),
            "moves": self._choices(),
            "log": [
                {"number": first + number, "player": player, "words": said}
                for number, (player, said) in enumerate(self._log[first:], start=1)
            ],
            "taken_back": self._taken_back,
            "can_take_back": not over and self._last_own_move() is not None,
            # The seed tells all that is hidden: it is shown to who chose it, and at the end.
            "seed": str(self._seed) if over or self.setup.seed is not None else None,
            "result": self._result() if over else None,
        }

    @property
    def _to_move(self) -> int:
        return self._env.possible_agents.index(self._env.agent_selection)

    @property
    def _is_mine(self) -> bool:
        return self._env.outcome is None and self._to_move == self.seat

    def _picture(self) -> str:
        snapshot = self._env.snapshot()
        move, player = self._last or (None, None)
        # A finished game lies open.
        seat = None if snapshot["over"] else self.seat
        return self._env.game.draw(snapshot, perspective=seat, last_move=move, last_player=player)

    def _choices(self) -> list[Plain]:
        if not self._is_mine:
            return []
        spec, snapshot = self._env.game, self._env.snapshot()
        return [
            {"targets": spec.targets(snapshot, move), "words": words.choice(spec, move, self.seat)}
            for move in self._env.legal_moves()
        ]

    def _result(self) -> Plain:
        env = self._env
        assert env.outcome is not None
        closing = env.game.closing(env.snapshot()) if env.game.closing is not None else []
        frames = [
            {
                "words": said,
                "svg": env.game.draw(left, perspective=None, last_move=None, last_player=None),
            }
            for said, left in closing
        ]
        return {**words.result(env.outcome, self.seat), "closing": frames}

    # What the player does

    def check_version(self, version: Any) -> None:
        """Refuse a request that was meant for an earlier position."""
        if type(version) is not int or version != self._version:
            raise RefusedError(409, "the game has moved on since this page last looked")

    def move(self, number: Any) -> None:
        """Make one of the player's moves, by its place in the view."""
        if self._env.outcome is not None:
            raise RefusedError(409, "the game is over")
        if not self._is_mine:
            raise RefusedError(409, f"it is player_{self._to_move}'s turn, not yours")
        actions = np.flatnonzero(self._env.observe(self._env.agent_selection)["action_mask"])
        if type(number) is not int or not 0 <= number < len(actions):
            raise RefusedError(400, f"move must be a whole number from 0 to {len(actions) - 1}")
        self._play(int(actions[number]))

    def advance(self) -> None:
        """Let the opponent to move make one move."""
        if self._env.outcome is not None:
            raise RefusedError(409, "the game is over")
        if self._is_mine:
            raise RefusedError(409, "it is your turn")
        self._play(act(self._agents[self._to_move], self._env))

    def _play(self, action: int) -> None:
        env, player = self._env, self._to_move
        move = env.describe(action)
        env.step(action)
        self._history.add({"player": player, "move": move, "after": env.snapshot()})
        self._log.append((player, words.event(env.game, move, player, self.seat)))
        self._mark(move, player)
        self._version += 1

    def _mark(self, move: Plain, player: int) -> None:
        hidden = words.secret(self._env.game, move, player, self.seat)
        self._last = None if hidden else (move, player)

    def hints(self) -> list[Plain]:
        """The moves an agent would prefer, with its weights."""
        if not self._is_mine:
            raise RefusedError(409, "a hint is for your own turn")
        spec = self._env.game
        agent = self.setup.agents.load_hints()
        try:
            agent.bind(self._env)
        except ValueError as error:
            raise RefusedError(409, f"no hint here: {error}") from None
        agent.seed(secrets.randbits(32))
        actions = np.flatnonzero(self._env.observe(self._env.agent_selection)["action_mask"])
        places = {int(action): place for place, action in enumerate(actions)}
        return [
            {
                "move": places[action],
                "words": words.choice(spec, self._env.describe(action), self.seat),
                "weight": round(weight, 3),
            }
            for action, weight in preferences(agent, self._env)[:MOST_HINTS]
        ]

    def _last_own_move(self) -> int | None:
        mine = (place for place, (player, _) in enumerate(self._log) if player == self.seat)
        return max(mine, default=None)

    def take_back(self) -> None:
        """Go back to the player's last decision. What is rolled and shuffled from there is new."""
        if self._env.outcome is not None:
            raise RefusedError(409, "the game is over and all is shown: nothing can be taken back")
        place = self._last_own_move()
        if place is None:
            raise RefusedError(409, "you have made no move yet")
        self._env.restore(self._history.position(place))
        self._env = self._env.clone(reseed=secrets.randbits(63))
        for agent in self._agents.values():
            agent.bind(self._env)
        self._history.cut(place)
        del self._log[place:]
        self._last = None
        if place > 0:
            before = self._history.entry(place - 1)
            self._mark(before["move"], before["player"])
        self._taken_back += 1
        self._version += 1

    def record(self) -> Plain:
        """The record of the finished game; a record holds all that was hidden."""
        if self._env.outcome is None:
            raise RefusedError(
                409, "a record shows all hidden cards: it can be saved after the end"
            )
        history = self._history
        return records.record_of(self._seed, history.initial, history.moves(), self._env)
