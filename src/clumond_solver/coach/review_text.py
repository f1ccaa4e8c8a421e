"""A reviewed deal as text: costly actions, better ones, and why.

>>> from clumond_solver.base.cards import Card
>>> five, jack = (PlayCard(Card.parse(text)) for text in ("S5", "SJ"))
>>> play = ReviewedPlay(34, 12, 0, five, jack, 0.32, {jack: 0.58, five: 0.26}, "",
...                     (0, 0), (2, 2), {jack: (0, 0), five: (2, 2)})
>>> review = Review(Seat.FOREHAND, Seat.FOREHAND, (play,))
>>> for sentence in better_text(play, review).split(". "):
...     print(sentence)
♠J was better: 58 % against 26 %
With all hands open ♠J still made success sure; after ♠5 best defence leaves forehand 2 tricks off.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from clumond_solver.base.wording import (
    capital,
    joined,
    minus,
    percent,
    player_in_words,
    players_in_words,
    signed,
    whole_percent,
)
from clumond_solver.coach.hints_and_reviews import Review, ReviewedPlay
from clumond_solver.display.text.actions import action_text
from clumond_solver.display.text.double_dummy import SIGNS_LEGEND, VERDICT_SIGNS, verdict_text
from clumond_solver.display.text.hands import (
    cards_text,
    player_name,
    seating_text,
    strain_text,
    tricks_text,
)
from clumond_solver.display.text.layout import WIDTH, wrapped
from clumond_solver.display.text.misses import miss_figures, miss_text
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.results import Loss, verdict_of
from clumond_solver.rules.actions import Action, Declare, Pass, PlayCard

_NO_NAMES = ("", "", "")
# Hints and reviews take the player of each card for one who follows every hint.
_PLAYED_BY = f"for {player_in_words('fast')}"


def value_text(value: float, review: Review) -> str:
    """A chance in per cent, or a score with its sign."""
    return percent(value) if review.in_chances else signed(value)


def values_legend(review: Review) -> str:
    """The legend of the values printed after the cards."""
    if review.in_chances:
        return "per cent: the player's own chance as he saw it (a defender's, of stopping declarer)"
    return "figures: the points that the player expected"


def cost_text(cost: float, review: Review) -> str:
    """A cost: in per cent of a chance, else in points."""
    return percent(cost) if review.in_chances else f"{cost:.1f} points"


def lost_text(play: ReviewedPlay, review: Review) -> str:
    """A card's cost, consistent with the rounded values shown."""
    return cost_text(review.shown_cost(play), review)


def better_text(play: ReviewedPlay, review: Review, names: Sequence[str] = _NO_NAMES) -> str:
    """The better card, by how much, and why; then the same with all hands open."""
    parts = []
    if play.best != play.action and review.is_costly(play):
        best, played = play.values[play.best], play.values[play.action]
        parts.append(
            f"{action_text(play.best, review.verb_of)} was better:"
            f" {value_text(best, review)} against {value_text(played, review)}."
        )
        parts.append(play.reason)
    parts.append(open_text(play, review, names))
    return " ".join(part for part in parts if part)


def story_text(review: Review, names: Sequence[str] = _NO_NAMES) -> str:
    """How the deal went, where it turned, and what was given away in all: up to four sentences.

    >>> from clumond_solver.base.cards import Card
    >>> best, played = (PlayCard(Card.parse(text)) for text in ("DQ", "HK"))
    >>> play = ReviewedPlay(20, 7, 1, played, best, 0.23, {best: 0.61, played: 0.38})
    >>> story = story_text(Review(Seat(0), Seat(0), (play,)), ("Ann", "Bo", "Cy"))
    >>> for sentence in story.split(". "):
    ...     print(sentence)
    Ann declared
    The costliest moment was in trick 7, when Bo played ♥K: ♦Q was better, 61 % against 38 %
    In all, Bo gave away 23 %.
    """
    if not review.plays:
        return ""
    parts = [_course_text(review, names), _turn_text(review, names), _lost_text(review, names)]
    if not review.complete:
        parts.append("The review reached its time limit, so the figures are rough.")
    return " ".join(filter(None, parts))


