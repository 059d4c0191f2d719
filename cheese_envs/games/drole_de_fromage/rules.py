"""Drôle de Fromage's rules: set-up, legal steps, pushing, turns, the last cheese, the count."""

from __future__ import annotations

import numpy as np

from cheese_envs.core.kernel import kernel
from cheese_envs.core.outcome import set_winner
from cheese_envs.core.rng import below, pick_from_mask
from cheese_envs.games.drole_de_fromage.state import (
    AHEAD,
    BARE,
    CELLS,
    CHEESES,
    EMPTY,
    LAID_CELLS,
    LAID_SIZES,
    MOUSE,
    NOBODY,
    NOWHERE,
    OF_SIZE,
    RIM,
    SIZES,
    START,
    WORMS,
    End,
    Phase,
    Size,
)

STEPS = 4
pick = pick_from_mask


@kernel
def set_up(state, config):
    """Begin a match on the state's random numbers."""
    state.end = End.PLAYING
    state.winners = 0
    state.scores[:] = 0
    state.played = 0
    for game in range(state.points.shape[0]):
        state.points[game, :] = 0
    deal(state, config)
    first = below(state, config.players) if config.first_player < 0 else config.first_player
    start_turn(state, config, first)


@kernel
def deal(state, config):
    """Lay out a game: 16 cheeses in the middle, six of them wormy, and the mice at their sides."""
    state.turns = 0
    state.phase = Phase.MOVE
    state.left = CHEESES
    for cell in range(CELLS):
        state.board[cell] = BARE[cell]
    for i in range(CHEESES):
        state.cells[i] = LAID_CELLS[i]
        state.sizes[i] = LAID_SIZES[i]
        state.board[LAID_CELLS[i]] = i + 1
        state.wormy[i] = 0
        state.owners[i] = NOBODY
        state.known[i] = 0
    for size in range(SIZES):
        hide_worms(state, size, OF_SIZE[size], WORMS[size], NOBODY)
    state.mice[:] = NOWHERE
    for seat in range(config.players):
        state.mice[seat] = START[config.sides[seat]]
        state.board[state.mice[seat]] = MOUSE


@kernel
def hide_worms(state, size, count, worms, seat):
    """Draw which are wormy of the `count` cheeses of a size that a seat (or NOBODY) knows not."""
    for i in range(CHEESES):
        if state.sizes[i] == size and not is_known(state, i, seat):
            state.wormy[i] = below(state, count) < worms
            worms -= state.wormy[i]
            count -= 1


@kernel
def can_go(state, seat, direction):
    """Whether a mouse may step: onto a free cell, or pushing a line that ends at no mouse."""
    ahead = AHEAD[direction]
    cell = state.mice[seat] + ahead
    if state.board[cell] <= EMPTY:
        return state.board[cell] == EMPTY
    while state.board[cell] > EMPTY:
        cell += ahead
    return state.board[cell] != MOUSE


@kernel
def legal(state, config, mask):
    """Write what the player to move may do. mask: bool [ACTIONS]."""
    mask[:] = False
    if state.end != End.PLAYING:
        return
    seat = state.seat
    if state.phase == Phase.MOVE:
        for way in range(STEPS):
            mask[way] = can_go(state, seat, (way + config.sides[seat]) & 3)
        return
    for i in range(CHEESES):
        if state.owners[i] >= 0 and state.owners[i] != seat:
            away = (state.owners[i] - seat + config.players) % config.players
            mask[STEPS + (away - 1) * SIZES + state.sizes[i]] = True
    mask[STEPS + (config.players - 1) * SIZES] = True


@kernel
def step(state, config, action):
    """One step of the mouse, or the decision after the last cheese."""
    if action < STEPS:
        walk(state, config, (action + config.sides[state.seat]) & 3)
        return
    if action < STEPS + (config.players - 1) * SIZES:
        away = (action - STEPS) // SIZES
        victim = (state.seat + 1 + away) % config.players
        take(state, config, victim, action - STEPS - away * SIZES)
    close_game(state, config, End.BOARD_EMPTY)


@kernel
def walk(state, config, direction):
    """Step in a compass direction, pushing what lies there; then the turn may be over."""
    ahead = AHEAD[direction]
    cell = state.mice[state.seat]
    state.board[cell] = EMPTY
    cell += ahead
    pushed = state.board[cell]
    state.board[cell] = MOUSE
    state.mice[state.seat] = cell
    state.steps_left -= 1
    while pushed > EMPTY:
        cell += ahead
        beyond = state.board[cell]
        if beyond == RIM:
            # North of the board sits side 2, and so on round.
            fall(state, config, pushed - 1, config.sitting[(direction + 2) & 3])
            break
        state.board[cell] = pushed
        state.cells[pushed - 1] = cell
        pushed = beyond
    if state.left == 0:
        after_last(state, config, state.owners[pushed - 1])
    elif state.steps_left == 0:
        # A mouse that has stepped can always step back, so it never stands still amid a turn.
        end_turn(state, config)


