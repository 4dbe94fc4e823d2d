"""The stages, after their help texts: each takes records and gives records."""

import decimal
import re
from decimal import Decimal

import expressions
from expressions import Unknown, is_null
from formats import READERS, Failure, write
from values import Number, Record, Untyped, json_text, kind, moment, number, plain_text, reading
from values import shortest

IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
PLURALS = {"text": "text", "number": "numbers", "date": "dates", "boolean": "Booleans"}


class Stream:
    """Records on their way."""

    def __init__(self, columns, is_list, rows):
        self.columns, self.is_list, self.rows = columns, is_list, rows


def steps_of(text):
    """The steps of a path after its first field, or None."""
    if not re.fullmatch(r"(\.[^.\[]+|\[-?[0-9]+\])+", text):
        return None
    return [int(index) if index else name
            for name, index in re.findall(r"\.([^.\[]+)|\[(-?[0-9]+)\]", text)]


class Field:
    """A field that a stage uses, found among the columns."""

    def __init__(self, text, columns):
        self.text, self.column, self.steps = text, None, []
        if text in columns:
            self.column = columns.index(text)
            return
        length = 0
        for index, name in enumerate(columns):
            size = len(name.encode())
            steps = steps_of(text[len(name):]) if name and text.startswith(name) else None
            if steps and size > length:
                self.column, self.steps, length = index, steps, size
        # Records without any fields may have had it.
        if self.column is None and columns:
            raise Failure(2, f"there is no field '{text}'")

    def of(self, row):
        if self.column is None:
            return None
        value = row[self.column]
        for step in self.steps:
            if isinstance(step, int):
                if kind(value) != "list" or not -len(value) <= step < len(value):
                    return None
                value = value[step]
            else:
                value = value.get(step) if kind(value) == "record" else None
        return value


# where


class Unquoted(str):
    """The text of a word that is written without quotes."""


class Literal:
    def __init__(self, text):
        self.text = text
        # A word such as `today`, which has no order to a date.
        self.is_word = isinstance(text, Unquoted) and text[:1].isascii() and text[:1].isalpha()
        self.number, self.date = number(text), moment(text)
        self.boolean = {"true": True, "false": False}.get(text)
        self.is_null = isinstance(text, Unquoted) and text == "null"
        self.is_duration = isinstance(text, Unquoted) and expressions.DURATION.match(text)


def compares(value, comparison, literal, field):
    which, is_order = kind(value), comparison in ("<", "<=", ">", ">=")
    mismatch = Failure(2, f"'{field.text}'")
    if literal.is_duration:
        raise Unknown("durations are compared elsewhere")
    # Null equals only null, and has no order.
    if literal.is_null:
        return {"=": is_null(value), "!=": not is_null(value)}.get(comparison, False)
    if which == "null":
        return comparison == "!="
    # An empty line is no value, too.
    if is_order and is_null(value):
        return False
    if which in ("list", "record"):
        raise mismatch
    if which == "number" and literal.number is not None:
        pair = value.value, literal.number
    elif which == "boolean" and literal.boolean is not None:
        pair = value, literal.boolean
    elif which in ("number", "boolean"):
        raise mismatch
    elif which == "text":
        if is_order and (literal.number is not None or literal.is_word and moment(value) is not None):
            raise mismatch
        pair = value.encode(), literal.text.encode()
    else:
        pair = str(value).encode(), literal.text.encode()
        wanted = ("number", literal.number) if literal.number is not None else (
            "date", literal.date)
        if wanted[1] is not None:
            found, read = reading(value)
            if found == wanted[0]:
                pair = read, wanted[1]
            elif is_order:
                raise mismatch
        elif is_order and literal.is_word and moment(str(value)) is not None:
            raise mismatch
    left, right = pair
    return {"=": left == right, "!=": left != right, "<": left < right, "<=": left <= right,
            ">": left > right, ">=": left >= right}[comparison]