def _lost_text(review: Review, names: Sequence[str]) -> str:
    """What the seats gave away in all, the greatest loss first, and what may be luck.

    >>> from clumond_solver.base.cards import Card
    >>> card = PlayCard(Card.parse("DQ"))
    >>> plays = [ReviewedPlay(seat + 1, 1, seat, card, card, 0.0, loss=loss)
    ...          for seat, loss in enumerate((Loss(0.03, 0.02), Loss(0.231, 0.06)))]
    >>> _lost_text(Review(Seat(0), Seat(0), tuple(plays)), ("Ann", "Bo", "Cy"))
    'In all, Bo gave away 23 % (± 6); what Ann gave away, 3 % (± 2), is within luck.'
    >>> plays = [ReviewedPlay(1, 1, 0, card, card, 0.0, loss=Loss(-0.03, 0.06))]
    >>> _lost_text(Review(Seat(0), Seat(0), tuple(plays)), ("Ann", "Bo", "Cy"))
    'In all, what Ann gained, 3 % (± 6), is within luck.'
    >>> plays = [ReviewedPlay(1, 1, 0, card, card, 0.0, loss=Loss(-0.2, 0.06))]
    >>> _lost_text(Review(Seat(0), Seat(0), tuple(plays)), ("Ann", "Bo", "Cy"))
    "In all, Ann gained 20 % (± 6) over the program's choices."
    >>> plays = [ReviewedPlay(1, 1, 0, card, card, 0.0, loss=Loss(0.6, 0.06)),
    ...          ReviewedPlay(9, 3, 0, card, card, 0.0, loss=Loss(0.7, 0.06))]
    >>> _lost_text(Review(Seat(0), Seat(0), tuple(plays)), ("Ann", "Bo", "Cy")).split(". ")[1]
    'Where others give back what was lost, such a sum can pass 100 %.'
    """
    losses, lost, others = _losses(review), list[str](), list[str]()
    for seat, loss in losses:
        gained = loss.amount < 0
        size = loss * -1 if gained else loss
        name, text = player_name(seat, names), _loss_text(size, review)
        if size.is_luck:
            others.append(
                f"what {name} {'gained' if gained else 'gave away'}, {text}, is within luck"
            )
        elif gained:
            others.append(f"{name} gained {text} over the program's choices")
        else:
            lost.append(f"{name}{'' if lost else ' gave away'} {text}")
    parts = "; ".join(filter(None, (", ".join(lost), *others)))
    if not parts:
        return ""
    if review.in_chances and any(abs(loss.amount) > 1 for _, loss in losses):
        parts += ". Where others give back what was lost, such a sum can pass 100 %"
    return f"In all, {parts}."


def _loss_text(loss: Loss, review: Review) -> str:
    """A sum of losses with its error, both rounded."""
    if review.in_chances:
        amount, error = f"{minus(round(100 * loss.amount))} %", f"{100 * loss.error:.0f}"
    else:
        amount, error = f"{minus(loss.amount, '.1f')} points", f"{loss.error:.1f}"
    return f"{amount} (± {error})" if loss.error else amount


def _losses(review: Review) -> list[tuple[int, Loss]]:
    """The seats that gave something away, with their losses, the greatest first."""
    losses = [(seat, _loss_shown(review, seat)) for seat in {play.seat for play in review.plays}]
    # Less than a fifth of one costly action, in all, is not worth a word.
    worded = [(seat, loss) for seat, loss in losses if abs(loss.amount) >= review.costly_from / 5]
    return sorted(worded, key=lambda item: (-item[1].amount, item[0]))


def _loss_shown(review: Review, seat: int) -> Loss:
    """A seat's loss, in which what a card is blamed for counts as a reader sees it."""
    rounding = math.fsum(
        review.shown_cost(play) - play.cost for play in review.plays if play.seat == seat
    )
    return review.lost(seat) + Loss(rounding)


