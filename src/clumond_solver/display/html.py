"""A played hand as one self-contained page: diagram, play, verdicts, turning points.

The page needs no network, no script and no other file, follows light and dark, and fits a phone. It
escapes everything that comes from a record.

>>> from clumond_solver.base.cards import Strain
>>> from clumond_solver.games.clumond.deals import Deal
>>> page = report(Record.of(Play(Deal.random(1), Seat.FOREHAND, Strain.HEARTS)))
>>> page.startswith("<!doctype html>"), "<script" in page
(True, False)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clumond_solver.base.cards import Card, Suit
from clumond_solver.base.wording import capital
from clumond_solver.display.markup import escaped, html_page
from clumond_solver.display.plots import course
from clumond_solver.display.svg import marks_of, svg
from clumond_solver.display.text import (
    better_line_text,
    better_text,
    calls_headline,
    lost_text,
    never_turned,
    open_text,
    player_name,
    player_names,
    replay_text,
    review_headline,
    reviewed_call_text,
    seating_text,
    story_text,
    trick_remarks,
    value_text,
    values_legend,
)
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Outcome, Play
from clumond_solver.records import Record, verify
from clumond_solver.results import Review, ReviewedPlay, verdict_of
from clumond_solver.rules.actions import Action, PlayCard


def report(record: Record, review: Review | None = None) -> str:
    """The page of one hand, a whole HTML document.

    ``review`` adds the verdicts with all hands open, the chances as the players saw them, and
    better cards than those that cost something. Without it the page shows the hand and its play, up
    to the first illegal card and what is wrong with it.
    """
    return _Report(record, review).page()


@dataclass(frozen=True, slots=True)
class _CardPlayed:
    """A card played, with its review if there is one."""

    card: Card
    seat: Seat
    reviewed: ReviewedPlay | None


class _Report:
    """One hand, and the sections of its page."""

    def __init__(self, record: Record, review: Review | None) -> None:
        self.record = record
        self.review = review
        self.verification = verify(record)
        self.title = record.event or "A hand of Clumond"

    def page(self) -> str:
        sections = [
            self._header(),
            *self._faults(),
            _section("The deal", svg(self.record.deal, players=self.record.players).text),
            *self._course(),
            _section("The play", self._tricks()),
            *(() if self.review is None else self._findings(self.review)),
            *self._result(),
            self._source(),
        ]
        return html_page(self.title, _STYLE, "\n".join(sections))

    def _header(self) -> str:
        record = self.record
        lines = [f"<h1>{escaped(self.title)}</h1>"]
        seating = seating_text(record.declarer, record.strain, record.players)
        lines.append(f"<p class=lead>{escaped(seating)}</p>")
        if self.review is not None:
            texts = (review_headline, story_text, better_line_text)
            paragraphs = [text(self.review, record.players) for text in texts]
            lines += [f"<p>{escaped(paragraph)}</p>" for paragraph in paragraphs if paragraph]
        if record.comment:
            lines.append(f"<blockquote>{_paragraphs(record.comment)}</blockquote>")
        return f"<header>{''.join(lines)}</header>"

    def _faults(self) -> Iterator[str]:
        if self.verification.findings:
            names = player_names(self.record.players)
            texts = (finding.with_names(names) for finding in self.verification.findings)
            items = "".join(f"<li>{escaped(text)}</li>" for text in texts)
            yield _section("What is wrong with the record", f"<ul class=faults>{items}</ul>")

    def _course(self) -> Iterator[str]:
        if self.review is not None and self.review.plays:
            chart = course(self.review, players=self.record.players)
            yield _section("How it went", f"<div class=wide>{chart.svg().text}</div>")

    # The play, one row per trick.

    def _cards_played(self) -> Iterator[_CardPlayed]:
        """The legal cards of the record."""
        play = self.record.start()
        reviewed = () if self.review is None else self.review.plays
        for index, card in enumerate(self.record.plays[: self.verification.cards_played]):
            seat = play.turn
            if seat is None:
                return
            yield _CardPlayed(card, seat, reviewed[index] if index < len(reviewed) else None)
            play.push(card)

    def _tricks(self) -> str:
        cards = list(self._cards_played())
        if not cards:
            return "<p>No card was played.</p>"
        rows, play = [], self.record.start()
        for first in range(0, len(cards), len(Seat)):
            of_trick = cards[first : first + len(Seat)]
            number = sum(play.tricks_taken) + 1
            for card_played in of_trick:
                play.push(card_played.card)
            winner = play.leader if not play.trick else None
            remark = "\n".join(trick_remarks(self.record.tricks[first // len(Seat)]))
            rows.append(self._trick_row(number, of_trick, winner, remark))
        heads = "".join(f"<th scope=col>{escaped(name)}</th>" for name in self._names())
        return (
            f"<div class=wide><table class=play><thead><tr><th scope=col>Trick</th>{heads}</tr>"
            f"</thead><tbody>{''.join(rows)}</tbody></table></div>{self._legend()}"
        )

    def _trick_row(
        self, number: int, cards: Sequence[_CardPlayed], winner: Seat | None, remark: str
    ) -> str:
        cells = dict.fromkeys(Seat, "<td></td>")
        for index, card_played in enumerate(cards):
            cells[card_played.seat] = self._card_cell(
                card_played, leads=index == 0, wins=card_played.seat is winner
            )
        row = f"<tr><th scope=row>{number}</th>{''.join(cells[seat] for seat in Seat)}</tr>"
        if remark:
            row += f"<tr class=remark><td></td><td colspan=3>{_paragraphs(remark)}</td></tr>"
        return row

    def _card_cell(self, card_played: _CardPlayed, *, leads: bool, wins: bool) -> str:
        classes = ["leads"] * leads + ["wins"] * wins
        parts = [_card_html(card_played.card)]
        if card_played.reviewed is not None and self.review is not None:
            classes.append(
                f"v-{marks_of({card_played.card: card_played.reviewed.verdict})[card_played.card]}"
            )
            classes += ["turned"] * card_played.reviewed.turned
            parts.append(_verdict_sign(card_played.reviewed))
            parts.append(self._value(card_played.reviewed, self.review))
        return f"<td class='{' '.join(classes)}'>{''.join(parts)}</td>"

    def _names(self) -> list[str]:
        """The players' names, capitalised."""
        return [capital(player_name(seat, self.record.players)) for seat in Seat]

    def _value(self, play: ReviewedPlay, review: Review) -> str:
        """A card's value to its player, and its cost."""
        if play.action not in play.values:
            return ""
        is_costly = play.cost >= review.costly_from
        lost = f" <b>−{lost_text(play, review)}</b>" if is_costly else ""
        value = value_text(play.values[play.action], review)
        return f"<span class='cost{' costly' if is_costly else ''}'>{value}{lost}</span>"

    def _legend(self) -> str:
        parts = ["<b>▸</b> led, <b>underlined</b> won the trick"]
        if self.review is not None:
            who = "its player"
            if self.review.seat is not None:
                who = escaped(player_name(self.review.seat, self.record.players))
            parts.append(
                f"<b>✓</b> {who} could still force success after the card, <b>×</b> could not,"
                " <b>?</b> not known, all hands being open; framed where that turned"
            )
            if self.review.as_seen:
                meaning = values_legend(self.review)
                parts.append(f"{meaning}; with a minus what the card gave away, if much")
        return f"<p class=key>{'; '.join(parts)}.</p>"

    # The review's findings.

    def _findings(self, review: Review) -> Iterator[str]:
        """The calls, the costliest cards, the engine's games, the turning points."""
        names = self.record.players
        calls = "".join(
            f"<li>{escaped(reviewed_call_text(call, review, names))}</li>" for call in review.calls
        )
        if calls:
            yield _section(
                "Going for clumond, or passing",
                f"<p class=key>{escaped(calls_headline(review))}</p><ul>{calls}</ul>",
            )
        items = "".join(
            f"<li>Trick {play.trick}: {_action_html(play.action)} by"
            f" {escaped(player_name(play.seat, names))} gave away"
            f" {lost_text(play, review)}. {escaped(better_text(play, review, names))}</li>"
            for play in review.costliest()
        )
        if items:
            yield _section("The costliest cards, as the players saw them", f"<ol>{items}</ol>")
        if engine := replay_text(review, names):
            yield _section("The program with these cards", f"<p>{escaped(engine)}</p>")
        yield from self._turning_points(review)

    def _turning_points(self, review: Review) -> Iterator[str]:
        play, articles = self.record.start(), []
        for card_played in self._cards_played():
            if card_played.reviewed is not None and card_played.reviewed.turned:
                articles.append(self._turning_point(play, card_played.reviewed, review))
            play.push(card_played.card)
        if articles:
            yield _section("Where the verdict changed, with all hands open", "".join(articles))
        elif never_turned(review):
            never = "<p>With all hands open the verdict never changed.</p>"
            yield _section("Where the verdict changed", never)

    def _turning_point(self, play: Play, turned: ReviewedPlay, review: Review) -> str:
        """The position before a card that changed the verdict, with the verdicts of all cards."""
        names = self.record.players
        verdicts = {
            card: verdict_of(turned.misses.get(PlayCard(card))) for card in play.legal_plays
        }
        picture = svg(play, marks=marks_of(verdicts), players=names)
        head = f"Trick {turned.trick}: {_action_html(turned.action)} by"
        sentence = escaped(f"{player_name(turned.seat, names)}. {open_text(turned, review, names)}")
        return f"<article><p>{head} {sentence}</p>{picture.text}</article>"

    def _result(self) -> Iterator[str]:
        if self.verification.outcome is not None:
            table = _outcome_table(self.verification.outcome, self._names())
            yield _section("The result", table)
        elif self.verification.illegal is None:
            taken = ", ".join(
                f"{player_name(seat, self.record.players)} {count}"
                for seat, count in zip(Seat, self.verification.tricks_taken, strict=True)
            )
            sentence = f"The record stops here; tricks taken: {taken}."
            yield _section("The result", f"<p>{escaped(sentence)}</p>")

    def _source(self) -> str:
        return (
            "<details><summary>The record as text</summary>"
            f"<pre>{escaped(str(self.record))}</pre></details>"
        )


