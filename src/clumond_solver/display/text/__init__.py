"""Plain text for people: hand diagrams, trick tables, and what solver and engine answer.

Every function returns a string without a final line break and without terminal codes. ``width``
is the number of columns to keep to; what does not fit beside each other goes below each other.

>>> from clumond_solver.base.cards import Hand
>>> print(hand_text(Hand.parse("42.KQ7..J98732")))
♣ J 9 8 7 3 2   ♥ K Q 7   ♠ 4 2   ♦ –
"""

from clumond_solver.display.text.actions import action_text, broken_rule_text, refusal_text
from clumond_solver.display.text.advice import advice_text, call_text, terms_text
from clumond_solver.display.text.double_dummy import (
    REACHES,
    legend_text,
    line_text,
    miss_text,
    miss_words,
    plays_headline,
    plays_text,
    retention_table_text,
    retention_words,
    retentions_text,
    strain_names,
    trick_range_text,
    verdict_text,
)
from clumond_solver.display.text.hands import (
    WIDTH,
    cards_text,
    deal_text,
    hand_text,
    play_text,
    player_name,
    player_names,
    table_text,
    to_ascii,
    unseen_hand_text,
    wrapped,
)
from clumond_solver.display.text.records import (
    outcome_text,
    record_text,
    row_label,
    score_sheet_text,
    signals_text,
    verification_text,
    winners_text,
)
from clumond_solver.display.text.results import result_text, rules_text
from clumond_solver.display.text.review import (
    better_line_text,
    better_text,
    calls_headline,
    lost_text,
    replay_text,
    review_text,
    reviewed_call_text,
    story_text,
    value_text,
)

__all__ = [
    "REACHES", "WIDTH", "action_text", "advice_text", "better_line_text", "better_text",
    "broken_rule_text", "call_text", "calls_headline", "cards_text",
    "deal_text", "hand_text", "legend_text", "line_text", "lost_text", "miss_text", "miss_words",
    "outcome_text", "play_text", "player_name", "player_names", "plays_headline", "plays_text",
    "record_text", "refusal_text", "replay_text", "result_text", "retention_table_text",
    "retention_words", "retentions_text", "review_text", "reviewed_call_text", "row_label",
    "rules_text", "score_sheet_text", "signals_text", "story_text", "strain_names", "table_text",
    "terms_text", "to_ascii", "trick_range_text", "unseen_hand_text", "value_text", "verdict_text",
    "verification_text", "winners_text", "wrapped",
]  # fmt: skip