def _course_text(review: Review, names: Sequence[str]) -> str:
    """Who declared, with which chance, and how it ended."""
    if review.declarer is None:
        return ""
    course = f"{capital(player_name(review.declarer, names))} declared"
    declarers_plays = (play for play in review.plays if play.seat == review.declarer)
    first = next(declarers_plays, None)
    chance = None if first is None else review.declarers_chance(first)
    if chance is not None:
        course += f" with a chance of about {percent(chance[0])} at the first card"
        course += _whose_chance(review, review.declarer)
    after = review.plays[-1].after
    if review.finished and after is not None and review.seat is review.declarer:
        ended = "succeeded" if verdict_of(after) else f"ended {miss_text(after)}"
        course += f"{',' if chance else ''} and {ended}"
    return f"{course}."


def _whose_chance(review: Review, seat: int) -> str:
    """By whom the games behind a seat's figures are played, and against whom; in brackets."""
    if not review.styles:
        return ""
    others = [style for other, style in enumerate(review.styles) if other != seat]
    return f" ({_PLAYED_BY}, against {players_in_words(others)})"


def _turn_text(review: Review, names: Sequence[str]) -> str:
    """The costliest action as its player saw it, or the last to turn the verdict."""
    costly, turned = review.costliest(1), review.turning_points
    if costly:
        [play] = costly
        best, played = (value_text(play.values[at], review) for at in (play.best, play.action))
        place = f"in trick {play.trick}" if play.trick else "before the play"
        who_did = f"{player_name(play.seat, names)} {'played' if play.trick else 'said'}"
        opening = "The hand turned" if turned == (play,) else "The costliest moment was"
        return (
            f"{opening} {place}, when {who_did} {action_text(play.action, review.verb_of)}:"
            f" {action_text(play.best, review.verb_of)} was better, {best} against {played}."
            f"{_turned_back_text(play, review, names)}"
        )
    nothing = "No card gave much away, as the players saw it" if review.as_seen else ""
    if turned:
        last = turned[-1]
        change = f"{'; with' if nothing else 'With'} all hands open the verdict changed"
        if len(turned) > 1:
            change += f" {_often(len(turned))}, the last time"
        who_did = f"{player_name(last.seat, names)} played {action_text(last.action)}"
        return f"{nothing}{change} in trick {last.trick}, when {who_did}."
    return f"{nothing}." if nothing else ""


def _turned_back_text(play: ReviewedPlay, review: Review, names: Sequence[str]) -> str:
    """What turned the hand back after a costly card; "" if it ended as the card made likely.

    >>> from clumond_solver.base.cards import Card
    >>> five, six = (PlayCard(Card.parse(text)) for text in ("D5", "D6"))
    >>> cost = ReviewedPlay(31, 11, 0, five, six, 0.9, before=(0, 0), after=(1, 1))
    >>> back = ReviewedPlay(34, 12, 1, five, five, 0.0, before=(1, 1), after=(0, 0))
    >>> _turned_back_text(cost, Review(Seat(0), Seat(0), (cost, back)), ("Ann", "Bo", "Cy"))
    ' But with ♦5 in trick 12 Bo let Ann succeed after all.'
    """
    declarer, succeeded = review.declarer, verdict_of(review.plays[-1].after)
    hurt_declarer = play.seat == declarer
    if declarer is None or review.seat is not declarer or not review.finished:
        return ""
    # A mistake of declarer's makes failure likely, one of the others' success.
    if succeeded is not hurt_declarer:
        return ""
    back = [
        later
        for later in review.plays
        if later.number > play.number
        and (later.seat == declarer) != hurt_declarer
        and (later.turned or review.is_costly(later))
    ]
    if back:
        last = max(back, key=lambda later: (later.turned, later.cost))
        what = f"let {player_name(declarer, names)} succeed after all"
        if not succeeded:
            what = "threw the success away"
        who = player_name(last.seat, names)
        return f" But with {action_text(last.action)} in trick {last.trick} {who} {what}."
    ended = "succeeded" if succeeded else "failed"
    return f" {capital(player_name(declarer, names))} {ended} all the same."


