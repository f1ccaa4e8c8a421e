"""All thresholds of reasons: what is few, often, clear or worth a sentence.

None of these numbers follows from the
rules: they were fixed by reading hints, sheets of twenty for each game, and asking of each sentence
whether a player would miss it. `tests/coach/test_reasons.py` keeps what each lets through true.
"""

from __future__ import annotations

# Which card is set against the best one.

#: A real rival is at most so many times as far from the best action as the next best one.
REAL_RIVAL = 1.5
#: If nothing tells it from those, one up to so many standard deviations of a game worse is a rival.
FAR_RIVAL = 0.2
#: Figures further apart, by this chance or by this many points, do not read as about as good. From
#: half of that on, a card is set against the best one, even if the difference may be luck.
READS_WORSE, WORSE_IN_POINTS = 0.05, 0.15

# How much is said.

#: So many facts tell a card from another one.
MOST_FACTS = 2
#: So many counts of games are named.
MOST_COUNTS = 3
#: More cards about as good are not named one by one.
MOST_ALIKE = 5
#: So many cards that may win later are named, and so many that are gone.
MOST_WINNERS, MOST_GONE = 2, 4
#: A fact is stated if it is at least this share of the greatest, and of all that the card gains.
WORTH_A_SENTENCE, LEAST_SHARE = 0.3, 0.2
#: Another card of the hand is spoken of if those compared explain less than this share of a gain.
EXPLAINED = 0.5
#: With more actions, or more tricks to be played after all of them, games after each take too long.
MOST_ACTIONS, MOST_GAMES_OF_TRICKS = 4, 40

# Cards in a trick.

#: So many cards that beat another one are named, or make it a high one.
FEW_RIVALS = 2
#: Two low cards are about as likely to win unless their numbers of rivals differ by this many.
MANY_MORE_RIVALS = 2
#: With fewer tricks after this one a void is not worth mentioning.
FEWEST_TRICKS_FOR_VOID = 3
#: A card that may win a trick too many, or be the best chance of one, has so few higher cards out.
FEW_ABOVE = 2

# How often, in games after a card.

#: In standard errors: something happens more often after one action; is worth mentioning among the
#: reasons for it; is the greatest difference among several.
BEYOND_COUNTS, BEYOND_MENTION, BEYOND_PICKED = 1.5, 1.0, 2.5
#: A proved ending is worded as if this many games had all ended so.
GAMES_OF_PROOF = 10

#: How a card wins later is said if it is so in this share of at least so many games.
NEARLY_ALWAYS, FEWEST_WON = 0.9, 8

#: What happens in no greater share of games hardly ever does.
SELDOM = 0.1
#: A card that wins in a greater share of games is one to count on, not a chance.
TO_COUNT_ON = 0.6
#: If the scores turn over in a greater share of games, that is the aim, or the danger, of the deal.
OFTEN_TURNED = 0.3
#: Counts differ by at least this many games and this share of them; those of a card picked because
#: they differ most, and those of what settles all scores, by another share.
FEW_GAMES, VISIBLE = 4, 0.08
VISIBLE_OF_PICKED, VISIBLE_OF_ENDS = 0.06, 0.05
#: Tricks differ in worth if the difference is at least this many points.
FEW_POINTS = 3
#: A card has a sentence of its own if it counts at least this share of what the dearest counts.
NOTABLE_POINTS = 1 / 3

# Finishes of Clumond.

#: Fewer successes, or failures, do not show what is typical, nor do failures in a smaller share.
FEWEST_SUCCESSES, OFTEN_FAILED = 5, 0.1
#: Success is rare up to the first chance, and unlikely up to the second.
RARE, UNLIKELY = 0.05, 0.08
#: An ending is the main one from this share of the successes; failures have a typical cause from
#: the next share; an ending is mentioned from the last share.
MOSTLY, CLEARLY, WORTH_MENTIONING = 0.5, 2 / 3, 0.2
#: Failures of one kind are about as many as the others up to this ratio.
ABOUT_AS_OFTEN = 1.3
#: More totals than this are mentioned as a range, and more endings still possible are not named.
MOST_TOTALS, FEW_ENDINGS = 3, 2
#: With so many tricks left, the total to aim for is open.
EARLY = 10
#: Signals are mentioned while so many tricks are left; lengths, if at most this many are possible.
FEWEST_TRICKS_FOR_SIGNALS, FEW_LENGTHS = 7, 3

# Hands before a call.

#: A feature is mentioned if it differs from the mean by more per cent of success than this.
NOTABLE_FEATURE, MOST_FEATURES = 2, 2
#: So many high cards, or small ones, are many: a hand of Clumond has four on average.
MANY_CARDS = 5
#: A share of the games with the usual numbers of tricks; fewer games show none.
USUALLY, FEWEST_GAMES_SHOWN = 2 / 3, 16
#: Deals in which the rules after a call are compared: what differs between them is hidden.
WORLDS = 8
#: A high card has no more cards of its suit out above it; more winners are not named.
MOST_ABOVE, MOST_CARDS_TO_WIN = 2, 3
#: A card that wins in no greater share of games is none to nominate on.
SELDOM_WINS = 0.2
#: So few trumps are few; one of so many top ones makes a suit worth waiting for.
FEW_TRUMPS, TOP_TRUMPS = 2, 2
#: With fewer cards every hand is void in some suit.
FEWEST_FOR_VOIDS = 4
