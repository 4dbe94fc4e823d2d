"""The stages, after their help texts: each takes records and gives records."""

import decimal
import re
from decimal import Decimal

import expressions
from expressions import Unknown, is_null
from formats import READERS, Failure, write
from values import MISSING, Number, Record, Row, Untyped, json_text, kind, moment, number, plain_text, reading
from values import shortest

IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
PLURALS = {"text": "text", "number": "numbers", "date": "dates", "boolean": "Booleans"}


class Stream:
    """Records on their way: `columns` are the fields that any has; all of them are named, or only some."""

    def __init__(self, columns, is_list, rows, named=(), is_named=False):
        self.columns, self.is_list, self.rows = columns, is_list, rows
        self.named, self.is_named = list(named), is_named

    def of(self, rows, is_list=None):
        """Other records with these fields."""
        return Stream(self.columns, self.is_list if is_list is None else is_list, rows, self.named, self.is_named)


def gated(stream, texts, is_condition=False, failure=None):
    """The records, once each field was seen: in the first 1,000 records, or at the end."""
    if not texts:
        return stream
    failure = failure or (lambda text: Failure(2, f"there is no field '{text}'"))
    missing = [text for text in dict.fromkeys(texts) if Field.column(
        text, stream.columns if stream.is_named else stream.named) is None]
    if missing and stream.is_named and stream.columns:
        raise failure(missing[0])
    held, ended = [], None
    while missing:
        try:
            row = next(stream.rows)
        except StopIteration:
            if held:
                raise failure(missing[0])
            break
        except Failure as error:
            # What did not come might have had the fields.
            if not hasattr(error, "is_of_source"):
                raise
            if held and len(missing) > 0:
                raise Unknown("a stage may fail, too")
            ended, missing = error, []
            break
        held.append(row)
        missing = [text for text in missing if Field.column(text, list(row)) is None]
        if missing and len(held) == 1000:
            if not is_condition:
                raise failure(missing[0])
            break

    def rows():
        left = missing
        yield from held
        if ended:
            raise ended
        for row in stream.rows:
            left = [text for text in left if Field.column(text, list(row)) is None]
            yield row
        if left and held:
            raise failure(left[0])
    return stream.of(rows())


def steps_of(text):
    """The steps of a path after its first field, or None."""
    if not re.fullmatch(r"(\.[^.\[]+|\[-?[0-9]+\])+", text):
        return None
    return [int(index) if index else name
            for name, index in re.findall(r"\.([^.\[]+)|\[(-?[0-9]+)\]", text)]


class Field:
    """A field that a stage uses."""

    def __init__(self, text):
        self.text = text

    @staticmethod
    def column(text, columns):
        """The name among the columns that a field begins with, and the steps behind it; None if it is not there."""
        if text in columns:
            return text, []
        found = None
        for name in columns:
            steps = steps_of(text[len(name):]) if name and text.startswith(name) else None
            if steps and (found is None or len(name.encode()) > len(found[0].encode())):
                found = name, steps
        return found

    def of(self, row):
        found = self.column(self.text, list(row))
        if found is None:
            return MISSING
        value = row[found[0]]
        for step in found[1]:
            if isinstance(step, int):
                if kind(value) != "list" or not -len(value) <= step < len(value):
                    return MISSING
                value = value[step]
            elif kind(value) != "record" or step not in [name for name, _ in value]:
                return MISSING
            else:
                value = value.get(step)
        return value


# where


IMPOSSIBLE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(T|\Z)")


class Unquoted(str):
    """The text of a word that is written without quotes."""


class Literal:
    """The right side of a comparison: a number, a date, true, false and null without quotes are of their own kinds."""

    def __init__(self, text):
        self.text = text
        is_bare = isinstance(text, Unquoted)
        self.is_null = is_bare and text == "null"
        self.is_duration = is_bare and expressions.DURATION.match(text)
        self.date = moment(text) if is_bare else None
        if is_bare and self.date is None and IMPOSSIBLE.match(text):
            raise Unknown("a day that is not in the calendar is an error before anything else")
        self.value = str(text)
        if is_bare and number(text) is not None:
            self.value, self.date = Number(text), None
        elif is_bare and text in ("true", "false", "null"):
            self.value = {"true": True, "false": False, "null": None}[text]
        # A word such as `today`, which has no order to a date.
        self.is_word = is_bare and isinstance(self.value, str) and text[:1].isascii() and text[:1].isalpha()