def _section(title: str, body: str) -> str:
    return f"<section><h2>{title}</h2>{body}</section>"


def _colour(suit: Suit) -> str:
    return "red" if suit.is_red else "black"


def _action_html(action: Action) -> str:
    return _card_html(action.card) if isinstance(action, PlayCard) else escaped(str(action))


def _card_html(card: Card) -> str:
    return f"<span class='card {_colour(card.suit)}'>{card.pretty()}</span>"


def _verdict_sign(play: ReviewedPlay) -> str:
    sign = {True: "✓", False: "×", None: "?"}[play.verdict]
    return f"<span class=sign>{sign}</span>"


def _paragraphs(text: str) -> str:
    return "<br>".join(escaped(line) for line in text.splitlines())


def _outcome_table(outcome: Outcome, names: Sequence[str]) -> str:
    rows = []
    for seat in Seat:
        ended = outcome[seat]
        role = ", declarer" if seat is outcome.declarer else ""
        kept = "".join(
            f"<span class={_colour(suit)}>{suit.symbol}</span>" for suit in ended.retention
        )
        rows.append(
            f"<tr><th scope=row>{escaped(names[seat])}{role}</th><td>{kept}</td>"
            f"<td>{ended.retention.code}</td><td>{ended.tricks_text}</td>"
            f"<td>{ended.result}</td></tr>"
        )
    heads = "".join(f"<th scope=col>{head}</th>" for head in ("", "Kept", "Code", "Tricks", ""))
    return (
        f"<div class=wide><table><thead><tr>{heads}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


_STYLE = """
:root{color-scheme:light dark;--page:#fcfcfb;--ink:#1b1f24;--soft:#5a646e;--edge:#d4d9dd;
--red:#c0182b;--good:#d3f0da;--bad:#fbdcdc;--open:#ececec;--turn:#c77700}
@media (prefers-color-scheme:dark){:root{--page:#101214;--ink:#e8eaed;--soft:#a3adb7;
--edge:#3a424a;--red:#ff9095;--good:#173f26;--bad:#4d2226;--open:#31373d;--turn:#ffb74d}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:46rem;padding:1rem;background:var(--page);color:var(--ink);
font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
h1{font-size:1.6rem;line-height:1.2;margin:.5rem 0}
h2{font-size:1.15rem;margin:2rem 0 .6rem}
.lead,.key,blockquote{color:var(--soft)}
.key{font-size:.85rem}
blockquote{margin:1rem 0;padding-left:.8rem;border-left:3px solid var(--edge)}
.wide{overflow-x:auto}
.wide svg{min-width:38rem}
table{border-collapse:collapse}
table.play{width:100%}
th,td{padding:.3rem .6rem;text-align:left;border-bottom:1px solid var(--edge)}
thead th{color:var(--soft);font-weight:500;font-size:.85rem}
tbody th{font-weight:500}
td.leads::before{content:"▸";color:var(--soft);display:inline-block;width:.9em;margin-left:-.9em}
td{white-space:nowrap}
tr.remark td{white-space:normal;color:var(--soft);font-size:.9rem}
.play td:not([class=""]){padding-left:1.4em}
.card{font-weight:600;padding:.05em .2em;border-radius:.25em}
.wins .card{text-decoration:underline;text-underline-offset:.2em}
.red{color:var(--red)}
.v-makes .sign{background:var(--good)}
.v-fails .sign{background:var(--bad)}
.v-unknown .sign{background:var(--open)}
.sign{display:inline-block;min-width:1.4em;text-align:center;border-radius:.3em;margin:0 .35em}
.turned .card{outline:2px solid var(--turn)}
.cost{color:var(--soft);font-size:.85rem}
.cost.costly b{color:var(--turn)}
.faults{color:var(--red)}
article{margin:1rem 0 2rem}
pre{overflow-x:auto;padding:.8rem;border:1px solid var(--edge);border-radius:.4rem}
@media (max-width:32rem){th,td{padding:.3rem .2rem}.cost{display:block}
.play td:not([class=""]){padding-left:1em}}
@media print{details{display:none}article{break-inside:avoid}}
"""
