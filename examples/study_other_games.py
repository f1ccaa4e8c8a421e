"""The claims of the sources of Clubs and of Scottish Clag, tested by games. See study.py."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import replace

from clumond_solver.game import Hand, Level, Payoffs, View
from clumond_solver.games.clag.game import ClagState
from clumond_solver.games.clag.schemes import SCHEMES, barred_nomination
from clumond_solver.games.clubs import ClubsGame, ClubsState, is_scrambled
from clumond_solver.rules.tricks import Trick
from clumond_solver.single_dummy.any_game_playouts import FinishedGame, OpenDeals
from clumond_solver.single_dummy.engines import engine_of
from clumond_solver.single_dummy.luck import relative_score
from clumond_solver.single_dummy.players import Player, RandomPlayer

from study_work import Data, Study, mean, share

PLAYERS = 4
SIZES = range(1, 8)
# Games of a deal of Clubs under either rule: one half finds the worst hands, the other judges.
CLUBS_GAMES = 8
WORST = 0.1
# Whom the seat on trial is played by, against three medium players.
ON_TRIAL = ("medium", "easy", "random")
SEAT = 1


def other_games(study: Study) -> Data:
    """Scrambling in Clubs; in Clag the last nomination, and what skill and luck count."""
    return {
        "scrambling": _scrambling(study),
        "the barred number is the one wanted": _dilemmas(study),
        **_skill_by_cards(study),
    }


class _Unscrambled(ClubsState):
    """Clubs in which no tally turns the deal."""

    __slots__ = ()

    @property
    def payoffs(self) -> Payoffs:
        return replace(super().payoffs, limit=-1000)


def _finished(state: ClubsState, first_seed: int) -> list[FinishedGame]:
    view = View.with_open_hands(state)
    deals = OpenDeals(view)
    dealt = deals.deal(view.held)
    return [deals.finished(dealt, first_seed + n) for n in range(CLUBS_GAMES)]


def _scrambling(study: Study) -> Data:
    """The scores of the worst tenth of the hands, and of the best, with scrambling and without."""
    game = ClubsGame(PLAYERS)

    def play(number: int) -> Data:
        state = game.deal(study.seed * 1_000_000 + number, game.opening())
        hands = View.with_open_hands(state).held[:PLAYERS]
        ways = {"with": state, "without": _Unscrambled(hands)}
        ends = {way: _finished(dealt, number * CLUBS_GAMES) for way, dealt in ways.items()}
        return {way: [end.scores for end in of_way] for way, of_way in ends.items()} | {
            "turned": [is_scrambled(_cards_won(end.tricks)) for end in ends["with"]]
        }

    deals = study.worked("scrambling", play, study.sizes.scrambled)
    hands = [(deal, seat) for deal in range(len(deals)) for seat in range(PLAYERS)]
    ranked = sorted(hands, key=lambda hand: _scores(deals, hand, "without", judges=False))
    tenth = max(1, round(WORST * len(ranked)))
    groups = {"worst tenth": ranked[:tenth], "best tenth": ranked[-tenth:]}
    return {
        "deals that turn": mean(statistics.fmean(deal["turned"]) for deal in deals),
        **{name: _both_ways(deals, group) for name, group in groups.items()},
    }


def _cards_won(tricks: Sequence[Trick]) -> list[Hand]:
    """The cards taken, by seat."""
    won = [Hand()] * PLAYERS
    for trick in tricks:
        won[trick.winner] |= Hand.of(*trick.cards)
    return won


def _both_ways(deals: Sequence[Data], hands: Sequence[tuple[int, int]]) -> dict[str, Data]:
    """The mean scores of hands by games that did not choose them."""
    by = [deal for deal, _ in hands]
    ways = {
        way: [_scores(deals, hand, way, judges=True) for hand in hands]
        for way in ("with", "without")
    }
    gains = [one - other for one, other in zip(ways["with"], ways["without"], strict=True)]
    return {way: mean(scores, by) for way, scores in ways.items()} | {"difference": mean(gains, by)}


def _scores(deals: Sequence[Data], hand: tuple[int, int], way: str, *, judges: bool) -> float:
    deal, seat = hand
    half = slice(CLUBS_GAMES // 2, None) if judges else slice(CLUBS_GAMES // 2)
    return statistics.fmean(scores[seat] for scores in deals[deal][way][half])


def _dilemmas(study: Study) -> dict[str, Data]:
    """How often the dealer would nominate just the number that the rules bar, by cards dealt."""
    player = engine_of("clag").player(Level.MEDIUM)

    def nominate(number: int) -> Data:
        state = _clag_deal(study, number)
        barred = None
        while state.play is None:
            barred = barred_nomination(state.nominations, _size(number))
            state.push(player(View.of(state), number))
        return {"hit": state.nominations[-1] == barred}

    rows = study.worked("nominations", nominate, len(SIZES) * study.sizes.nominated)
    return {
        str(size): share(row["hit"] for n, row in enumerate(rows) if _size(n) == size)
        for size in SIZES
    }


def _skill_by_cards(study: Study) -> Data:
    """What a better player gains in a deal, and how far equal players' results spread, by cards."""
    levels = {level: engine_of("clag").player(Level(level)) for level in ON_TRIAL[:2]}
    on_trial: dict[str, Player] = {**levels, "random": RandomPlayer()}

    def play(number: int) -> Data:
        gains = {}
        for name, player in on_trial.items():
            state = _clag_deal(study, number)
            while not state.is_over:
                acting = player if state.turn == SEAT else on_trial["medium"]
                state.push(acting(View.of(state), number))
            gains[name] = relative_score(state.scores, SEAT)
        return gains

    rows = study.worked("skill", play, len(SIZES) * study.sizes.nominated)
    by_size = {size: [row for n, row in enumerate(rows) if _size(n) == size] for size in SIZES}
    return {
        "spread of a deal among equals": {
            str(size): _spread([row["medium"] for row in of_size])
            for size, of_size in by_size.items()
        },
        **{
            f"medium less {other}": {
                str(size): mean(row["medium"] - row[other] for row in of_size)
                for size, of_size in by_size.items()
            }
            for other in ON_TRIAL[1:]
        },
    }


def _spread(values: Sequence[float]) -> Data:
    """The standard deviation, with the error of that of a normal distribution."""
    deviation, n = statistics.pstdev(values), len(values)
    return {"mean": deviation, "error": deviation / math.sqrt(2 * n), "n": n}


def _size(number: int) -> int:
    return SIZES[number % len(SIZES)]


def _clag_deal(study: Study, number: int) -> ClagState:
    """An ordinary deal of the Scottish game, in which no number is barred."""
    rules = next(deal for deal in SCHEMES["scottish"].deals if deal.label == str(_size(number)))
    pack = ClubsGame.pack.order(study.seed * 1_000_000 + number)
    return ClagState(pack, PLAYERS, rules, restricted=False)