def better_line_text(review: Review, names: Sequence[str] = _NO_NAMES) -> str:
    """What best play leads to if a better card replaces the last that turned the verdict.

    Each whole trick begins with its leader.
    """
    line = review.better
    if line is None or review.declarer is None:
        return ""
    declarer, instead = player_name(review.declarer, names), review.plays[line.number - 1]
    could = "could have forced success" if line.success else "could not have succeeded"
    first, *rest = (card.pretty() for card in line.cards)
    # The line ends with a whole trick: cards left over at its start complete the first trick.
    left_over = len(rest) % len(Seat)
    tricks = [" ".join(rest[:left_over])] if left_over else []
    tricks += [
        f"{capital(player_name(leader, names))} {' '.join(rest[start : start + len(Seat)])}"
        for leader, start in zip(line.leaders, range(left_over, len(rest), len(Seat)), strict=True)
    ]
    return (
        f"Had {player_name(instead.seat, names)} played {first} in trick {instead.trick},"
        f" {declarer} {could}: {' / '.join(tricks)}."
    )


def reviewed_call_text(call: ReviewedPlay, review: Review, names: Sequence[str] = _NO_NAMES) -> str:
    """A call of Clumond: a better one and by how much, or the next best.

    >>> from clumond_solver.base.cards import Strain
    >>> from clumond_solver.rules.actions import Pass
    >>> passed = ReviewedPlay(1, 0, 0, Pass(), Declare(Strain.HEARTS), 2.5,
    ...                       {Declare(Strain.HEARTS): 3.0, Pass(): 0.5})
    >>> reviewed_call_text(passed, Review(None, None, (), calls=(passed,)), ("Ann", "Bo", "Cy"))
    'Ann passed and gave away 2.5 points: declaring ♥ was better, +3.0 against +0.5.'
    """
    call_made = "passed"
    if isinstance(call.action, Declare):
        call_made = f"went for clumond in {strain_text(call.action.strain)}"
    head = f"{capital(player_name(call.seat, names))} {call_made}"
    others = [other for other in call.values if other != call.action]
    if call.action not in call.values or not others:
        return f"{head}: too few games to tell."
    made = call.values[call.action]
    if call.cost:
        lost = float(f"{call.values[call.best]:.1f}") - float(f"{made:.1f}")
        return (
            f"{head} and gave away {lost:.1f} {review.scoring.unit}:"
            f" {_call_phrase(call.best)} was better, {signed(call.values[call.best])} against"
            f" {signed(made)}."
        )
    best = max(others, key=lambda other: call.values[other])
    verdict = "correct" if made >= call.values[best] else "too few games to tell"
    # Compare with passing, and with the best other strain.
    compared = [other for other in others if other == best or isinstance(other, Pass)]
    values = [f"{signed(call.values[other])} for {_call_phrase(other)}" for other in compared]
    return f"{head}: {verdict}, {signed(made)} against {' and '.join(values)}."


def _call_phrase(call: Action) -> str:
    return f"declaring {strain_text(call.strain)}" if isinstance(call, Declare) else "passing"


def calls_headline(review: Review, names: Sequence[str] = _NO_NAMES) -> str:
    """The headline above the reviewed calls: whose figures they are, and their unit.

    >>> calls_headline(Review(0, 0, (), styles=("medium",) * 3))  # doctest: +ELLIPSIS
    'The calls, judged from each hand alone for one who follows every hint, against two medium ...'
    """
    unit = review.scoring.unit
    values = f"expected {unit}, less the average of the other two"
    whose = f" {_PLAYED_BY}, against {_others_in_words(review, names)}" if review.styles else ""
    return f"The calls, judged from each hand alone{whose} ({values}):"


def _others_in_words(review: Review, names: Sequence[str]) -> str:
    """Against whom the figures of all seats hold."""
    if len({*map(player_in_words, review.styles)}) == 1:
        return players_in_words(review.styles)
    players = (
        f"{player_name(seat, names)} as {player_in_words(style)}"
        for seat, style in zip(Seat, review.styles, strict=True)
    )
    return f"the two others: {', '.join(players)}"


