"""Cheese Rescue: card placement for 2 to 4 players."""

POSITION = 1  # where the game stands in GAMES
