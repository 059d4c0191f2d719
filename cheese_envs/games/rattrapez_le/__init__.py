"""Rattrapez-le: catch the horse with a secret pursuer, for 2 to 6 players."""

POSITION = 3  # where the game stands in GAMES
