"""Drôle de Fromage, as the registry and the faces know it."""

from __future__ import annotations

from cheese_envs.core.search import SearchPlan
from cheese_envs.core.spec import GameSpec
from cheese_envs.games.drole_de_fromage import (
    actions,
    drawing,
    estimate,
    heuristic,
    luck,
    observation,
    options,
    rules,
    snapshot,
    telling,
)
from cheese_envs.games.drole_de_fromage.state import CONFIG, STATE, End

SPEC = GameSpec(
    name="drole_de_fromage",
    title="Drôle de Fromage",
    module=__name__,
    player_counts=(2, 3, 4),
    state=STATE,
    config=CONFIG,
    has_scores=True,
    kernels={
        "set_up": rules.set_up,
        "legal": rules.legal,
        "step": rules.step,
        "observe": observation.observe,
        "pick": rules.pick,
        "redeal": rules.redeal,
        "finish": rules.finish,
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
        End.BOARD_EMPTY: "no cheese is left on the board",
        End.OUT_OF_TURNS: "the turns ran out",
    },
    text=drawing.text,
    draw=drawing.svg,
    targets=drawing.targets,
    tell=telling.tell,
    heuristic=heuristic.choose,
    estimate=estimate.estimate,
    plan=SearchPlan(exploration=0.2, breadth=0.3, depth=12, greed=1.0),
    same_but_for_luck=luck.same_but_for_luck,
)