@kernel
def fall(state, config, cheese, owner):
    """A cheese drops over an edge, to who sits there, if anyone."""
    state.cells[cheese] = NOWHERE
    state.left -= 1
    if owner != NOBODY:
        hand_over(state, config, cheese, owner)


@kernel
def hand_over(state, config, cheese, owner):
    """A cheese gets an owner, who looks at it."""
    state.owners[cheese] = owner
    if config.peek:
        state.known[cheese] |= np.uint8(1 << owner)


@kernel
def end_turn(state, config):
    """Pass the turn on; mice that cannot step lose theirs."""
    seat = state.seat
    while True:
        state.turns += 1
        if state.turns >= config.turns:
            close_game(state, config, End.OUT_OF_TURNS)
            return
        seat = seat + 1 if seat + 1 < config.players else 0
        if can_step(state, seat):
            break
    start_turn(state, config, seat)


@kernel
def can_step(state, seat):
    """Whether a mouse has any legal step."""
    for direction in range(STEPS):
        if can_go(state, seat, direction):
            return True
    return False


@kernel
def start_turn(state, config, seat):
    """Roll the die for a seat; the first star doubles, further ones do nothing."""
    state.seat = seat
    face = below(state, config.faces)
    if face < config.numbers:
        state.roll = config.die[face]
    else:
        state.roll = 2 * config.die[below(state, config.numbers)]
    state.steps_left = state.roll


@kernel
def after_last(state, config, owner):
    """The last cheese has fallen: its owner may take one, if it has an owner."""
    state.turns += 1
    state.steps_left = 0
    if owner == NOBODY:
        close_game(state, config, End.BOARD_EMPTY)
        return
    state.seat = owner
    state.phase = Phase.BONUS
    state.roll = 0


@kernel
def take(state, config, victim, size):
    """The player to move gets a random cheese of a size from another."""
    held = 0
    for i in range(CHEESES):
        held += state.owners[i] == victim and state.sizes[i] == size
    skip = below(state, held)
    for i in range(CHEESES):
        if state.owners[i] == victim and state.sizes[i] == size:
            if skip == 0:
                hand_over(state, config, i, state.seat)
                return
            skip -= 1


@kernel
def close_game(state, config, end):
    """Count a game's points; then the match is over, or the lowest score begins the next game."""
    game = state.played
    for i in range(CHEESES):
        if state.owners[i] != NOBODY and not state.wormy[i]:
            state.points[game, state.owners[i]] += config.values[state.sizes[i]]
    state.played += 1
    if end == End.OUT_OF_TURNS or state.played == config.games:
        state.end = end
        state.steps_left = 0
        finish(state, config)
        return
    lowest = 0
    for seat in range(1, config.players):
        if state.points[game, seat] < state.points[game, lowest]:
            lowest = seat
    deal(state, config)
    start_turn(state, config, lowest)


@kernel
def games_won(state, config, seat):
    """How many finished games a seat has won, shared ones included."""
    won = 0
    for game in range(state.played):
        best = True
        for other in range(config.players):
            best &= state.points[game, other] <= state.points[game, seat]
        won += best
    return won


@kernel
def match_points(state, seat):
    """A seat's points in all finished games."""
    points = 0
    for game in range(state.played):
        points += state.points[game, seat]
    return points


@kernel
def finish(state, config):
    """Settle a match whose games are counted: most games won, then most points."""
    best = -1
    state.winners = 0
    for seat in range(config.players):
        points = match_points(state, seat)
        state.scores[seat] = points
        rank = games_won(state, config, seat) * 65536 + points
        if rank > best:
            best = rank
            state.winners = 0
        if rank == best:
            set_winner(state, seat)


@kernel
def is_known(state, cheese, seat):
    """Whether a seat knows a cheese's inside: looked at, or counted in the open at the end."""
    if state.end != End.PLAYING and state.owners[cheese] != NOBODY:
        return True
    return seat != NOBODY and (state.known[cheese] >> seat) & 1 == 1


@kernel
def redeal(state, config, seat):
    """Hide anew the worms that a seat cannot know of; how many there are follows by counting."""
    for size in range(Size.MEDIUM, SIZES):
        count = 0
        worms = 0
        for i in range(CHEESES):
            if state.sizes[i] == size and not is_known(state, i, seat):
                count += 1
                worms += state.wormy[i]
        hide_worms(state, size, count, worms, seat)