def compares(value, comparison, literal, field):
    which, is_order = kind(value), comparison in ("<", "<=", ">", ">=")
    mismatch = Failure(2, f"'{field.text}'")
    if literal.is_duration:
        raise Unknown("durations are compared elsewhere")
    if literal.date is not None:
        if is_null(value):
            return comparison == "!="
        found = moment(str(value)) if which in ("text", "untyped") else None
        if found is None:
            if is_order:
                raise mismatch
            return comparison == "!="
        return {"=": found == literal.date, "!=": found != literal.date, "<": found < literal.date,
                "<=": found <= literal.date, ">": found > literal.date,
                ">=": found >= literal.date}[comparison]
    if is_order and literal.is_word and which in ("text", "untyped") \
            and moment(str(value)) is not None:
        raise mismatch
    try:
        return expressions.compares(value, comparison, literal.value)
    except Failure:
        raise mismatch from None


def lowered(text):
    return "".join(letter.lower() for letter in text)


def contains(value, literal, field):
    which = kind(value)
    if which == "null":
        return False
    if which in ("boolean", "record"):
        raise Failure(2, f"'{field.text}'")
    if literal.is_duration:
        raise Unknown("durations are compared elsewhere")
    if which == "list":
        return any(compares(element, "=", literal, field) for element in value)
    return not literal.is_null and lowered(literal.text) in lowered(plain_text(value))


def has_kind(value, name):
    """Whether a value is of a kind, or reads as one."""
    which = kind(value)
    return {
        "null": is_null(value), "text": which in ("text", "untyped"),
        "number": expressions.as_number(value) is not None,
        "boolean": which == "boolean" or which == "untyped" and value in ("true", "false"),
        "date": which == "untyped" and moment(value) is not None,
        "list": which == "list", "record": which == "record"}[name]


def evaluate(node, row):
    operation = node[0]
    if operation == "not":
        return not evaluate(node[1], row)
    if operation == "and":
        return all(evaluate(part, row) for part in node[1])
    if operation == "or":
        return any(evaluate(part, row) for part in node[1])
    if operation == "compared":
        one = expressions.value(node[2], row, evaluate)
        # The error of a field and a number alone names the field.
        if node[3][0] == "number" and node[2][0] == "field":
            return compares(one, node[1], Literal(Unquoted(node[3][1])), node[2][1])
        return expressions.compares(one, node[1], expressions.value(node[3], row, evaluate))
    field = node[1]
    value = field.of(row)
    if operation == "empty":
        return is_null(value) or value == "" or kind(value) == "list" and not value
    if operation == "in":
        return any(compares(value, "=", literal, field) for literal in node[2])
    if operation == "is":
        return value is not MISSING and has_kind(value, node[2].text)
    if operation in ("starts-with", "ends-with"):
        if value is None or value is MISSING:
            return False
        if kind(value) in ("boolean", "list", "record"):
            raise Failure(2, f"'{field.text}'")
        text = expressions.written(value)
        return text.startswith(node[2].text) if operation == "starts-with" \
            else text.endswith(node[2].text)
    if operation == "~":
        return contains(value, node[2], field)
    return compares(value, operation, node[2], field)


def resolved(node):
    """A condition with its fields and literals."""
    if node[0] == "not":
        return ("not", resolved(node[1]))
    if node[0] in ("and", "or"):
        return (node[0], [resolved(part) for part in node[1]])
    if node[0] == "compared":
        return node[:2] + tuple(expression(part) for part in node[2:])
    field = Field(node[1])
    if node[0] == "in":
        return ("in", field, [Literal(text) for text in node[2]])
    return (node[0], field) + tuple(Literal(text) for text in node[2:])


