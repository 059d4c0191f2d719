"""Drôle de Fromage: mice that push cheeses over the edge, for 2 to 4 players."""

POSITION = 4  # where the game stands in GAMES
