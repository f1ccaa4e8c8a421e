"""Why it does not matter which of the legal cards is played: a clause to go on with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clumond_solver.base.wording import in_words, minus
from clumond_solver.coach.reasons.comparison import Candidate, exactly
from clumond_solver.coach.reasons.fates import Fate, Moment
from clumond_solver.coach.reasons.stakes import Stakes
from clumond_solver.coach.reasons.tricks import equals_clause
from clumond_solver.coach.reasons.words import Speaker, winning_text
from clumond_solver.rules.payoffs import Settling


class NoDifference(Speaker):
    """What the candidates, all legal cards, have in common."""

    def __init__(
        self, stakes: Stakes, moment: Moment, candidates: Sequence[Candidate], who: str
    ) -> None:
        """Look at all legal cards, and at the games after them."""
        super().__init__(who)
        self.stakes = stakes
        self.moment = moment
        self.candidates = candidates
        self.games = [game for candidate in candidates for game in candidate.games]

    def how_it_ends(self) -> str:
        """How the deal ends, whatever is played; "" unless it ends so in all games."""
        return next(self._endings(), "")

    def why_alike(self) -> str:
        """That the cards are equals, or all win the trick or lose it; "" if not so."""
        if len({self.stakes.points(one.card) for one in self.candidates}) > 1:
            return ""
        fates, in_this_trick = {one.fate for one in self.candidates}, ""
        if fates == {Fate.LOSES}:
            in_this_trick = f"none of {self.whose} cards can beat {winning_text(self.moment)}"
        elif fates == {Fate.WINS}:
            in_this_trick = f"any of {self.whose} cards takes this trick"
        equals = equals_clause(self.moment, [one.card for one in self.candidates])
        return "; ".join(filter(None, (equals, in_this_trick)))

    def _endings(self) -> Iterator[str]:
        stakes, count = self.stakes, len(self.games)
        if stakes.goal is not None:
            yield from self._with_goal()
            return
        yield from self._always_turned()
        tricks = {len(game.winning_cards(stakes.seat)) for game in self.games}
        if tricks == {0}:
            yield f"{self.does('take')} no further trick"
        if tricks == {stakes.left}:
            yield f"{self.does('take')} every trick left"
        if stakes.payoffs.settling is Settling.BIDDER_MUST_LEAD:
            who = self.neighbour(self.moment, stakes.payoffs.bidder)
            fails = sum(map(stakes.bidder_fails, self.games))
            if fails in {0, count}:
                verb = "fail" if fails else "succeed"
                yield f"{who} {verb}{'' if who == 'you' else 's'} as bidder in all games"

    def _with_goal(self) -> Iterator[str]:
        """That the goal is reached in all games, or missed."""
        goal = self.stakes.goal or 0
        reached = sum(game.taken[self.stakes.seat] == goal for game in self.games)
        nominated = self.stakes.nominated
        aim = f"{self.whose} nomination" if nominated else exactly(goal)
        if reached == len(self.games):
            yield f"{self.does('make' if nominated else 'take')} {aim} in all games"
        elif not reached and nominated:
            lost = self.stakes.missing is None
            how = f"{aim} is lost" if lost else f"{self.does('fail')} with {aim} in all games"
            yield f"{how}, and no card changes what the others score"

    def _always_turned(self) -> Iterator[str]:
        """Who makes all scores turn over in all games, and how."""
        stakes, limit = self.stakes, self.stakes.payoffs.limit
        if not all(map(stakes.turns_over, self.games)):
            return
        counts = [stakes.tallies(game) for game in self.games]
        for seat in range(stakes.players):
            if any(tally[seat] > limit for tally in counts):
                continue
            who = self.neighbour(self.moment, seat)
            ending = "" if who == "you" else "s"
            least = min(len(game.winning_cards(seat)) for game in self.games)
            how = f"at least {in_words(least)} of the {in_words(stakes.left)} tricks left"
            if least in {0, stakes.left}:
                how = "every trick left" if least else "enough"
            at = minus(stakes.current_tallies[seat])
            yield (
                f"{who}, at {at}, take{ending} {how} and come{ending} to {minus(limit)} or lower,"
                " so that all scores turn over"
            )
