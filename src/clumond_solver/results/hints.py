"""A hint for a person at the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from clumond_solver.base.drawing import Shown
from clumond_solver.base.values import Result
from clumond_solver.base.wording import percent, signed
from clumond_solver.games.clumond.play import Retention
from clumond_solver.rules.actions import Action, Declare, LeadFor, PlayCard, SetRules


@dataclass(frozen=True, slots=True)
class Hint(Result, Shown):
    """The engine's choice for a player, the values of the choices, and the reason.

    action      the engine's choice.
    values      the values of the best choices, best first; other choices look worse. In a declared
                hand of Clumond the values are chances, 0 to 1: declarer's of success, a defender's
                of defeating him.
    other       the best of the other choices (touching cards count as one); None without others.
    in_chances  whether the values are chances.
    unit        what the values are, such as "chips ahead of the others" or "chance of success".
    plan        the retention and the total of tricks (supplementary ones included) with which at
                least half of the player's successes after ``action`` end, or most of them if
                success is certain; None if there is no such ending.
    reason      the reason in sentences; empty if no reason is both certain and helpful.
    errors      the standard errors of the values that are chances.
    complete    whether the work was finished rather than cut short by a time limit.

    `str` is a sentence for the player.

    >>> from clumond_solver.base.cards import Card
    >>> best, other = PlayCard(Card.parse("D5")), PlayCard(Card.parse("DA"))
    >>> print(Hint(best, {best: 0.5, other: -1.0}, other, reason="It is your last diamond."))
    ♦5 +0.5, ♦A −1.0 points ahead of the others. It is your last diamond.
    """

    action: Action
    values: Mapping[Action, float]
    other: Action | None = None
    in_chances: bool = False
    unit: str = "points ahead of the others"
    plan: tuple[Retention, int] | None = None
    reason: str = ""
    errors: Mapping[Action, float] = field(default_factory=dict)
    complete: bool = True

    def __str__(self) -> str:
        """The choice and the next best with their values, then the reason."""
        if self.action not in self.values:
            choices = f"The only choice: {_action_text(self.action)}"
        else:
            shown = [self.action] if self.other is None else [self.action, self.other]
            choices = ", ".join(
                f"{_action_text(action)} {self.value_text(action)}" for action in shown
            )
            choices += "" if self.in_chances else f" {self.unit}"
        return f"{choices}. {self.reason}".rstrip()

    def value_text(self, action: Action) -> str:
        """The value of a choice in words."""
        value = self.values[action]
        if self.in_chances:
            return percent(value, unbroken=True)
        return signed(value)


def _action_text(action: Action) -> str:
    """An action as players write it, with symbols for suits."""
    match action:
        case PlayCard(card):
            return card.pretty()
        case LeadFor(card, led):
            return f"{card.pretty()} naming {led.symbol}"
        case Declare(strain):
            return strain.symbol
        case SetRules():
            return action.words
    return str(action)
