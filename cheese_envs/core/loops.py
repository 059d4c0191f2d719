"""The loops over many games, written once; each game's kernels come in as globals.

`compile_loops` makes these functions anew for each game, replacing the names set to None below.
Shapes: states [B] records, config [1] record, actions int64 [B], observations int8
[B, OBSERVATION], masks bool [B, ACTIONS], players int8 [B], rewards float32 [B, players],
terminated, truncated bool [B].
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cheese_envs.core.outcome import PLAYING, pay
from cheese_envs.core.rng import seed_word

set_up: Any = None
legal: Any = None
step: Any = None
observe: Any = None
pick: Any = None
redeal: Any = None
finish: Any = None
choose: Any = None


def reset_games(states, config, seeds, observations, masks, players):
    """Begin a game everywhere; with seeds (uint64 [B], else empty) from fresh random numbers."""
    for i in range(states.shape[0]):
        if seeds.shape[0] > 0:
            states[i].rng = seed_word(seeds[i])
        set_up(states[i], config[0])
    show_games(states, config, observations, masks, players)


def show_games(states, config, observations, masks, players):
    """Write what the player to move sees and may do, for each game."""
    for i in range(states.shape[0]):
        legal(states[i], config[0], masks[i])
        observe(states[i], config[0], states[i].seat, observations[i])
        players[i] = states[i].seat


def first_illegal(masks, actions):
    """The first game whose action is out of range or not allowed, or -1."""
    for i in range(actions.shape[0]):
        if actions[i] < 0 or actions[i] >= masks.shape[1] or not masks[i, actions[i]]:
            return i
    return -1


def advance(state, config, action, observation, mask, rewards, restart):
    """Play one legal action; write the next player's view. Returns how the game stands (`end`)."""
    step(state, config, action)
    end = state.end
    if end != PLAYING:
        pay(state, config, rewards)
        if restart:
            set_up(state, config)
    else:
        rewards[:] = 0
    legal(state, config, mask)
    observe(state, config, state.seat, observation)
    return end


def step_games(
    states, config, actions, observations, masks, players, rewards, terminated, truncated, restart
):
    """Play one action in each game; a finished game restarts if `restart`.

    An action of -1 leaves its game as it is, with no reward.
    """
    for i in range(states.shape[0]):
        if actions[i] < 0:
            rewards[i, :] = 0
            terminated[i] = False
            truncated[i] = False
            continue
        end = advance(
            states[i], config[0], actions[i], observations[i], masks[i], rewards[i], restart
        )
        terminated[i] = end > PLAYING
        truncated[i] = end < PLAYING
        players[i] = states[i].seat


def step_one(states, config, action, observations, masks, rewards):
    """Play one action in a batch of one. Returns the seat to move, or -1 at the end."""
    end = advance(states[0], config[0], action, observations[0], masks[0], rewards[0], False)
    if end != PLAYING:
        return np.int64(-1)
    return np.int64(states[0].seat)


def restart_games(states, config, which, observations, masks, players):
    """Begin a new game, from its random numbers as they are, wherever `which` (bool [B]) says."""
    for i in range(states.shape[0]):
        if which[i]:
            set_up(states[i], config[0])
            legal(states[i], config[0], masks[i])
            observe(states[i], config[0], states[i].seat, observations[i])
            players[i] = states[i].seat


def sample_games(states, config, masks, where, actions):
    """A random legal action for each game marked in `where` (bool [B]); -1 for the others."""
    for i in range(states.shape[0]):
        actions[i] = pick(states[i], config[0], masks[i]) if where[i] else -1


def rollout_games(
    states, config, steps, observations, masks, players, rewards, terminated, truncated
):
    """Play `steps` uniformly random moves in each game, one game after another."""
    for i in range(states.shape[0]):
        state, mask, observation = states[i], masks[i], observations[i]
        end = PLAYING
        for _ in range(steps):
            action = pick(state, config[0], mask)
            end = advance(state, config[0], action, observation, mask, rewards[i], True)
        terminated[i] = end > PLAYING
        truncated[i] = end < PLAYING
        players[i] = state.seat


def observe_seats(states, config, seats, observations):
    """Write what the seat in `seats` (int8 [B]) sees, for each game."""
    for i in range(states.shape[0]):
        observe(states[i], config[0], seats[i], observations[i])


def mask_games(states, config, masks):
    """Write what the player to move may do, for each game."""
    for i in range(states.shape[0]):
        legal(states[i], config[0], masks[i])


def pay_games(states, config, rewards):
    """Write the rewards of finished games, and zeros for the others."""
    for i in range(states.shape[0]):
        if states[i].end != PLAYING:
            pay(states[i], config[0], rewards[i])
        else:
            rewards[i, :] = 0


def redeal_games(states, config, seats, seeds):
    """Draw anew what the seat in `seats` cannot know, and all luck to come, from `seeds`."""
    for i in range(states.shape[0]):
        states[i].rng = seed_word(seeds[i])
        redeal(states[i], config[0], seats[i])


def choose_games(observations, masks, config, actions):
    """Write the rule-of-thumb player's choice for each row."""
    for i in range(actions.shape[0]):
        actions[i] = choose(observations[i], masks[i], config[0])


def finish_games(states, config):
    """Count the points of games that are known to be over."""
    for i in range(states.shape[0]):
        finish(states[i], config[0])


def reseed_games(states, seeds):
    """Give each game other luck to come."""
    for i in range(states.shape[0]):
        states[i].rng = seed_word(seeds[i])


ALL = (
    advance,
    show_games,
    reset_games,
    first_illegal,
    step_games,
    step_one,
    restart_games,
    sample_games,
    rollout_games,
    observe_seats,
    mask_games,
    pay_games,
    redeal_games,
    choose_games,
    finish_games,
    reseed_games,
)
