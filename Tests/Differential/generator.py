"""Generates files of records, and pipelines over them."""

import json
import re
from decimal import Decimal

import model
from blocks import Blocks
from formats import READERS, Failure, csv_field, tsv_field
from values import MISSING, Number, Record, Untyped, json_string, json_text, kind, plain_text, shortest

WORDS = [
    "mug", "Ocean mug", "tea, green", "a \"quoted\" one", "it's", "Straße", "ÉCLAIR", "naïve", "日本",
    "emoji 🎈", "ΣΊΣΥΦΟΣ", "İstanbul", "tab\there", "two\nlines", "back\\slash", "\\t", " leading",
    "trailing ", "", "a=b", "x<y", "(y)", "true", "null", "12", "-3.50", "007", "1e3", "2026-11-22",
    "EUR", "eur", "Z", "z", "~", "$HOME", "#1", "a;b", "a|b", "\x01", "\x7f", "\u2028", "-x", "--",
    "and", "empty", "[1]", "{}", "é", "e\u0301", "a\r\nb", "c\rd", "0", "\ufeff",
]
NAMES = [
    "id", "name", "price", "rating", "count", "when", "day", "active", "tags", "author", "note",
    "No.", "Price [EUR]", "unit price", "größe", "a.b", "not", "in", "is", "x1", "value", "state",
    "sum_price", "_", "A", "a", "日", "it's", "cafe\u0301s", "due-date", "1st",
]
COMPARISONS = ["=", "!=", "<", "<=", ">", ">=", "~"]
# Names that can be set without quotes.
PLAIN = [name for name in NAMES if re.fullmatch(r"[A-Za-z_]\w*(-[a-z]\w*)*", name, re.ASCII)]
# Words that are no fields in an expression.
RESERVED = ["not", "and", "or", "if", "then", "else", "true", "false", "null", "now", "today"]
MOMENTS = ["Z", "+01:00", "-0530", "+00:00", ".5Z", ".120+02:00", ".125Z"]


