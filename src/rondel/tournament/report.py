"""Reports: the results of a tournament, as a table for a terminal, as JSON, and as a stand-alone page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any, Final

from rondel.rating import Rating, algorithm
from rondel.tournament.outcome import Outcome
from rondel.tournament.plot import NARROW, NUMBERS, colour_of, rating_plot
from rondel.tournament.rating_history import rating_histories
from rondel.tournament.standing import Standing, crosstable, standings
from rondel.tournament.tournament import Tournament

FAULTS: Final = 50
"""Maximum kinds of faults listed on the page."""

STYLE: Final = """
:root { color-scheme: light dark; --paper: #f4f0e8; --sheet: #fffdf8; --ink: #23201b; --muted: #6f675b; --line: #e2dacb;
  --accent: #1d6b57; --alarm: #a3231c; --good: 29 107 87; --shade: rgb(59 47 26 / 9%) }
@media (prefers-color-scheme: dark) { :root { --paper: #171512; --sheet: #211e1a; --ink: #f1ebdf; --muted: #a79e8f;
  --line: #37322b; --accent: #58b89b; --alarm: #ff9d8f; --good: 88 184 155; --shade: rgb(0 0 0 / 42%) } }
* { box-sizing: border-box }
body { margin: 0 auto; padding: 28px 20px 48px; max-width: 1000px; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; font-variant-numeric: tabular-nums }
h1, h2 { margin: 0; font: 600 26px/1.2 "Iowan Old Style", Palatino, Georgia, serif }
h2 { font-size: 19px }
p { margin: 0 } small, .lead, .note { color: var(--muted) } .note { font-size: 13px }
.lead { margin: 6px 0 22px }
section { display: grid; grid-template-columns: minmax(0, 1fr); gap: 12px; margin: 0 0 18px; padding: 18px 20px;
  background: var(--sheet); border: 1px solid var(--line); border-radius: 14px;
  box-shadow: 0 1px 2px var(--shade), 0 8px 24px var(--shade) }
svg { display: block; width: 100%; height: auto }
.narrow { display: none }
table { border-collapse: collapse; width: 100% }
th, td { padding: 8px 10px; border-top: 1px solid var(--line); text-align: right; white-space: nowrap }
thead th { border-top: 0; color: var(--muted); font-size: 13px; font-weight: 500 }
th[scope=row], thead th:first-child { padding-left: 0; text-align: left }
th[scope=row] { position: relative; padding-left: 45px; font-weight: 600; white-space: normal; overflow-wrap: anywhere }
td:last-child, thead th:last-child { padding-right: 0 }
.rank { position: absolute; left: 0; color: var(--muted); font-weight: 400 }
.dot { position: absolute; left: 25px; width: 10px; height: 10px; margin-top: .42em; border-radius: 50%;
  background: var(--its) }
.lies { width: 30% } .lies svg { overflow: visible }
.span { stroke: var(--its); stroke-width: 6; stroke-linecap: round; opacity: .35 } .mean { fill: var(--its) }
.half { stroke: var(--line) }
.wide { overflow-x: auto } .wide table { width: auto }
.wide th[scope=row], .wide thead th:first-child { position: sticky; left: 0; min-width: 130px; max-width: 260px;
  padding-right: 14px; background: var(--sheet) }
.wide td, .wide thead th + th { min-width: 64px; text-align: center } .wide td.self { color: var(--muted) }
ul { display: grid; gap: 10px; margin: 0; padding: 0; list-style: none } li { overflow-wrap: anywhere }
.times { color: var(--alarm); font-weight: 600 }
@media (max-width: 640px) {
  body { padding: 18px 10px 32px } section { padding: 14px } h1 { font-size: 22px }
  .narrow { display: block } .broad { display: none }
  .standings thead { display: none } .standings, .standings tbody { display: block }
  .standings tr { display: flex; flex-wrap: wrap; gap: 2px 14px; padding: 12px 0; border-top: 1px solid var(--line) }
  .standings tr:first-child { border-top: 0; padding-top: 0 }
  .standings th, .standings td { padding: 0; border: 0; text-align: left }
  .standings th[scope=row] { flex: 1 1 140px; padding-left: 45px }
  .standings .rating { order: 1; text-align: right } .standings .lies { order: 2; flex-basis: 100% }
  .standings .points { order: 3; flex-basis: 100% }
  .standings .count { order: 4; color: var(--muted); font-size: 13px }
  .standings .points::before { content: "points a game "; color: var(--muted); font-size: 13px }
  .standings .rating::before { content: "rating "; color: var(--muted); font-size: 13px }
  .standings .count::after { content: " " attr(data-of) }
  .wide .dot { display: none } .wide th[scope=row] { padding-left: 24px }
  .wide th[scope=row], .wide thead th:first-child { min-width: 116px; max-width: 116px; padding-right: 8px }
  .wide td, .wide thead th + th { min-width: 52px; padding: 8px 4px }
}
"""


class Report:
    """The results of a tournament.

    >>> from rondel.tournament import Tournament
    >>> tournament = Tournament("tic_tac_toe", ["random", "greedy"], games=20, seed=1)
    >>> [standing.name for standing, rating in Report(tournament, tournament.run()).rows]
    ['greedy', 'random']
    """

    def __init__(self, tournament: Tournament, outcomes: Sequence[Outcome]) -> None:
        self.tournament = tournament
        self.outcomes = outcomes
        self.standings = standings(tournament.entrants, outcomes)
        self.courses = rating_histories(tournament.entrants, outcomes)
        self.spoilt = [each for each in outcomes if each.fault is not None and each.fault.seat < 0]
        """Void games: the rules failed, or the process that played them."""

    @property
    def rows(self) -> list[tuple[Standing, Rating]]:
        """The standing and rating of every entrant, best first."""
        rows = [(each, course[-1]) for each, course in zip(self.standings, self.courses, strict=True)]
        return sorted(rows, key=lambda row: -row[0].mean)

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        names = [each.name for each in self.tournament.entrants]
        table = crosstable(self.tournament.entrants, self.outcomes)
        return {
            **self.tournament.describe(),
            "played": len(self.outcomes),
            "answers": sum(each.answers for each in self.outcomes),
            "rated_by": algorithm(),
            "standings": [{**standing.to_json(), "rating": rating.to_json()} for standing, rating in self.rows],
            "against": {
                name: {
                    other: {"mean": round(share, 4), "games": games}
                    for other, (share, games) in zip(names, row, strict=True)
                    if games
                }
                for name, row in zip(names, table, strict=True)
            },
            "faults": [
                {"game": each.id, "seat": each.fault.seat, "code": each.fault.code, "message": each.fault.message}
                for each in self.outcomes
                if each.fault is not None
            ],
        }

    def to_html(self) -> str:
        """A stand-alone page for wide and narrow screens, light and dark."""
        tournament = self.tournament
        title = f"Tournament of {self._game()}"
        how = "round robin" if tournament.rounds is None else f"{tournament.rounds} Swiss rounds"
        options = ", ".join(f"{name}={value}" for name, value in tournament.setting.options.items())
        lead = (
            f"{len(self.outcomes)} games, {how}, {tournament.games} for each line-up with the seats rotating; seed "
            f"{tournament.seed}{'; ' + options if options else ''}."
        )
        parts = [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>",
            f'<h1>{escape(title)}</h1><p class="lead">{escape(lead)}</p>',
            _section(
                "Standings",
                self._table(),
                "A win is one point, a draw is shared. The bar is where the points a game lie with 95 % confidence, from none "
                "to one; the mark is at a half.",
            ),
        ]
        if any(len(course) > 1 for course in self.courses):
            names = [each.name for each in tournament.entrants]
            places = [str(self._order().index(number) + 1) for number in range(len(names))]
            narrow = rating_plot(places, self.courses, width=NARROW, right=NUMBERS)
            plots = f'<div class="broad">{rating_plot(names, self.courses)}</div><div class="narrow">{narrow}</div>'
            parts.append(_section("Ratings", plots, f"By {algorithm()}; the bands are 95 % confidence."))
        if len(tournament.entrants) > 1:
            note = "Points a game of the row's player against the column's, by rank."
            parts.append(_section("Against each other", self._crosstable(), note))
        if faults := self._faults():
            parts.append(_section("Faults", faults, "A player at fault loses the game; other failures void the game."))
        return "\n".join([*parts, "</body></html>", ""])

    def _game(self) -> str:
        """The title of the game."""
        kind = self.tournament.setting.kind()
        return kind.title or kind.name

    def _order(self) -> list[int]:
        """The numbers of the entrants, best first."""
        return sorted(range(len(self.standings)), key=lambda each: -self.standings[each].mean)

    def _who(self, number: int) -> str:
        """The head of an entrant's row: its rank, its colour, its name."""
        place = self._order().index(number) + 1
        return (
            f'<th scope="row"><span class="rank">{place}</span><span class="dot" style="--its: {colour_of(number)}"></span>'
            f"{escape(self.standings[number].name)}</th>"
        )

    def _table(self) -> str:
        heads = ("player", "games", "won", "drawn", "lost", "", "points a game", "rating")
        rows = []
        for number in self._order():
            standing, rating = self.standings[number], self.courses[number][-1]
            row = standing.to_json()
            low, high = standing.interval
            counts = zip(("games", "won", "drawn", "lost"), ("games", "wins", "draws", "losses"), strict=True)
            cells = [self._who(number)]
            cells += [f'<td class="count" data-of="{said}">{row[name]}</td>' for said, name in counts]
            cells.append(f'<td class="lies" style="--its: {colour_of(number)}">{_bar(low, standing.mean, high)}</td>')
            cells.append(f'<td class="points">{standing.mean:.3f} <small>{low:.3f} to {high:.3f}</small></td>')
            spread = rating.interval[1] - rating.mean
            cells.append(f'<td class="rating">{rating.mean:.1f} <small>± {spread:.1f}</small></td>')
            rows.append(f"<tr>{''.join(cells)}</tr>")
        head = "".join(f'<th scope="col">{each}</th>' for each in heads)
        return f'<table class="standings"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'

    def _crosstable(self) -> str:
        order = self._order()
        table = crosstable(self.tournament.entrants, self.outcomes)
        head = "".join(
            f'<th scope="col" title="{escape(self.standings[each].name)}">{place}</th>' for place, each in enumerate(order, 1)
        )
        rows = []
        for row in order:
            cells = [self._who(row)]
            for column in order:
                share, games = table[row][column]
                if row == column:
                    cells.append('<td class="self">·</td>')
                elif not games:
                    cells.append("<td>–</td>")
                else:
                    cells.append(f'<td style="background: rgb(var(--good) / {share * 0.42:.2f})">{share:.3f}</td>')
            rows.append(f"<tr>{''.join(cells)}</tr>")
        return (
            f'<div class="wide"><table><thead><tr><th scope="col">player</th>{head}</tr></thead>'
            f"<tbody>{''.join(rows)}</tbody></table></div>"
        )

    def _faults(self) -> str:
        """The faults, grouped by player and message, the most frequent first."""
        alike: dict[tuple[str, str, str], list[str]] = {}
        for each in self.outcomes:
            fault = each.fault
            if fault is not None:
                who = self.tournament.entrants[each.seated[fault.seat]].name if fault.seat >= 0 else "the game"
                alike.setdefault((who, fault.code, fault.message), []).append(each.id)
        if not alike:
            return ""
        shown = sorted(alike.items(), key=lambda each: -len(each[1]))
        lines = [
            f'<li><span class="times">{len(games)} ×</span> <b>{escape(who)}</b> · {escape(code)} · {escape(message)} '
            f"<small>({'in' if len(games) == 1 else 'first in'} {escape(games[0])})</small></li>"
            for (who, code, message), games in shown[:FAULTS]
        ]
        if len(shown) > FAULTS:
            lines.append(f"<li>And {len(shown) - FAULTS} others.</li>")
        return f"<ul>{''.join(lines)}</ul>"


def _section(title: str, content: str, note: str) -> str:
    return f'<section><h2>{escape(title)}</h2>{content}<p class="note">{escape(note)}</p></section>'


def _bar(low: float, mean: float, high: float) -> str:
    """A bar with the mean between 0 and 1 and its confidence interval."""
    return (
        '<svg viewBox="-6 0 212 16" aria-hidden="true"><path class="half" d="M0 8H200M100 2V14"/>'
        f'<path class="span" d="M{200 * low:.1f} 8H{200 * high:.1f}"/>'
        f'<circle class="mean" cx="{200 * mean:.1f}" cy="8" r="5"/></svg>'
    )
