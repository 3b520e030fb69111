"""Operations: the results of PHP's operators and casts."""

from __future__ import annotations

from rondel.bga.php.conversion import as_number, as_text, as_truth, equal, identical, order
from rondel.bga.php.value import Array, Value


def apply(operator: str, one: Value, other: Value) -> Value:
    """The result of an operator for two values. Raises `ValueError`, also for an unsupported operator, and `ZeroDivisionError`.

    >>> apply(".", "act", 5), apply("%", -7, 3), apply("/", 6, 3), apply("<=>", 1, 2)
    ('act5', -1, 2, -1)
    """
    match operator:
        case ".":
            return as_text(one) + as_text(other)
        case "==":
            return equal(one, other)
        case "!=" | "<>":
            return not equal(one, other)
        case "===":
            return identical(one, other)
        case "!==":
            return not identical(one, other)
        case "<":
            return order(one, other) < 0
        case ">":
            return order(one, other) > 0
        case "<=":
            return order(one, other) <= 0
        case ">=":
            return order(one, other) >= 0
        case "<=>":
            return order(one, other)
        case "xor":
            return as_truth(one) != as_truth(other)
        case "+" if isinstance(one, Array) and isinstance(other, Array):
            return one.plus(other)
    return _reckon(operator, as_number(one), as_number(other))


def _reckon(operator: str, left: int | float, right: int | float) -> Value:
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            whole = isinstance(left, int) and isinstance(right, int) and left % right == 0
            return left // right if whole else left / right
        case "**":
            if abs(right) > 64:
                raise ValueError("such a power is not read")
            power: int | float = left**right
            return power
    first, second = int(left), int(right)
    match operator:
        case "%":
            return abs(first) % abs(second) * (1 if first >= 0 else -1)
        case "|":
            return first | second
        case "&":
            return first & second
        case "^":
            return first ^ second
        case "<<" if 0 <= second < 64:
            return first << second
        case ">>" if 0 <= second < 64:
            return first >> second
    raise ValueError(f"the operator {operator} is not read")


def turn(operator: str, value: Value) -> Value:
    """The result of an operator for one value. Raises `ValueError`.

    >>> turn("!", 0), turn("-", "3")
    (True, -3)
    """
    if operator == "!":
        return not as_truth(value)
    number = as_number(value)
    if operator == "-":
        return -number
    if operator == "+":
        return number
    raise ValueError(f"the operator {operator} is not read")


def cast(kind: str, value: Value) -> Value:
    """The result of a cast. Raises `ValueError`.

    >>> cast("int", "12"), cast("bool", ""), cast("string", True)
    (12, False, '1')
    """
    match kind.strip().lower():
        case "int" | "integer":
            return int(as_number(value))
        case "float" | "double":
            return float(as_number(value))
        case "string":
            return as_text(value)
        case "bool" | "boolean":
            return as_truth(value)
        case "array" if isinstance(value, Array):
            return value
    raise ValueError("this cast is not read")
