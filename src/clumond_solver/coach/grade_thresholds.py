"""What a call or card must cost to be graded, and when a call is right.

How much luck may explain is in `single_dummy.luck`, which facts are reasons in
`coach.reasons.thresholds`.
"""

#: A card that gives away this chance or more is costly; in scores, this share of their range.
COSTLY_CHANCE = 0.05
#: The least cost of each grade, as a multiple of the cost from which a card counts as costly.
GRADES = ((4.0, "blunder"), (2.0, "mistake"), (1.0, "inaccuracy"))
#: A call is right if it costs at most this share of what is at stake.
RIGHT_COST = 0.02