def open_text(play: ReviewedPlay, review: Review, names: Sequence[str] = _NO_NAMES) -> str:
    """What a card cost with all hands open, and the cards that cost nothing; "" for no cost."""
    cost = _open_cost_text(play, review, names)
    return f"With all hands open {cost}" if cost else ""


def _open_cost_text(play: ReviewedPlay, review: Review, names: Sequence[str]) -> str:
    is_own = review.is_own(play)
    cost = play.open_cost(own=is_own)
    if not cost[0] or play.before is None or play.after is None:
        return ""
    hero = Seat(play.seat) if review.seat is None else review.seat
    name = player_name(hero, names)
    cards = cards_text([a.card for a in play.harmless_cards if isinstance(a, PlayCard)])
    harmless = joined(cards.split("  ")) if cards else ""
    if verdict_of(play.before):
        without = f"{harmless} still made success sure" if harmless else "success was still sure"
    elif harmless:
        without = f"{harmless} would have left {name} {miss_text(play.before)}"
    else:
        without = f"{name} could have been left {miss_text(play.before)}"
    if is_own:
        left = f"leaves {name} {miss_text(play.after)}"
        now = f"after {action_text(play.action)} best defence {left}"
    else:
        done = "success" if play.verdict else f"a finish {miss_text(play.after)}"
        now = f"after {action_text(play.action)} {name} can force {done}"
    return f"{without}; {now}."


def review_text(
    review: Review,
    start: Play | None = None,
    names: Sequence[str] = _NO_NAMES,
    *,
    every_card: bool = False,
    width: int = WIDTH,
) -> str:
    """A reviewed deal as a page: how it went, then what cost something.

    ``names`` are the players'. ``start``, the position before the first card of a hand of Clumond,
    adds the tricks with their marks; ``every_card`` adds every card with the values of all
    choices.
    """
    parts = [wrapped(review_headline(review, names), width)]
    parts.append(wrapped(story_text(review, names), width))
    if start is not None:
        parts.insert(0, wrapped(seating_text(start.declarer, start.strain, names), width))
        parts.append(_tricks(review, start, names, width))
    parts += _findings(review, names, width)
    if every_card:
        head = "Every choice, the card played with a *; how far off, if known, with all hands open:"
        parts.append(wrapped(head, width))
        parts += [_every_choice(play, review, names, width) for play in review.plays]
    return "\n".join(filter(None, parts))


def _findings(review: Review, names: Sequence[str], width: int) -> list[str]:
    """The calls, the costly cards, the turning points, and the engine's games with these cards."""
    parts = [wrapped(better_line_text(review, names), width)] if review.better else []
    if review.calls:
        parts.append(wrapped(calls_headline(review, names), width))
        sentences = (reviewed_call_text(call, review, names) for call in review.calls)
        parts += [wrapped(f"- {sentence}", width) for sentence in sentences]
    costly = review.costliest()
    if costly:
        unit = f" ({review.unit})" if review.unit else ""
        parts.append(f"What cost most, as the players saw it{unit}:")
        parts += [wrapped(_costly_item(play, review, names), width) for play in costly]
    turned = [
        play
        for play in review.plays
        if play not in costly and (play.turned or play.open_cost(own=review.is_own(play))[0] > 1)
    ]
    if turned:
        parts.append(f"What {'else ' if costly else ''}mattered with all hands open:")
        parts += [wrapped(_turned_item(play, review, names), width) for play in turned]
    if never_turned(review):
        parts.append("With all hands open the verdict never changed.")
    if review.replay is not None and review.replay.games:
        parts.append(wrapped(replay_text(review, names), width))
    return parts


def never_turned(review: Review) -> bool:
    """Whether it is known that no card changed the verdict with all hands open."""
    known = all(None not in {verdict_of(play.before), play.verdict} for play in review.plays)
    return bool(review.plays) and known and not review.turning_points