def expression(node):
    """An expression with its fields."""
    if node[0] == "number":
        return node
    if node[0] == "field":
        return ("field", Field(node[1]))
    if node[0] == "call":
        return node[:2] + tuple(expression(part) for part in node[2:])
    if node[0] == "if":
        return ("if", resolved(node[1])) + tuple(expression(part) for part in node[2:])
    return node[:1] + tuple(expression(part) for part in node[1:])


def names(node):
    """The fields of a condition or an expression, in their order."""
    if isinstance(node, Field):
        return [node.text]
    if isinstance(node, (tuple, list)):
        return [name for part in node for name in names(part)]
    return []


def where(stream, condition):
    condition = resolved(condition)
    stream = gated(stream, names(condition), is_condition=True)
    return stream.of((row for row in stream.rows if evaluate(condition, row)), is_list=True)


def expect(stream, condition):
    """All records, and then a failure if one does not fulfill the condition, or there is none."""
    condition = resolved(condition)
    stream = gated(stream, names(condition), True, lambda text: Failure(1, f"there is no field '{text}'"))

    def fulfills(row):
        try:
            return evaluate(condition, row)
        except Failure:
            return False

    def rows():
        outcomes = []
        for row in stream.rows:
            outcomes.append(fulfills(row))
            yield row
        if not outcomes or not all(outcomes):
            raise Failure(1, "fulfill" if outcomes else "no records")

    return stream.of(rows())


# Columns


def computed(node, row):
    """The value of a field that is set; one that is only another field keeps its text."""
    found = expressions.value(node, row, evaluate)
    return found if node[0] == "field" else expressions.cell(found)


def record(fields):
    return Row((name, value) for name, value in fields if value is not MISSING)


def select(stream, choices):
    nodes = [(name, expression(choice if isinstance(choice, tuple) else ("field", choice)))
             for choice, name in choices]
    stream = gated(stream, names(nodes))
    rows = (record((name, computed(node, row)) for name, node in nodes) for row in stream.rows)
    return Stream([name for name, _ in nodes], stream.is_list, rows, is_named=True)


def put(stream, choices):
    steps, used, given = [], [], []
    for name, node in choices:
        node = expression(node)
        used += [text for text in names(node) if Field.column(text, given) is None]
        given.append(name)
        steps.append((name, node))
    stream = gated(stream, used)

    def rows():
        for row in stream.rows:
            row = Row(row, row.is_element and given == ["value"])
            for name, node in steps:
                value = computed(node, row)
                if value is MISSING:
                    row.pop(name, None)
                else:
                    row[name] = value
            yield row
    columns = list(dict.fromkeys([*stream.columns, *given]))
    return Stream(columns, stream.is_list, rows(), [*stream.named, *given], stream.is_named)


def drop(stream, texts):
    stream = gated(stream, texts)

    def rows():
        for row in stream.rows:
            for text in texts:
                found = Field.column(text, list(row))
                if found and found[1]:
                    raise Unknown("when a path is refused")
            yield Row(
                ((name, value) for name, value in row.items() if name not in texts),
                row.is_element and "value" not in texts)
    for text in texts:
        found = Field.column(text, stream.columns)
        if found and found[1]:
            raise Failure(2, f"'{text}'") if stream.is_named else Unknown("when a path is refused")
    return Stream(
        [name for name in stream.columns if name not in texts], stream.is_list, rows(),
        [name for name in stream.named if name not in texts], stream.is_named)


# Order


class Kinds:
    """The kinds of a field's values, which must have a common order."""

    def __init__(self, field):
        self.field, self.typed, self.numbers, self.dates, self.untyped = field, None, True, True, 0

    def note(self, value):
        which = kind(value)
        if is_null(value):
            return
        if which in ("list", "record"):
            raise Failure(2, f"'{self.field.text}'", "order")
        if which == "untyped":
            self.untyped += 1
            self.numbers = self.numbers and number(value) is not None
            self.dates = self.dates and moment(value) is not None
        elif self.typed not in (None, which):
            raise Failure(2, f"'{self.field.text}'", PLURALS[which], PLURALS[self.typed])
        else:
            self.typed = which
        if self.untyped and (
                self.typed == "boolean" or self.typed == "number" and not self.numbers):
            raise Failure(2, f"'{self.field.text}'", PLURALS[self.typed])

    def key(self, value):
        common = self.typed or (
            "number" if self.numbers else "date" if self.dates else "text")
        found, read = reading(value)
        return read if found == common or common != "text" else plain_text(value).encode()


