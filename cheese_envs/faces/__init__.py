"""The shapes in which users meet a game. Each knows the spec, none knows a game."""
