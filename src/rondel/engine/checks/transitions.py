"""Transitions: where each rule of a state may go, and what is said of one that goes elsewhere.

What a rule returns is the class of a state, its name, or the label of a transition, and always one of those that this very
rule says in its annotation; what another rule of the same state says does not count. ``-> Jump`` says every state there is.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from rondel.engine.declarations.state import ChanceState
from rondel.errors import RulesError, quoted

if TYPE_CHECKING:
    from rondel.engine.checks.node import Node
    from rondel.engine.checks.ruleset import Rules


def ways(rules: Rules, node: Node) -> dict[str, dict[object, Node]]:
    """Where each rule of a state may go: by class, by name, and by label where it means one state. From the end goes what
    begins a game."""
    if node.end:
        return {"setup": _ways(rules, node, "setup", rules.first)}
    # Chance acts in an ``enter`` of the engine's, which goes where ``happens`` does.
    said = {"enter": "happens"} if isinstance(node.state, ChanceState) else {}
    return {
        rule: _ways(rules, node, said.get(rule, rule), node.edges.get(said.get(rule, rule), ()))
        for rule in (*node.by_action, "enter", "first")
    }


def _ways(rules: Rules, node: Node, rule: str, said: tuple[str, ...]) -> dict[object, Node]:
    goals = [goal for goal in rules.nodes if goal.name in said]
    if rule in node.jumps:
        goals = [goal for goal in rules.nodes if not goal.private or node.private or node.master]
    found: dict[object, Node] = {}
    meant: dict[str, list[Node]] = {}
    for goal in goals:
        found[goal.kind] = found[goal.name] = goal
        meant.setdefault(node.label(rule, goal.name), []).append(goal)
    action = node.by_action.get(rule)
    if action is not None and action.state is not node.kind and found.get(node.kind) is node:
        found[action.state] = node  # what hangs on a base goes to it by staying in the state that is on
    for label, several in meant.items():
        if len(several) == 1:  # else it does not say which
            found.setdefault(label, several[0])
    return found


def goal_of(rules: Rules, node: Node, target: Any, rule: str) -> Node:
    """The state to which a rule of ``node`` goes that returned ``target``. Raises `RulesError` unless this rule says so."""
    found = node.ways[rule].get(target) if isinstance(target, type) or type(target) is str else None
    if found is None:
        raise _astray(rules, node, target, rule)
    return found


def _astray(rules: Rules, node: Node, target: Any, rule: str) -> RulesError:
    """The error for a rule that goes where it did not say it goes, or nowhere."""
    known = node.ways[rule]
    goals = ", ".join(dict.fromkeys([each.name for each in known.values()])) or "nowhere"
    if rule == "enter" and isinstance(node.state, ChanceState):
        rule = "happens"
    what = repr(rule) if node.end else f"{rule!r} of state {node.name!r}"  # no state yet when setup went wrong
    if target is None:
        return RulesError(
            f"{what} returned nothing; end it with 'return ...' on every way through, a state that it says it goes to: {goals}"
        )
    name = target.__name__ if isinstance(target, type) and target in rules.by_class else target
    if isinstance(name, str) and name in rules.by_name:
        if rules.by_name[name].private and not node.private:
            return RulesError(
                f"{what} went to the private state {name!r}, to which only players of a master come; go to the "
                "MultipleActivePlayers state whose 'first' leads there"
            )
        return RulesError(
            f"{what} went to {name!r}, which it does not say: it goes to {goals}; return one of these, or annotate it "
            f"'-> ... | To[{name}]'"
        )
    if isinstance(name, str):
        return RulesError(_unknown(what, name, known, node, rule))
    shown = name.__name__ if isinstance(name, type) else quoted(name)
    return RulesError(f"{what} returned {shown}, which is no state of its game; it goes to {goals}")


def _unknown(what: str, name: str, known: dict[object, Node], node: Node, rule: str) -> str:
    """What to say of a label or a name that a rule does not have."""
    names = [each for each in known if isinstance(each, str)]
    owner = next((each for each, ways in node.ways.items() if name in ways and each != rule), "")
    close = get_close_matches(name, names, 1)
    hint = f"which is a label of {owner!r}; " if owner else f"did you mean {close[0]!r}? " if close else ""
    joint = ", " if owner else "; "
    return f"{what} took the unknown transition {name!r}{joint}{hint}known: {', '.join(names) or 'none'}"
