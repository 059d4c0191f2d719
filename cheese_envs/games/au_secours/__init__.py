"""Au secours, mon fromage !: a race of wheels for 2 to 6 players."""

POSITION = 2  # where the game stands in GAMES