def review_headline(review: Review, names: Sequence[str] = _NO_NAMES) -> str:
    """The verdict before the first card, with all hands open."""
    if not review.plays:
        return "No card was played."
    first = review.plays[0]
    if review.seat is None:
        return "" if first.before is None else "Each plays for his own success."
    return verdict_text(verdict_of(first.before), player_name(review.seat, names))


def _tricks(review: Review, start: Play, names: Sequence[str], width: int) -> str:
    """The tricks, with the verdict after each card and its value to its player."""
    if not review.plays:
        return ""
    actions = [play.action for play in review.plays]
    # `replace` drops the history: the marks belong to the cards from here on.
    after = start.replace().after(action.card for action in actions if isinstance(action, PlayCard))
    marks = [_mark(play, review) for play in review.plays]
    figures = f"; {values_legend(review)}, and in brackets what the card gave away"
    legend = wrapped(f"{SIGNS_LEGEND}{figures if review.as_seen else ''}.", width)
    return f"{tricks_text(after, notes=marks, players=names)}\n{legend}"


def _mark(play: ReviewedPlay, review: Review) -> str:
    sign = VERDICT_SIGNS[play.verdict]
    sign *= 2 if play.turned else 1
    value = play.values.get(play.action)
    if value is None:
        return sign
    shown = str(whole_percent(value)) if review.in_chances else signed(value)
    if review.is_costly(play):
        lost = review.shown_cost(play)
        shown += f"(-{100 * lost:.0f})" if review.in_chances else f"(-{lost:.1f})"
    return f"{sign:2} {shown}"


def _item_head(play: ReviewedPlay, review: Review, names: Sequence[str]) -> str:
    place = f"trick {play.trick}" if play.trick else "before the play"
    action = action_text(play.action, review.verb_of)
    return f"- {place}, {action} by {player_name(play.seat, names)}"


def _costly_item(play: ReviewedPlay, review: Review, names: Sequence[str]) -> str:
    lost = lost_text(play, review)
    return (
        f"{_item_head(play, review, names)}, {lost} given away: {better_text(play, review, names)}"
    )


def _turned_item(play: ReviewedPlay, review: Review, names: Sequence[str]) -> str:
    # The heading already says that all hands are open.
    if play.best != play.action and review.is_costly(play):
        return _costly_item(play, review, names)
    return f"{_item_head(play, review, names)}: {_open_cost_text(play, review, names)}"


def replay_text(review: Review, names: Sequence[str] = _NO_NAMES) -> str:
    """The engine's games with the same cards, in a sentence."""
    replay = review.replay
    if replay is None or not replay.games:
        return ""
    games = f"The program took all three seats and played this deal {_often(replay.games)}"
    if review.declarer is not None:
        declarer = player_name(review.declarer, names)
        successes = _successes_text(replay.successes[review.declarer], replay.games)
        return f"{games}: {declarer} {successes}."
    successes = ", ".join(f"{player_name(seat, names)} {replay.successes[seat]}" for seat in Seat)
    return f"{games}. Successes: {successes}."


def _successes_text(successes: int, games: int) -> str:
    """How often somebody succeeded in these games, as a verb."""
    if games == 1:
        return "succeeded" if successes else "did not succeed"
    if not successes:
        return "never succeeded"
    return f"succeeded {_often(successes)} ({percent(successes / games)})"


def _often(times: int) -> str:
    return {1: "once", 2: "twice"}.get(times, f"{times} times")


def _every_choice(play: ReviewedPlay, review: Review, names: Sequence[str], width: int) -> str:
    """The choices with their values, and their misses with all hands open."""
    shown = []
    for action in dict.fromkeys([*play.values, *play.misses]):
        value = play.values.get(action)
        parts = [] if value is None else [value_text(value, review)]
        if action in play.misses:
            parts.append(f"{miss_figures(play.misses[action])} off")
        played = "*" if action == play.action else ""
        shown.append(f"{action_text(action, review.verb_of)}{played} {', '.join(parts)}")
    head = f"{play.trick:2} {player_name(play.seat, names):10} "
    return wrapped(f"{head}{'; '.join(shown)}", width)