class Generator:
    """Makes choices from one source of chance."""

    def __init__(self, chance):
        self.chance = chance

    def often(self, share):
        return self.chance.random() < share

    # Values, as JSON text

    def whole(self):
        pick = self.chance.random()
        if pick < 0.7:
            return str(self.chance.randint(-20, 20))
        if pick < 0.9:
            return str(self.chance.randint(-10**9, 10**9))
        return str(self.chance.choice([
            2**63 - 1, -2**63, 2**63, 10**17, 10**18, 10**18 - 1, 9007199254740993, 9007199254740992,
            12345678901234567890123, "-0"]))

    def fraction(self):
        digits = self.chance.choice([1, 2, 2, 2, 3, 6, 12])
        number = self.chance.randint(-10**3, 10**3 * 4 ** digits)
        text = f"{abs(number) // 10**digits}.{abs(number) % 10**digits:0{digits}}"
        return self.chance.choice(["", "", "", "-"]) + text

    def power(self):
        letter = self.chance.choice("eE") + self.chance.choice(["", "+", "-"])
        text = self.chance.choice([self.whole(), self.fraction()])
        return text + letter + str(self.chance.choice([0, 1, 2, 3, 5, 9, 17]))

    def extreme(self):
        return self.chance.choice([
            "1e200", "-1e200", "1e-200", "1e308", "1e400", "1e100", "1e-100", "12e126", "1e127",
            "0." + "1" * 37, "0." + "1" * 38, "1" * 38, "9" * 39, "1" * 40 + ".5", "0e500", "-0.0",
            "1e19", "9223372036854775807.0", "1.0000000000000000001"])

    def day(self):
        return "%04d-%02d-%02d" % (
            self.chance.choice([2024, 2025, 2026, 1969, 2000, 1900]), self.chance.randint(1, 12),
            self.chance.choice([1, 2, 15, 22, 28, 28, 28, 29, 30, 31]))

    def timestamp(self):
        return self.day() + "T%02d:%02d:%02d" % (
            self.chance.choice([0, 0, 23, 12, 5]), self.chance.choice([0, 0, 59, 40]),
            self.chance.choice([0, 0, 59, 60])) + self.chance.choice(MOMENTS)

    def word(self):
        if self.often(0.3):
            return self.chance.choice(WORDS) + self.chance.choice(["", " ", "x"]) + \
                self.chance.choice(WORDS)
        return self.chance.choice(WORDS)

    def nested(self, depth=0):
        if self.often(0.5):
            count = self.chance.choice([0, 1, 2, 3])
            which = self.chance.choice(["whole", "text", "any"])
            return "[" + ",".join(self.value(which, depth + 1) for _ in range(count)) + "]"
        names = self.chance.sample(["name", "age", "tags", "c d", "id"], self.chance.randint(0, 3))
        return "{" + ",".join(
            json_string(name) + ":" + self.value("any", depth + 1) for name in names) + "}"

    def value(self, which, depth=0):
        """A value as JSON."""
        if which == "any":
            which = self.chance.choice(
                ["whole", "fraction", "power", "text", "day", "boolean", "null"]
                + (["nested"] if depth < 3 else []))
        if which == "boolean":
            return self.chance.choice(["true", "false"])
        if which == "null":
            return "null"
        if which in ("whole", "fraction", "power", "extreme"):
            return getattr(self, which)()
        if which == "number":
            return self.chance.choice([self.whole, self.fraction, self.power])()
        if which == "id":
            return json_string("p-%d" % self.chance.randint(1, 30))
        if which == "nested":
            return self.nested(depth)
        if which == "text":
            return self.chance.choice([json_string, json_string, json.dumps])(self.word())
        return json_string(getattr(self, which)())

    # Files

    def rows(self, is_large=False):
        """The fields and rows of a file: the values are JSON texts, None if the field is missing."""
        names = self.chance.sample(NAMES, self.chance.randint(1, 7))
        if self.often(0.04):
            names = ["value"]
        kinds = []
        for _ in names:
            kinds.append((
                self.chance.choice([
                    "id", "text", "text", "whole", "fraction", "fraction", "number", "power", "day",
                    "timestamp", "boolean", "nested", "nested", "any", "extreme"]),
                self.chance.choice([0, 0, 0, 0.1, 0.5]), self.chance.choice([0, 0, 0.1, 0.5])))
        count = self.chance.choice([0, 1, 2, 3, 5, 8, 13, 21, 34])
        if is_large:
            count = self.chance.randint(200, 1500)
        rows = []
        for _ in range(count):
            if rows and self.often(0.1):
                rows.append(self.chance.choice(rows))
                continue
            rows.append([
                None if self.often(missing) else
                "null" if self.often(null) else self.value(which)
                for which, null, missing in kinds])
        return names, rows

    def file(self, form, names, rows):
        """The bytes of a file."""
        if form == "lines":
            end = self.chance.choice(["\n", "\n", "\r\n"])
            lines = [" ".join(map(self.written, row)) for row in rows]
            return (end.join(lines) + self.chance.choice(["", end])).encode()
        if form in ("json", "jsonl"):
            space = self.chance.choice(["", "", " "])
            records = [
                "{" + ("," + space).join(
                    json_string(name) + space + ":" + space + value
                    for name, value in zip(names, row) if value is not None) + space + "}"
                for row in rows]
            if names == ["value"]:
                # What is no object is a record with this field.
                records = [row[0] for row in rows if row[0] is not None]
            if form == "jsonl":
                text = "".join(record + "\n" for record in records)
            elif len(records) == 1 and self.often(0.6) or self.often(0.1):
                text = "\n".join(records)
            else:
                text = "[" + self.chance.choice([",", ",\n", " , "]).join(records) + "]"
            if self.often(0.03):
                text = text[:-3]
            return (self.chance.choice(["", "", "", "\ufeff"]) + text).encode()
        end = self.chance.choice(["\n", "\r\n"])
        texts = [[self.written(value) for value in row] for row in rows]
        if form == "csv":
            lines = [",".join(self.csv_text(text, len(names) == 1) for text in record)
                     for record in [names] + texts]
        else:
            end = "\n"
            lines = ["\t".join(map(tsv_field, record)) for record in [names] + texts]
        if len(lines) > 2 and self.often(0.04):
            lines[self.chance.randint(1, len(lines) - 1)] += \
                ("," if form == "csv" else "\t") + "more"
        tail = "" if self.often(0.2) and lines[-1] else end
        return (self.chance.choice(["", "", "", "\ufeff"]) + end.join(lines) + tail).encode()

    def written(self, value):
        """A JSON text as people write it in a table."""
        if value is None or value == "null":
            return ""
        if value.startswith('"'):
            return json.loads(value)
        if self.often(0.02):
            return self.chance.choice(["+", "0", ""]) + value + self.chance.choice(["", ".", " EUR"])
        return value

    def csv_text(self, text, is_alone):
        if self.often(0.1):
            return '"' + text.replace('"', '""') + '"'
        return csv_field(text, is_alone)

    # Words

    def quoted(self, text, bare=r"[\w./:%@+*~=\-]+", never=()):
        """A word of the language."""
        style = self.chance.random()
        if re.fullmatch(bare, text) and text not in never and style < 0.8 \
                and not text.startswith(("~", "-o", "-h", "--")):
            return text
        if style < 0.4 and "'" not in text:
            return "'" + text + "'"
        return '"' + re.sub(r'([$"\\])', r"\\\1", text) + '"'

    def operand(self, text, is_field):
        """A word in a condition, where symbols need quotes."""
        return self.quoted(
            text, r"[\w./:%@+*\[\]\-]+" if is_field else r"[\w./:%@+*\-]+",
            ("not", "and", "or") if is_field else ())

    # Pipelines

    def path(self, columns, rows):
        """A field that is there, or a path into it; seldom one that is not."""
        if self.often(0.01) or not columns:
            return self.chance.choice(["nothing", "pric", "a.b.c", "id[0"])
        text = self.chance.choice(columns)
        values = [row[text] for row in rows if kind(row.get(text)) in ("list", "record")]
        if values and self.often(0.6):
            value = self.chance.choice(values)
            while kind(value) in ("list", "record") and value and self.often(0.8):
                place = self.chance.randrange(len(value))
                if kind(value) == "list":
                    text += f"[{place if self.often(0.7) else place - len(value)}]"
                    value = value[place]
                else:
                    text += "." + value[place][0]
                    value = value[place][1]
        elif self.often(0.03):
            text += self.chance.choice([".x", "[0]", "[-1].id"])
        return text

    def literal(self, field, columns, rows):
        """A value to compare with, mostly one like those of the field."""
        try:
            field = model.Field(field)
            values = [value for value in map(field.of, rows)
                      if value is not None and value is not MISSING]
        except Failure:
            values = []
        if not values or self.often(0.03):
            text = self.chance.choice([self.whole(), self.fraction(), self.word(), self.day()])
            return text if "\x00" not in text else "x"
        value = self.chance.choice(values)
        if kind(value) == "list" and value:
            value = self.chance.choice(value)
        text = plain_text(value)
        change = self.chance.random()
        if isinstance(value, Number) and change < 0.5:
            return self.chance.choice([
                shortest(value.value + 1) if abs(value.value) < 10**30 else text,
                shortest(value.value) + (".0" if "." not in shortest(value.value) else "0"),
                self.fraction(), self.whole()])
        if isinstance(value, str) and change < 0.4 and text:
            start = self.chance.randrange(len(text))
            text = text[start:start + self.chance.randint(1, 4)]
            text = text.upper() if self.often(0.5) else text
        return text

    def value_text(self, field, columns, rows):
        # The lines of a script may end in CR LF, which is a newline in quotes too.
        return self.literal(field, columns, rows).replace("\r\n", "\n")

    # Expressions

    def field_term(self, columns, rows):
        """A field in an expression."""
        field = self.path(columns, rows)
        is_plain = re.fullmatch(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*|\[-?\d+\])*", field, re.ASCII)
        if is_plain and field.split(".")[0] not in RESERVED:
            return ("field", field), field
        if "'" in field:
            return self.number_term()
        return ("field", field), f"field('{field}')"

    def number_term(self):
        text = self.chance.choice([self.whole, self.fraction, self.whole])()
        return ("number", text), text

    def expression(self, columns, rows, depth=0):
        """An expression: as the model takes it, and as it is written."""
        pick = self.chance.random()
        if depth >= 3 or pick < 0.35:
            return self.field_term(columns, rows) if self.often(0.7) else self.number_term()
        if pick < 0.8:
            sign = self.chance.choice("++--**/%")
            left = self.expression(columns, rows, depth + 1)
            right = self.expression(columns, rows, depth + 1)
            return (sign, left[0], right[0]), \
                f"{self.grouped(left)} {sign} {self.grouped(right)}"
        if pick < 0.85:
            node, text = self.expression(columns, rows, depth + 1)
            return ("neg", node), f"- ({text})"
        if pick < 0.95:
            name = self.chance.choice(["round", "floor", "abs", "length", "lower", "upper"])
            node, text = self.expression(columns, rows, depth + 1)
            if name == "round" and self.often(0.5):
                places = self.chance.randint(-2, 5)
                return ("call", name, node, ("number", str(places))), f"round({text}, {places})"
            return ("call", name, node), f"{name}({text})"
        condition, text = self.condition(columns, rows, 2)
        first, second = (self.expression(columns, rows, depth + 1) for _ in range(2))
        return ("if", condition, first[0], second[0]), \
            f"(if ({text}) then {first[1]} else {second[1]})"

    def grouped(self, part):
        """A part of a calculation, in parentheses if it is one itself."""
        return f"({part[1]})" if part[0][0] in "+-*/%" or self.often(0.1) else part[1]

    def comparison(self, columns, rows):
        """A comparison of two values, at least one of which is no single word."""
        left, right = self.expression(columns, rows), self.expression(columns, rows)
        comparison = self.chance.choice(COMPARISONS[:-1])
        return ("compared", comparison, left[0], right[0]), \
            f"({left[1]}) {comparison} ({right[1]})"

    def condition(self, columns, rows, depth=0):
        """A condition: as the model takes it, and as it is written."""
        pick = self.chance.random()
        if depth < 3 and pick < 0.35:
            name = self.chance.choice(["and", "or"])
            parts = [self.condition(columns, rows, depth + 1)
                     for _ in range(self.chance.choice([2, 2, 3]))]
            # 'and' binds closer than 'or'.
            texts = [f"({text})" if node[0] == "or" or self.often(0.2) else text
                     for node, text in parts]
            return (name, [node for node, _ in parts]), f" {name} ".join(texts)
        if depth < 3 and pick < 0.45:
            node, text = self.condition(columns, rows, depth + 1)
            needs = node[0] in ("and", "or")
            return ("not", node), f"not ({text})" if needs or self.often(0.3) else f"not {text}"
        if depth < 2 and self.often(0.3):
            return self.comparison(columns, rows)
        field = self.path(columns, rows)
        name = self.operand(field, True)
        if pick < 0.53:
            if self.often(0.4):
                return ("not", ("empty", field)), f"{name} is not empty"
            return ("empty", field), f"{name} is empty"
        if pick < 0.63:
            texts = [self.value_text(field, columns, rows) for _ in range(self.chance.randint(1, 3))]
            if self.often(0.1):
                texts.append("null")
            words = [self.operand(text, False) for text in texts]
            texts = [model.Unquoted(text) if word == text else text
                     for text, word in zip(texts, words)]
            joined = self.chance.choice([",", ", "]).join(words)
            if self.often(0.3):
                return ("not", ("in", field, texts)), f"{name} not in ({joined})"
            return ("in", field, texts), f"{name} in ({joined})"
        if pick < 0.68 and re.fullmatch(r"\w+", field):
            test = self.chance.choice(["null", "number", "text", "boolean", "date", "list", "record"])
            if self.often(0.3):
                return ("not", ("is", field, test)), f"{name} is not {test}"
            return ("is", field, test), f"{name} is {test}"
        if pick < 0.72:
            search = self.chance.choice(["starts-with", "ends-with"])
            text = self.value_text(field, columns, rows)
            is_negated = self.often(0.3)
            node = (search, field, text)
            return ("not", node) if is_negated else node, \
                f"{name} {'not ' * is_negated}{search} {self.operand(text, False)}"
        comparison = self.chance.choice(COMPARISONS)
        text = "null" if self.often(0.05) else self.value_text(field, columns, rows)
        space = self.chance.choice(["", " "])
        symbol = "==" if comparison == "=" and self.often(0.1) else comparison
        word = self.operand(text, False)
        return ((comparison, field, model.Unquoted(text) if word == text else text),
                f"{name}{space}{symbol}{space}{word}")

    def fields(self, columns, rows, most=3):
        chosen = []
        for _ in range(self.chance.choice([1, 1, 1, 2, most])):
            field = self.path(columns, rows)
            if field not in chosen:
                chosen.append(field)
        return chosen

    def words(self, texts):
        return " ".join(self.quoted(text) for text in texts)

    def stage(self, columns, rows):
        """A stage: as the model takes it, and as it is written."""
        name = self.chance.choice(
            ["where"] * 6 + ["expect", "select", "select", "put", "put", "skip", "drop", "sort-by", "sort-by",
                             "sort-by", "first", "last", "uniq-by", "count", "group-by", "group-by", "again", "get"])
        if name in ("where", "expect"):
            node, text = self.condition(columns, rows)
            return (name, node), f"{name} {text}"
        if name == "select":
            choices, words = [], []
            if self.often(0.3):
                node, text = self.expression(columns, rows)
                name = self.chance.choice(PLAIN)
                choices, words = [(node, name)], [f"{name}=({text})"]
            for field in self.fields(columns, rows, 5):
                new = self.chance.choice(NAMES) if self.often(0.25) or "=" in field else field
                if new not in [other for _, other in choices] and "=" not in field:
                    choices.append((field, new))
                    words.append(self.quoted(field if field == new else f"{field}={new}"))
            if not choices:
                return self.stage(columns, rows)
            return ("select", choices), "select " + " ".join(words)
        if name == "put":
            choices = []
            for _ in range(self.chance.choice([1, 1, 2])):
                choices.append((self.chance.choice(PLAIN), self.expression(columns, rows)))
            return ("put", [(name, node) for name, (node, _) in choices]), "put " + " ".join(
                f"{name}=({text})" for name, (_, text) in choices)
        if name == "drop":
            fields = self.fields(columns, rows)
            return ("drop", fields), "drop " + self.words(fields)
        if name == "sort-by":
            orders = [(field, self.often(0.4)) for field in self.fields(columns, rows)]
            return ("sort-by", orders), "sort-by " + self.words(
                "-" * reverses + field for field, reverses in orders)
        if name in ("first", "last", "skip"):
            count = self.chance.choice([None, 0, 1, 2, 3, 5, 10, 10**6])
            return (name, 1 if count is None else count), \
                name if count is None else f"{name} {count}"
        if name == "uniq-by":
            fields = self.fields(columns, rows)
            return ("uniq-by", fields), "uniq-by " + self.words(fields)
        if name == "group-by":
            return self.groups(columns, rows)
        if name == "get":
            if not columns:
                return self.stage(columns, rows)
            field = self.path(columns, rows)
            if self.often(0.3):
                return ("get lines", field), f"get {self.quoted(field)} | from lines"
            return ("get field", field), "get " + self.quoted(field)
        if name == "again":
            form = self.chance.choice(["json", "jsonl", "csv", "tsv"])
            if self.often(0.2):
                return ("again", form, "lines"), f"to {form} | from lines"
            if form == "tsv" and any("," in name or not name for name in columns):
                form = "csv"
            if form in ("csv", "tsv") and not columns:
                form = "json"
            text = f"to {form} | from {form}"
            if form == "tsv":
                text += " --fields " + self.quoted(",".join(columns), r"[\w,]+")
            return ("again", form), text
        return ("count",), "count"

    def groups(self, columns, rows):
        fields = self.fields(columns, rows) if self.often(0.8) else []
        names, totals, words = set(fields) | {"count"}, [], self.words(fields)
        if "count" in fields:
            return ("mistake", Failure(2, "'count'")), "group-by " + words
        for _ in range(self.chance.choice([0, 1, 1, 2, 3])):
            total = self.chance.choice(["sum", "mean", "min", "max", "median", "distinct"])
            field = self.path(columns, rows)
            if f"{total}_{field}" in names:
                continue
            names.add(f"{total}_{field}")
            totals.append((total, field))
            words += f" --{total}{self.chance.choice('= ')}" + self.quoted(field)
        return ("group-by", fields, totals), "group-by " + words

    def stages(self, source, count):
        """Stages over a file, each with its text, and the fields and rows that come out."""
        stages, columns, rows = [], source.columns, source.rows
        for _ in range(count):
            stages.append(self.stage(columns, rows[:50]))
            try:
                if stages[-1][0][0] == "mistake":
                    break
                stream = model.opened(source)
                for (name, *arguments), _ in stages:
                    stream = model.ALL[name](stream, *arguments)
                rows = list(stream.rows)
                columns = [name for name in stream.columns
                           if stream.is_named or any(name in row for row in rows)]
            except (Failure, model.Unknown):
                break
        return stages, columns, rows

    def records(self, source, besides=()):
        """Records for a loop, without certain stages: the stages over a file, and the fields and rows that come out."""
        while True:
            stages, columns, rows = self.stages(source, self.chance.choice([0, 0, 1, 1, 2]))
            if all(stage[0] != "mistake" and stage[0] not in besides for stage, _ in stages):
                return stages, columns, rows

    def program(self, source, opening):
        """A program of blocks, its text, and how it is written."""
        return Blocks(self, source).program(opening)

    def pipeline(self, source, opening):
        """A pipeline over a file: its stages, as they are written, and its format."""
        pairs, columns, rows = self.stages(source, self.chance.choice([1, 1, 2, 2, 3, 4, 5]))
        stages, texts = [stage for stage, _ in pairs], [opening] + [text for _, text in pairs]
        pick = self.chance.random()
        if pick < 0.1 and columns:
            field = self.path(columns, rows)
            stages.append(("get", field))
            texts.append("get " + self.quoted(field))
        elif pick < 0.7:
            form = self.chance.choice(["json", "jsonl", "csv", "tsv"])
            stages.append(("to", form))
            texts.append("to " + form)
        return stages, texts