def lowered(text):
    return "".join(letter.lower() for letter in text)


def is_element(value, literal):
    """Whether an element of a list equals a literal."""
    found, read = reading(value)
    if literal.is_null:
        return found == "null"
    if found == "number":
        return literal.number is not None and read == literal.number
    if found == "boolean":
        return read == literal.boolean if literal.boolean is not None else False
    return found == "text" and read == literal.text.encode()


def contains(value, literal, field):
    which = kind(value)
    if which == "null":
        return False
    if which in ("boolean", "record"):
        raise Failure(2, f"'{field.text}'")
    if literal.is_duration:
        raise Unknown("durations are compared elsewhere")
    if which == "list":
        return any(is_element(element, literal) for element in value)
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
        # A number alone is a word, which a field compares with as text, too.
        if node[3][0] == "number":
            if node[2][0] == "field":
                return compares(one, node[1], Literal(node[3][1]), node[2][1])
            if node[1] in ("=", "!="):
                return expressions.compares(one, node[1], Untyped(node[3][1]))
        return expressions.compares(one, node[1], expressions.value(node[3], row, evaluate))
    field = node[1]
    value = field.of(row)
    if operation == "empty":
        return is_null(value) or value == "" or kind(value) == "list" and not value
    if operation == "in":
        return any(compares(value, "=", literal, field) for literal in node[2])
    if operation == "is":
        # A field that the records do not have is missing, and not null.
        return field.column is not None and has_kind(value, node[2].text)
    if operation in ("starts-with", "ends-with"):
        if value is None:
            return False
        if kind(value) in ("boolean", "list", "record"):
            raise Failure(2, f"'{field.text}'")
        text = expressions.written(value)
        return text.startswith(node[2].text) if operation == "starts-with" \
            else text.endswith(node[2].text)
    if operation == "~":
        return contains(value, node[2], field)
    return compares(value, operation, node[2], field)


def resolved(node, columns):
    if node[0] == "not":
        return ("not", resolved(node[1], columns))
    if node[0] in ("and", "or"):
        return (node[0], [resolved(part, columns) for part in node[1]])
    if node[0] == "compared":
        return node[:2] + tuple(expression(part, columns) for part in node[2:])
    field = Field(node[1], columns)
    if node[0] == "in":
        return ("in", field, [Literal(text) for text in node[2]])
    return (node[0], field) + tuple(Literal(text) for text in node[2:])


def expression(node, columns):
    """An expression with its fields found among the columns."""
    if node[0] == "number":
        return node
    if node[0] == "field":
        return ("field", Field(node[1], columns))
    if node[0] == "call":
        return node[:2] + tuple(expression(part, columns) for part in node[2:])
    if node[0] == "if":
        return ("if", resolved(node[1], columns)) + tuple(
            expression(part, columns) for part in node[2:])
    return node[:1] + tuple(expression(part, columns) for part in node[1:])


def where(stream, condition):
    condition = resolved(condition, stream.columns)
    return Stream(stream.columns, True, (row for row in stream.rows if evaluate(condition, row)))


def expect(stream, condition):
    """All records, and then a failure if one does not fulfill the condition, or there is none."""
    try:
        condition = resolved(condition, stream.columns)
    except Failure:
        condition = None

    def fulfills(row):
        try:
            return condition is not None and evaluate(condition, row)
        except Failure:
            return False

    def rows():
        outcomes = []
        for row in stream.rows:
            outcomes.append(fulfills(row))
            yield row
        if not outcomes or not all(outcomes):
            raise Failure(1, "fulfill" if outcomes else "no records")

    return Stream(stream.columns, stream.is_list, rows())


# Columns


def computed(node, row):
    """The value of a field that is set; one that is only another field keeps its text."""
    found = expressions.value(node, row, evaluate)
    return found if node[0] == "field" else expressions.cell(found)


