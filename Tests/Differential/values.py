"""The values of records: reading and writing them, after the documented rules alone."""

import re
from decimal import Decimal

NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?\Z", re.ASCII)
DAY = r"(\d{4})-(\d\d)-(\d\d)"
MOMENT = re.compile(
    DAY + r"(?:T(\d\d):(\d\d):(\d\d)(\.\d+)?(?:(Z)|([+-])(\d\d):?(\d\d)))?\Z", re.ASCII)
DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]


class Untyped(str):
    """A value of CSV or TSV, which is written as it came."""


class Missing:
    """The lack of a field, or of a step of a path."""


MISSING = Missing()


class Row(dict):
    """A record: its own fields, in their order."""

    def __init__(self, fields=(), is_element=False):
        super().__init__(fields)
        # Whether it is only a value, written without the name `value`.
        self.is_element = is_element


class Number:
    """A number of JSON that a decimal can hold."""

    __slots__ = ("value", "text")

    def __init__(self, written):
        self.value = Decimal(written)
        self.text = shortest(self.value)


class Record(list):
    """A nested record: pairs of names and values."""

    def get(self, name):
        return next((value for key, value in self if key == name), None)


def json_number(written):
    """A number of JSON; one that no decimal can hold has no type, as in CSV."""
    return Number(written) if fits_decimal(Decimal(written), written) else Untyped(written)


def fits_decimal(value, written):
    """Whether a number has at most 38 digits and is neither huge nor tiny."""
    if re.fullmatch(r"-?[0-9]+", written) and abs(value) < 2**63:
        return True
    exponent = (value if value == 0 else value.normalize(EXACT)).as_tuple().exponent
    return sum(c.isdigit() for c in written) <= 38 and -128 <= exponent <= 127


def shortest(value):
    """A number without exponent and without zeros at the end of its fraction; minus zero is zero."""
    if value == 0:
        return "0"
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def number(text):
    """The number that a text reads as, or None."""
    return Decimal(text) if NUMBER.match(text) else None


def moment(text):
    """The seconds since 1970 of a date or a timestamp, or None."""
    match = MOMENT.match(text)
    if not match:
        return None
    year, month, day = (int(part) for part in match.groups()[:3])
    if not 1 <= month <= 12:
        return None
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    if not 1 <= day <= DAYS[month - 1] + (leap and month == 2):
        return None
    # Proleptic Gregorian days, counted from a March to leave February last.
    y, m = (year, month - 3) if month > 2 else (year - 1, month + 9)
    days = y * 365 + y // 4 - y // 100 + y // 400 + (m * 153 + 2) // 5 + day - 1 - 719468
    seconds, fraction = days * 86400, 0.0
    if match[4]:
        hour, minute, second = int(match[4]), int(match[5]), int(match[6])
        if hour > 23 or minute > 59 or second > 60:
            return None
        seconds += hour * 3600 + minute * 60 + second
        fraction = float("0" + match[7]) if match[7] else 0.0
        if not match[8]:
            if int(match[10]) > 23 or int(match[11]) > 59:
                return None
            east = int(match[10]) * 3600 + int(match[11]) * 60
            seconds += east if match[9] == "-" else -east
    return seconds + fraction


def kind(value):
    """What a value is; untyped text is the kind `untyped`."""
    if value is None or value is MISSING:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, Number):
        return "number"
    if isinstance(value, Untyped):
        return "untyped"
    if isinstance(value, str):
        return "text"
    return "record" if isinstance(value, Record) else "list"


def reading(value):
    """The kind that a value counts as, and what is compared; untyped text is what it reads as."""
    which = kind(value)
    if which == "untyped":
        as_number = number(value)
        if as_number is not None:
            return "number", as_number
        as_date = moment(value)
        return ("date", as_date) if as_date is not None else ("text", str(value).encode())
    if which == "number":
        return which, value.value
    if which == "text":
        return which, value.encode()
    if which in ("list", "record"):
        return "nested", json_text(value)
    return (which, None) if which == "null" else (which, value)


ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def json_string(text):
    return '"' + re.sub(
        r'[\x00-\x1f"\\]', lambda m: ESCAPES.get(m[0]) or f"\\u{ord(m[0]):04x}", text) + '"'


def json_text(value):
    which = kind(value)
    if which == "null":
        return "null"
    if which == "boolean":
        return "true" if value else "false"
    if which == "number":
        return value.text
    if which == "untyped":
        return str(value) if NUMBER.match(value) else json_string(value)
    if which == "text":
        return json_string(value)
    if which == "list":
        return "[" + ",".join(map(json_text, value)) + "]"
    return "{" + ",".join(
        json_string(k) + ":" + json_text(v) for k, v in value if v is not MISSING) + "}"


def plain_text(value):
    """A value as text without quotes."""
    if value is None or value is MISSING:
        return ""
    return str(value) if isinstance(value, str) else json_text(value)


import decimal  # noqa: E402

EXACT = decimal.Context(prec=2000, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN)
decimal.setcontext(EXACT)
