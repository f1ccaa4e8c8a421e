"""Help for a person at the table: hints with reasons, reviews, ratings, and practice."""

from clumond_solver.base import by_type

by_type.add(
    "words",
    {
        "clumond_solver.coach.hints_and_reviews": "clumond_solver.coach.words",
        "clumond_solver.coach.clumond.puzzles": "clumond_solver.coach.clumond.practice_words",
        "clumond_solver.coach.clumond.call_practice": "clumond_solver.coach.clumond.practice_words",
    },
)
by_type.add("rows", {"clumond_solver.coach.hints_and_reviews": "clumond_solver.coach.frames"})
by_type.add("json", {"clumond_solver.coach.hints_and_reviews": "clumond_solver.coach.words"})
