"""What a player of Drôle de Fromage sees: the table of pieces, and the kernel that writes them."""

from __future__ import annotations

import numpy as np

from cheese_envs.core.kernel import kernel
from cheese_envs.core.spec import Piece
from cheese_envs.games.drole_de_fromage.rules import games_won, is_known, match_points
from cheese_envs.games.drole_de_fromage.state import (
    CHEESES,
    MAX_GAMES,
    MAX_ROLL,
    NOWHERE,
    OF_SIZE,
    SEEN,
    SIZE,
    SIZES,
    SQUARES,
    WORMS,
    Size,
)

MOST = 127  # what a byte can hold; higher numbers are shown as this
INSIDES = 4  # sound medium, wormy medium, sound big, wormy big


def pieces(num_players: int) -> list[Piece]:
    """The observation, in order. Planes are the board's cells, row by row, one's own row last."""
    plane, others = (SIZE, SIZE), num_players - 1
    insides = "sound medium, wormy medium, sound big, wormy big ones"
    return [
        Piece("own_mouse", plane, 1, "1 where one's own mouse stands", sort="plane"),
        Piece(
            "other_mice", (others, *plane), 1, "the same for the others, clockwise", sort="plane"
        ),
        Piece("small", plane, 1, "1 where a small cheese lies", sort="plane"),
        Piece("medium", plane, 1, "1 where a medium cheese lies", sort="plane"),
        Piece("big", plane, 1, "1 where a big cheese lies", sort="plane"),
        Piece("held", (num_players, SIZES), 8, "small, medium, big cheeses one holds, then others"),
        Piece("lost", (SIZES,), 8, "small, medium, big cheeses that nobody got"),
        Piece("own_known", (INSIDES,), 4, f"of one's own cheeses, once looked at: {insides}"),
        Piece("unseen", (INSIDES,), 4, f"of the cheeses one knows nothing of, by count: {insides}"),
        Piece("roll", (1,), MAX_ROLL, "steps of this turn in all, 0 in the bonus"),
        Piece("steps_left", (1,), MAX_ROLL, "steps still to make"),
        Piece("bonus", (1,), 1, "1 when the owner of the last cheese may take one"),
        Piece("mover", (1,), others, "seats clockwise from oneself to the player to move"),
        Piece("turns_left", (1,), MOST, "turns until the game is cut off, 127 for more"),
        Piece("games_left", (1,), MAX_GAMES, "games of the match to finish, this one included"),
        Piece("games_won", (num_players,), MAX_GAMES, "finished games one has won, then others"),
        Piece("points", (num_players,), MOST, "points in finished games, likewise, 127 for more"),
        Piece("sides", (3,), others, "who sits left, ahead, right: seats clockwise, 0 for nobody"),
    ]


@kernel
def observe(state, config, seat, out):
    """Write what a seat sees. out: int8 [OBSERVATION]."""
    out[:] = 0
    players = config.players
    side = config.sides[seat]
    for away in range(players):
        mouse = state.mice[seat_at(seat, away, config)]
        out[away * SQUARES + SEEN[side, mouse]] = 1
    small = players * SQUARES
    held = small + SIZES * SQUARES
    insides = held + (players + 1) * SIZES
    observe_insides(out, insides)
    for i in range(CHEESES):
        size = np.int64(state.sizes[i])
        if state.cells[i] != NOWHERE:
            out[small + size * SQUARES + SEEN[side, state.cells[i]]] = 1
        else:
            observe_fallen(state, config, seat, i, out, held, insides)
    observe_turn(state, config, seat, out, insides + 2 * INSIDES)


@kernel
def observe_insides(out, at):
    """What one knows of the insides before any cheese has fallen: only how many there are."""
    for size in range(Size.MEDIUM, SIZES):
        unseen = at + INSIDES + 2 * (size - Size.MEDIUM)
        out[unseen] = OF_SIZE[size] - WORMS[size]
        out[unseen + 1] = WORMS[size]


@kernel
def observe_fallen(state, config, seat, cheese, out, held, insides):
    """Count a cheese that has left the board, and its inside if the seat knows it."""
    size, owner = np.int64(state.sizes[cheese]), np.int64(state.owners[cheese])
    away = config.players if owner < 0 else (owner - seat + config.players) % config.players
    out[held + away * SIZES + size] += 1
    if size != Size.SMALL and is_known(state, cheese, seat):
        inside = insides + 2 * (size - Size.MEDIUM) + state.wormy[cheese]
        out[inside + INSIDES] -= 1
        if owner == seat:
            out[inside] += 1


@kernel
def observe_turn(state, config, seat, out, at):
    """The numbers of the turn, the game and the match."""
    out[at] = state.roll
    out[at + 1] = state.steps_left
    out[at + 2] = state.phase
    out[at + 3] = (state.seat - seat + config.players) % config.players
    out[at + 4] = min(MOST, config.turns - state.turns)
    out[at + 5] = config.games - state.played
    observe_sides(config, seat, out, at + 6 + 2 * config.players)
    if state.played == 0:
        return
    for away in range(config.players):
        other = seat_at(seat, away, config)
        out[at + 6 + away] = games_won(state, config, other)
        out[at + 6 + config.players + away] = min(MOST, match_points(state, other))


@kernel
def observe_sides(config, seat, out, at):
    """Who sits at the other three sides; with three players one is empty."""
    for turn in range(3):
        other = config.sitting[(config.sides[seat] + 1 + turn) & 3]
        out[at + turn] = 0 if other < 0 else (other - seat + config.players) % config.players


@kernel
def seat_at(seat, away, config):
    """The seat so many places clockwise from one."""
    other = seat + away
    return other if other < config.players else other - config.players