def select(stream, choices):
    names = [name for _, name in choices]
    nodes = [expression(choice if isinstance(choice, tuple) else ("field", choice), stream.columns)
             for choice, _ in choices]
    rows = ([computed(node, row) for node in nodes] for row in stream.rows)
    return Stream(names, stream.is_list, rows)


def put(stream, choices):
    columns, steps = list(stream.columns), []
    for name, node in choices:
        node = expression(node, columns)
        if name not in columns:
            columns.append(name)
        steps.append((columns.index(name), node))

    def rows():
        for row in stream.rows:
            row = list(row)
            for place, node in steps:
                value = computed(node, row)
                if place < len(row):
                    row[place] = value
                else:
                    row.append(value)
            yield row
    return Stream(columns, stream.is_list, rows())


def drop(stream, texts):
    dropped = set()
    for text in texts:
        field = Field(text, stream.columns)
        if field.steps:
            raise Failure(2, f"'{text}'")
        dropped.add(field.column)
    kept = [index for index in range(len(stream.columns)) if index not in dropped]
    return Stream(
        [stream.columns[index] for index in kept], stream.is_list,
        ([row[index] for index in kept] for row in stream.rows))


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
    fields = [(Field(text, stream.columns), reverses) for text, reverses in orders]
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
    return Stream(stream.columns, True, released(rows, failure))


def first(stream, count):
    def rows():
        left = count
        while left > 0:
            try:
                yield next(stream.rows)
            except StopIteration:
                return
            left -= 1
    return Stream(stream.columns, True, rows())


def skip(stream, count):
    return Stream(stream.columns, True, (
        row for index, row in enumerate(stream.rows) if index >= count))


def last(stream, count):
    rows, failure = held(stream)
    return Stream(stream.columns, True, released(rows[-count:] if count else [], failure))


def uniq_by(stream, texts):
    fields = [Field(text, stream.columns) for text in texts]

    def rows():
        seen = set()
        for row in stream.rows:
            key = tuple(reading(field.of(row)) for field in fields)
            if key not in seen:
                seen.add(key)
                yield row
    return Stream(stream.columns, True, rows())


# Groups


def count(stream):
    return Stream(["count"], False, iter([[Number(str(sum(1 for _ in stream.rows)))]]))


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
    fields = [Field(text, stream.columns) for text in texts]
    totals = [Total(name, Field(text, stream.columns)) for name, text in totals]
    names = texts + ["count"] + [f"{total.name}_{total.field.text}" for total in totals]
    groups = {} if fields else {(): [[], 0, [[] for _ in totals]]}
    for row in stream.rows:
        values = [field.of(row) for field in fields]
        key = tuple(reading(value) for value in values)
        group = groups.setdefault(key, [values, 0, [[] for _ in totals]])
        group[1] += 1
        for total, kept in zip(totals, group[2]):
            total.note(total.field.of(row), kept)
    rows = [values + [Number(str(size))] + [total.of(kept) for total, kept in zip(totals, kepts)]
            for values, size, kepts in groups.values()]
    return Stream(names, bool(fields), iter(rows))


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
    return Stream(source.columns, source.is_list, rows())


def rewritten(stream, form, read_as=None):
    """Records that were written in a format and read again."""
    text, failure = write(form, stream.columns, stream.is_list, stream.rows)
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
    written, failure = lines(Field(text, stream.columns), stream.rows)
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
                return lines(Field(arguments[0], stream.columns), stream.rows)
            if name == "get":
                field = Field(arguments[0], stream.columns)
                return lines(field, stream.rows)
            elif name == "to":
                form = arguments[0]
            else:
                stream = ALL[name](stream, *arguments)
    except Failure as failure:
        return None if hasattr(failure, "is_in_front") else "", failure
    return write(form, stream.columns, stream.is_list, stream.rows)


def lines(field, rows):
    pieces = []
    try:
        for row in rows:
            pieces.append(plain_text(field.of(row)) + "\n")
    except Failure as failure:
        return "".join(pieces), failure
    return "".join(pieces), None
