"""The last trick of Clumond, where few deals are left: whether it still decides anything.

>>> play = Play.parse("F:42..AK. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=1,9,2")
>>> settled_text(ClumondView.of(play, "F"))
'The last trick is settled: you succeed, whatever anybody plays.'
"""

from __future__ import annotations

from clumond_solver.coach.reasons.fates import Fate, fate_of
from clumond_solver.coach.reasons.words import Speaker
from clumond_solver.games.clumond.play import RULES, Play
from clumond_solver.knowledge.clumond import ClumondView
from clumond_solver.single_dummy.proofs import settled_by

__all__ = ["Play", "settled_text"]


def settled_text(view: ClumondView, who: str = "you") -> str:
    """That nothing played to the last trick changes the result, or no card of the player's does.

    "" if it is not the last trick, or if a card may change the result in some deal.
    """
    if view.tricks_left != 1:
        return ""
    judged = view.seat if view.declarer is None else view.declarer
    legal = RULES[view.strain].legal_plays(view.hand, view.trick)
    settled = settled_by(view, judged)
    results = {settled.get(card) for card in legal}
    if results == {True} or (results == {False} and view.declarer is not None):
        if judged is view.seat:
            verb = Speaker(who).does("succeed" if True in results else "fail")
        else:
            verb = f"declarer {'succeeds' if True in results else 'fails'}"
        return f"The last trick is settled: {verb}, whatever anybody plays."
    is_defender = view.declarer not in {None, view.seat}
    if is_defender and all(fate_of(view, card) is Fate.LOSES for card in legal):
        return f"None of {Speaker(who).whose} cards can win the last trick: any will do."
    return ""
