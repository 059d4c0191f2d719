"""Rattrapez-le, as the registry and the faces know it."""

from __future__ import annotations

from cheese_envs.core.search import SearchPlan
from cheese_envs.core.spec import GameSpec
from cheese_envs.games.rattrapez_le import (
    actions,
    drawing,
    heuristic,
    observation,
    options,
    rules,
    snapshot,
    telling,
)
from cheese_envs.games.rattrapez_le.state import CONFIG, STATE, End

SPEC = GameSpec(
    name="rattrapez_le",
    title="Rattrapez-le",
    module=__name__,
    player_counts=(2, 3, 4, 5, 6),
    state=STATE,
    config=CONFIG,
    has_scores=False,
    kernels={
        "set_up": rules.set_up,
        "legal": rules.legal,
        "step": rules.step,
        "observe": observation.observe,
        "pick": rules.pick,
        "redeal": rules.redeal,
    },
    read_options=options.read_options,
    configure=options.configure,
    pieces=observation.pieces,
    actions=actions.groups,
    describe=actions.describe,
    encode=actions.encode,
    explain=actions.explain,
    snapshot=snapshot.snapshot,
    restore=snapshot.restore,
    reasons={
        End.CAUGHT: "the horse is caught",
        End.OUT_OF_DEALS: "the deals are used up",
    },
    text=drawing.text,
    draw=drawing.svg,
    targets=drawing.targets,
    tell=telling.tell,
    heuristic=heuristic.choose,
    plan=SearchPlan(breadth=0.5, greed=1.0),
    same_but_for_luck=snapshot.same_but_for_luck,
)