def held(stream, note=lambda row: None):
    """All records, and the failure of the source if it fails: what came before it is passed on. A stage's failure is raised."""
    rows = []
    try:
        for row in stream.rows:
            note(row)
            rows.append(row)
    except Failure as failure:
        if not hasattr(failure, "is_of_source"):
            raise
        return rows, failure
    return rows, None


def released(rows, failure):
    yield from rows
    if failure:
        raise failure


def sort_by(stream, orders):
    stream = gated(stream, [text for text, _ in orders])
    fields = [(Field(text), reverses) for text, reverses in orders]
    kinds = [Kinds(field) for field, _ in fields]

    def note(row):
        for (field, _), seen in zip(fields, kinds):
            seen.note(field.of(row))
    rows, failure = held(stream, note)
    for (field, reverses), seen in reversed(list(zip(fields, kinds))):
        present = [row for row in rows if not is_null(field.of(row))]
        missing = [row for row in rows if is_null(field.of(row))]
        present.sort(key=lambda row: seen.key(field.of(row)), reverse=reverses)
        rows = present + missing
    return stream.of(released(rows, failure), is_list=True)


def first(stream, count):
    def rows():
        left = count
        while left > 0:
            try:
                yield next(stream.rows)
            except StopIteration:
                return
            left -= 1
    return stream.of(rows(), is_list=True)


def skip(stream, count):
    return stream.of((
        row for index, row in enumerate(stream.rows) if index >= count), is_list=True)


def last(stream, count):
    rows, failure = held(stream)
    return stream.of(released(rows[-count:] if count else [], failure), is_list=True)


def uniq_by(stream, texts):
    stream = gated(stream, texts)
    fields = [Field(text) for text in texts]

    def rows():
        seen = set()
        for row in stream.rows:
            key = tuple(reading(field.of(row)) for field in fields)
            if key not in seen:
                seen.add(key)
                yield row
    return stream.of(rows(), is_list=True)


# Groups


def count(stream):
    size = Number(str(sum(1 for _ in stream.rows)))
    return Stream(["count"], False, iter([Row([("count", size)])]), is_named=True)


