"""Expressions, after their help text: what they give for a record, and how they are written.

An expression is a tuple: ("number", text), ("field", path), (operator, left, right), ("neg", part),
("call", name, part…), ("if", condition, then, else).
"""

import decimal
import re
from decimal import Decimal

from formats import Failure
from values import MISSING, Number, Untyped, json_text, kind, moment, number, plain_text, shortest

QUOTIENT = decimal.Context(
    prec=34, rounding=decimal.ROUND_HALF_EVEN, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN)
DURATION = re.compile(r"-?[0-9.]+(e[+-]?[0-9]+)?(ms|s|min|h|days?|weeks?)\Z", re.IGNORECASE)


class Unknown(Exception):
    """The rules do not say what must come out."""


def is_null(value):
    return value is None or value is MISSING or kind(value) == "untyped" and value == ""


def as_number(value):
    which = kind(value)
    if which == "number":
        return value.value
    return number(value) if which == "untyped" else None


def operand(value):
    """A value as the number to calculate with."""
    found = as_number(value)
    if found is not None:
        return found
    text = str(value) if kind(value) in ("text", "untyped") else ""
    if moment(text) is not None or DURATION.match(text):
        raise Unknown("dates are calculated elsewhere")
    return None


def made(value):
    """A number that was calculated, which has at most 100 digits."""
    digits = shortest(value).replace("-", "").replace(".", "").strip("0")
    if len(digits) > 100:
        raise Failure(1, "100 digits")
    if value != 0 and not -60 < value.adjusted() < 60:
        raise Unknown("a number with very many digits")
    return Number(shortest(value))


def cell(found):
    """A value outside an expression, where a number that a decimal cannot hold is text of no kind."""
    if kind(found) != "number":
        return found
    made(found.value)
    digits = found.text.strip("-").replace(".", "").strip("0")
    return found if len(digits) <= 38 else Untyped(found.text)


def calculate(sign, left, right):
    one, other = operand(left), operand(right)
    if one is None or other is None:
        raise Failure(2, f"'{sign}'")
    if sign in "/%" and other == 0:
        raise Failure(2, "zero")
    for value in (one, other):
        if value != 0 and not -60 < value.adjusted() < 60:
            raise Unknown("a number with very many digits")
    if sign == "/":
        return made(QUOTIENT.divide(one, other))
    return made({"+": lambda: one + other, "-": lambda: one - other, "*": lambda: one * other,
                 "%": lambda: one % other}[sign]())


def rounded(value, places):
    unit = Decimal(1).scaleb(-places)
    return (value / unit).to_integral_value(decimal.ROUND_HALF_UP) * unit


def call(name, parts):
    first = parts[0]
    if name in ("round", "floor", "abs"):
        found = as_number(first)
        if found is None:
            raise Unknown("perhaps a duration") if name == "abs" else Failure(2, f"'{name}'")
        if found != 0 and not -60 < found.adjusted() < 60:
            raise Unknown("a number with very many digits")
        if name == "abs":
            return made(abs(found))
        if name == "floor":
            return made(found.to_integral_value(decimal.ROUND_FLOOR))
        return made(rounded(found, int(parts[1].value) if len(parts) > 1 else 0))
    which = kind(first)
    if name == "length" and which == "list":
        return Number(str(len(first)))
    if first is None or first is MISSING or which in ("list", "record"):
        raise Failure(2, f"'{name}'")
    text = written(first)
    if name == "length":
        return Number(str(len(text)))
    return "".join(c.lower() if name == "lower" else c.upper() for c in text) \
        if text.isascii() else unknown("letters")


def written(value):
    """A value as text in an expression, where a number beyond 100 places has an exponent."""
    if kind(value) != "number" or value.value == 0:
        return plain_text(value)
    digits, exponent = value.value.normalize().as_tuple()[1:]
    if -120 <= exponent <= 100:
        return plain_text(value)
    sign = "-" if value.value < 0 else ""
    return f"{sign}{''.join(map(str, digits))}e{exponent}"


def unknown(what):
    raise Unknown(what)


def value(node, row, is_true):
    """The value of an expression; `is_true` evaluates a condition."""
    name = node[0]
    if name == "number":
        return Number(node[1])
    if name == "field":
        return node[1].of(row)
    if name == "neg":
        found = operand(value(node[1], row, is_true))
        if found is None:
            raise Failure(2, "'-'")
        return made(-found)
    if name == "call":
        return call(node[1], [value(part, row, is_true) for part in node[2:]])
    if name == "if":
        return value(node[2] if is_true(node[1], row) else node[3], row, is_true)
    return calculate(name, value(node[1], row, is_true), value(node[2], row, is_true))


def equal(one, other):
    """Whether two values are equal, by their kinds; what is missing is equal to nothing."""
    if one is MISSING or other is MISSING:
        return False
    kinds = kind(one), kind(other)
    if kinds == ("untyped", "untyped"):
        for read in (number, moment):
            if read(one) is not None and read(other) is not None:
                return read(one) == read(other)
        return str(one) == str(other)
    if kinds[0] == "untyped":
        one, other, kinds = other, one, kinds[::-1]
    if kinds[1] == "untyped":
        text = str(other)
        return {"number": lambda: number(text) == one.value,
                "text": lambda: str(one) == text,
                "boolean": lambda: text == ("true" if one else "false"),
                "null": lambda: text == ""}.get(kinds[0], lambda: False)()
    if kinds[0] != kinds[1]:
        return False
    if kinds[0] == "number":
        return one.value == other.value
    if kinds[0] == "list":
        return len(one) == len(other) and all(map(equal, one, other))
    if kinds[0] == "record":
        names = {}
        for key, member in other:
            names.setdefault(key, member)
        return len(one) == len(other) and all(
            key in names and equal(member, names[key]) for key, member in one)
    return one == other


def order(one, other):
    """-1, 0 or 1, or None if two values have no common order."""
    def compared(read):
        left, right = read(one), read(other)
        return None if left is None or right is None else (left > right) - (left < right)

    def text(value):
        return str(value).encode() if kind(value) in ("text", "untyped") else None

    def boolean(value):
        if kind(value) == "untyped":
            return {"true": True, "false": False}.get(str(value))
        return value if kind(value) == "boolean" else None

    kinds = kind(one), kind(other)
    if kinds == ("untyped", "untyped"):
        for read in (number, moment):
            if compared(read) is not None:
                return compared(read)
        if DURATION.match(one) and DURATION.match(other):
            raise Unknown("durations are compared elsewhere")
        return compared(text)
    if "number" in kinds:
        return compared(as_number)
    if "boolean" in kinds:
        return compared(boolean)
    times = compared(lambda value: moment(str(value)) if text(value) is not None else None)
    return compared(text) if times is None else times


def compares(one, comparison, other):
    if comparison in ("=", "!="):
        return equal(one, other) == (comparison == "=")
    if is_null(one) or is_null(other):
        return False
    found = order(one, other)
    if found is None:
        raise Failure(2, "neither is before")
    return {"<": found < 0, "<=": found <= 0, ">": found > 0, ">=": found >= 0}[comparison]


__all__ = ["Unknown", "value", "compares", "json_text"]
