"""Reports: what came of a tournament, as a table for a terminal, as JSON, and as a page that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any, Final

from rondel.tournament.outcome import Outcome
from rondel.tournament.plot import rating_plot
from rondel.tournament.rating import Rating, algorithm, courses
from rondel.tournament.standing import Standing, crosstable, standings
from rondel.tournament.tournament import Tournament

STYLE: Final = """
:root { color-scheme: light dark; --ink: #1d1d1f; --paper: #fff; --line: #d8d8dc; --good: 47 140 87 }
@media (prefers-color-scheme: dark) { :root { --ink: #ececf0; --paper: #17181b; --line: #3a3b40 } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem;
  margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.1rem; margin-top: 2rem }
.wide { overflow-x: auto } svg { width: 100%; height: auto; max-width: 720px }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .7rem; text-align: right; white-space: nowrap }
th:first-child, td:first-child { text-align: left } td.self { background: var(--line) }
small { opacity: .75 }
"""


class Report:
    """What came of a tournament."""

    def __init__(self, tournament: Tournament, outcomes: Sequence[Outcome]) -> None:
        self.tournament = tournament
        self.outcomes = outcomes
        self.standings = standings(tournament.entrants, outcomes)
        self.courses = courses(tournament.entrants, outcomes)
        self.spoilt = [each for each in outcomes if each.fault is not None and each.fault.seat < 0]
        """Games that do not count: the rules broke down, or the process that played them."""

    @property
    def rows(self) -> list[tuple[Standing, Rating]]:
        """Everybody's standing and rating, best first."""
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
        """A page of its own, with nothing to fetch."""
        tournament = self.tournament
        title = f"Tournament of {tournament.setting.game}"
        how = "everybody against everybody" if tournament.rounds is None else f"{tournament.rounds} Swiss rounds"
        options = ", ".join(f"{name}={value}" for name, value in tournament.setting.options.items())
        lead = (
            f"{len(self.outcomes)} games, {how}, {tournament.games} for each line-up with the seats rotating; seed "
            f"{tournament.seed}{'; ' + options if options else ''}."
        )
        parts = [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
            f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>",
            f"<h1>{escape(title)}</h1><p>{escape(lead)}</p>",
            f"<h2>Standings</h2>{self._table()}",
            "<p><small>A win is one point, a draw is shared. In brackets where the mean lies with 95 % confidence.</small></p>",
        ]
        if any(len(course) > 1 for course in self.courses):
            plot = rating_plot([each.name for each in tournament.entrants], self.courses)
            parts.append(f"<h2>Ratings</h2>{plot}")
            parts.append(f"<p><small>By {escape(algorithm())}; the bands are 95 % confidence.</small></p>")
        if len(tournament.entrants) > 1:
            parts.append(
                f"<h2>Against each other</h2>{self._crosstable()}"
                "<p><small>What the one in the row made against the one in the column.</small></p>"
            )
        faults = [each for each in self.outcomes if each.fault is not None]
        if faults:
            parts.append(f"<h2>Faults</h2><ul>{''.join(self._fault(each) for each in faults[:50])}</ul>")
            if len(faults) > 50:
                parts.append(f"<p>And {len(faults) - 50} more.</p>")
        return "\n".join([*parts, "</body></html>", ""])

    def _table(self) -> str:
        heads = ("player", "games", "wins", "draws", "losses", "points a game", "rating")
        rows = []
        for standing, rating in self.rows:
            row = standing.to_json()
            low, high = standing.interval
            cells = [escape(standing.name), row["games"], row["wins"], row["draws"], row["losses"]]
            cells.append(f"{standing.mean:.3f} ({low:.3f}–{high:.3f})")
            cells.append(f"{rating.mean:.1f} ± {rating.interval[1] - rating.mean:.1f}")
            rows.append("".join(f"<td>{cell}</td>" for cell in cells))
        head = "".join(f"<th>{each}</th>" for each in heads)
        return f'<div class="wide"><table><tr>{head}</tr>{"".join(f"<tr>{row}</tr>" for row in rows)}</table></div>'

    def _crosstable(self) -> str:
        names = [each.name for each in self.tournament.entrants]
        order = sorted(range(len(names)), key=lambda each: -self.standings[each].mean)
        table = crosstable(self.tournament.entrants, self.outcomes)
        head = "".join(f"<th>{escape(names[each])}</th>" for each in order)
        rows = []
        for row in order:
            cells = [f"<td>{escape(names[row])}</td>"]
            for column in order:
                share, games = table[row][column]
                if row == column:
                    cells.append('<td class="self"></td>')
                elif not games:
                    cells.append("<td>–</td>")
                else:
                    cells.append(f'<td style="background: rgb(var(--good) / {share * 0.4:.2f})">{share:.3f}</td>')
            rows.append(f"<tr>{''.join(cells)}</tr>")
        return f'<div class="wide"><table><tr><th></th>{head}</tr>{"".join(rows)}</table></div>'

    def _fault(self, outcome: Outcome) -> str:
        fault = outcome.fault
        if fault is None:
            return ""
        who = self.tournament.entrants[outcome.seated[fault.seat]].name if fault.seat >= 0 else "the game"
        return f"<li>{escape(outcome.id)}: {escape(who)}, {escape(fault.code)}: {escape(fault.message)}</li>"