class Total:
    def __init__(self, name, field):
        self.name, self.field, self.kinds = name, field, Kinds(field)

    def note(self, value, values):
        if self.name in ("min", "max"):
            self.kinds.note(value)
        elif self.name != "distinct" and not is_null(value) and reading(value)[0] != "number":
            raise Failure(2, f"'{self.field.text}'", "only numbers can be added")
        if not is_null(value):
            values.append(value)

    def of(self, values):
        if self.name in ("min", "max"):
            if not values:
                return None
            return (min if self.name == "min" else max)(values, key=self.kinds.key)
        if self.name == "distinct":
            return Number(str(len({reading(value) for value in values})))
        numbers = [reading(value)[1] for value in values]
        if self.name == "median":
            ordered = sorted(numbers)
            if not ordered:
                return None
            middle = ordered[len(ordered) // 2]
            if len(ordered) % 2:
                return made(middle)
            other = ordered[len(ordered) // 2 - 1]
            if any(value != 0 and not -60 < value.adjusted() < 60 for value in (middle, other)):
                raise Unknown("numbers with very many digits")
            return made(expressions.QUOTIENT.divide(other + middle, Decimal(2)))
        if self.name == "mean" and not numbers:
            return None
        total, points = Decimal(0), []
        for value in numbers:
            total += value
            points += [value.as_tuple().exponent, value.adjusted() + 1, total.adjusted() + 1]
        if points and max(points) - min(points) > 36:
            raise Unknown("a sum of more than 38 digits is rounded")
        if self.name == "sum":
            return made(total)
        rounded = decimal.Context(prec=15, rounding=decimal.ROUND_HALF_EVEN)
        return made(rounded.divide(total, Decimal(len(numbers))))


def made(value):
    text = shortest(value)
    if value != 0 and not -60 < value.adjusted() < 60:
        raise Unknown("a number with very many digits")
    return Number(text)


def group_by(stream, texts, totals):
    stream = gated(stream, texts + [text for _, text in totals])
    fields = [Field(text) for text in texts]
    totals = [Total(name, Field(text)) for name, text in totals]
    names = texts + ["count"] + [f"{total.name}_{total.field.text}" for total in totals]
    groups = {} if fields else {(): [[], 0, [[] for _ in totals]]}
    for row in stream.rows:
        values = [field.of(row) for field in fields]
        key = tuple(reading(value) for value in values)
        group = groups.setdefault(key, [values, 0, [[] for _ in totals]])
        group[1] += 1
        for total, kept in zip(totals, group[2]):
            total.note(total.field.of(row), kept)
    rows = [record(zip(names, values + [Number(str(size))] + [
                total.of(kept) for total, kept in zip(totals, kepts)]))
            for values, size, kepts in groups.values()]
    return Stream(names, bool(fields), iter(rows), is_named=True)


STAGES = {"where": where, "expect": expect, "select": select, "drop": drop, "sort-by": sort_by, "first": first,
          "last": last, "put": put, "skip": skip, "uniq-by": uniq_by, "count": count, "group-by": group_by}


def opened(source):
    """The records of a file."""
    def rows():
        yield from source.rows
        if source.is_broken:
            failure = Failure(1, "line")
            failure.is_of_source = True
            raise failure
    if source.is_broken and not source.columns and not source.rows:
        raise Failure(1, "line")
    return Stream(source.columns, source.is_list, rows(), is_named=source.is_named)


def rewritten(stream, form, read_as=None):
    """Records that were written in a format and read again."""
    if form == "tsv" and not stream.is_named:
        raise Unknown("the fields of TSV have no names")
    text, failure = write(form, stream)
    if failure:
        failure.is_in_front = True
        raise failure
    data = text.encode()
    if read_as:
        return opened(READERS[read_as](data))
    names = stream.columns if form == "tsv" else None
    return opened(READERS[form](data, names) if names else READERS[form](data))


def get_field(stream, text):
    """Records with one field, which a stage gets from `get`."""
    return select(stream, [(text, text)])


def get_lines(stream, text):
    """The lines that `get` writes."""
    written, failure = lines(gated(stream, [text]), text)
    if failure:
        failure.is_in_front = True
        raise failure
    return opened(READERS["lines"](written.encode()))


ALL = STAGES | {"again": rewritten, "get field": get_field, "get lines": get_lines}


def run(source, stages, form):
    """Runs a pipeline.

    Returns the text that must be written, None if it is not known, and the failure.
    """
    try:
        for name, *arguments in stages:
            if name == "mistake":
                raise arguments[0]
        stream = opened(source)
        for place, (name, *arguments) in enumerate(stages):
            if name == "get field" and place == len(stages) - 1:
                return lines(gated(stream, arguments), arguments[0])
            if name == "get":
                return lines(gated(stream, arguments), arguments[0])
            elif name == "to":
                form = arguments[0]
            else:
                stream = ALL[name](stream, *arguments)
    except Failure as failure:
        return None if hasattr(failure, "is_in_front") else "", failure
    text, failure = write(form, stream)
    if form == "csv" and not stream.is_named and text.count("\r\n") == 1 and not failure:
        raise Unknown("which fields the header of an empty list has")
    return text, failure


def lines(stream, text):
    pieces, field = [], Field(text)
    try:
        for row in stream.rows:
            pieces.append(plain_text(field.of(row)) + "\n")
    except Failure as failure:
        return "".join(pieces), failure
    return "".join(pieces), None
