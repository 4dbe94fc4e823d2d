"""Files of records: JSON, JSON lines, CSV and TSV, read and written after the documented rules."""

import json
import re

from values import MISSING, Record, Row, Untyped, json_number, json_string, json_text, plain_text


class Failure(Exception):
    """An error that a pipeline must end with: its status, and what its message must contain."""

    def __init__(self, status, *words):
        self.status, self.words = status, words


class Broken(Exception):
    """The rest of a file cannot be read."""


def _pairs(pairs):
    return Record(pairs)


_decoder = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_float=json_number, parse_int=json_number,
    parse_constant=lambda _: (_ for _ in ()).throw(ValueError()))
_space = re.compile(r"[ \t\r\n]*")


class Source:
    """What a file holds: its fields, its rows, whether they are a list, whether it breaks off, and whether a header names
    the fields."""

    def __init__(self, columns, rows, is_list=True, is_broken=False, is_named=False):
        self.columns, self.rows = columns, rows
        self.is_list, self.is_broken, self.is_named = is_list, is_broken, is_named


def _from_values(values, is_list, is_broken):
    columns, rows = [], []
    for value in values:
        is_element = not isinstance(value, Record)
        row = Row([("value", value)] if is_element else value, is_element)
        columns = ["value"] if is_element else merged(columns, list(row))
        rows.append(row)
    return Source(columns, rows, is_list, is_broken)


def merged(columns, names):
    """The columns with those of a record at their places, or those of the record if the orders differ."""
    found, rest = [], 0
    for name in names:
        if name not in columns:
            found.append(name)
            continue
        place = columns.index(name)
        if place < rest:
            return names
        found += columns[rest:place + 1]
        rest = place + 1
    found += columns[rest:]
    return found if len(found) <= len(names) + 64 else names


def read_json(data):
    text = data.decode("utf-8-sig")
    values, place, in_array, outer, has_array, expects = [], 0, False, 0, False, "value"
    try:
        while True:
            place = _space.match(text, place).end()
            if place == len(text):
                break
            letter = text[place]
            if not in_array and letter == "[":
                in_array, has_array, expects, place = True, True, "first", place + 1
            elif in_array and letter == "]" and expects in ("first", "separator"):
                in_array, expects, place = False, "value", place + 1
            elif expects == "separator":
                if letter != ",":
                    raise Broken
                expects, place = "element", place + 1
            else:
                value, place = _decoder.raw_decode(text, place)
                # A number goes on up to what cannot belong to one: "1e" is no number, and not 1.
                if text[place - 1].isdigit() and text[place:place + 1] in ("e", "E", "."):
                    raise Broken
                values.append(value)
                outer += not in_array
                expects = "separator" if in_array else "value"
        broken = in_array
    except (ValueError, Broken):
        broken = True
    return _from_values(values, has_array or outer != 1 or broken, broken)


def read_jsonl(data):
    values, broken = [], False
    for line in data.decode("utf-8-sig").split("\n"):
        if not line.strip(" \t\r"):
            continue
        try:
            value, end = _decoder.raw_decode(line, _space.match(line).end())
            if _space.match(line, end).end() != len(line):
                raise Broken
        except (ValueError, Broken):
            broken = True
            break
        values.append(value)
    return _from_values(values, True, broken)


def _from_lines(records, names=None):
    """`records` are lists of texts, None for one that is broken."""
    rows, broken = [], False
    for record in records:
        if record is None or names is not None and len(record) != len(names):
            broken = True
            break
        if names is None:
            names = [name or f"column_{place}" for place, name in enumerate(record, 1)]
            if len(set(names)) < len(names):
                return Source([], [], is_broken=True, is_named=True)
        else:
            rows.append(Row(zip(names, [Untyped(text) if text else None for text in record])))
    return Source(names or [], rows, is_broken=broken, is_named=True)


def csv_records(text):
    place = 0
    while place < len(text):
        record, is_broken = [], False
        while True:
            if text[place:place + 1] == '"':
                match = re.compile(r'"((?:[^"]|"")*)"').match(text, place)
                if not match:
                    yield None
                    return
                record.append(match[1].replace('""', '"'))
                place = match.end()
                tail = re.compile(r"\r?\n|\r\Z|,|\Z").match(text, place)
                if not tail:
                    yield None
                    return
                place = tail.end()
                if tail[0] == ",":
                    continue
                break
            match = re.compile(r"[^,\n]*").match(text, place)
            place = match.end()
            if text[place:place + 1] == ",":
                record.append(match[0])
                place += 1
                continue
            record.append(match[0].removesuffix("\r"))
            place += 1
            break
        if record != [""] or text[:place].rstrip("\r\n").endswith('"'):
            yield record


def read_csv(data, names=None):
    return _from_lines(csv_records(data.decode("utf-8-sig")), names)


def read_tsv(data, names=None):
    lines = data.decode("utf-8-sig").split("\n")
    if lines[-1] == "":
        lines.pop()
    records, count = [], len(names) if names else 0
    for line in lines:
        line = line.removesuffix("\r")
        if line == "" and count != 1:
            continue
        fields = [
            re.sub(r"\\([tnr\\])", lambda m: {"t": "\t", "n": "\n", "r": "\r"}.get(m[1], "\\"), field)
            for field in line.split("\t")]
        count = count or len(fields)
        records.append(fields)
    return _from_lines(records, names)


def read_lines(data):
    """Each line is a record with the field `line`."""
    lines = data.decode().removeprefix("\ufeff").split("\n")
    if lines[-1] == "":
        lines.pop()
    return Source(
        ["line"], [Row([("line", Untyped(line.removesuffix("\r")))]) for line in lines], is_named=True)


READERS = {"json": read_json, "jsonl": read_jsonl, "csv": read_csv, "tsv": read_tsv,
           "lines": read_lines}


def csv_field(text, is_alone=False):
    needs = re.search(r'[",\r\n]|\A[ \t]|[ \t]\Z', text) or is_alone and not text
    return '"' + text.replace('"', '""') + '"' if needs else text


def csv_line(texts):
    return ",".join(csv_field(text, len(texts) == 1) for text in texts) + "\r\n"


def tsv_field(text):
    return (text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n")
            .replace("\r", "\\r"))


def json_object(row):
    if row.is_element:
        return json_text(row["value"])
    return "{" + ",".join(
        json_string(name) + ":" + json_text(value) for name, value in row.items()) + "}"


def with_named(row, named):
    """The fields of a record, with those that a stage has set and that it lacks at their place."""
    names = list(row)
    for index, name in reversed(list(enumerate(named))):
        if name not in names:
            behind = next((other for other in named[index + 1:] if other in names), None)
            names.insert(names.index(behind) if behind else len(names), name)
    return names


def columns_of(rows, named, columns):
    """The columns of CSV and TSV: those of the first 1,000 records, in the order of first sight."""
    found = []
    for row in rows[:1000]:
        found += [name for name in with_named(row, named) if name not in found]
    return found if rows else columns


def write(form, stream):
    """Writes records.

    Returns the text, and the failure that ended the rows; a list of JSON stays unclosed then.
    """
    pieces, failure, rows = [], None, []
    try:
        for row in stream.rows:
            rows.append(row)
    except Failure as error:
        failure = error
    columns = stream.columns
    if form in ("csv", "tsv") and stream.is_list and not stream.is_named:
        columns = columns_of(rows, stream.named, columns)
    for number, row in enumerate(rows, 1):
        if form == "json":
            opening = ",\n" if pieces else "[" if stream.is_list else ""
            pieces.append(opening + json_object(row))
        elif form == "jsonl":
            pieces.append(json_object(row) + "\n")
        else:
            if any(name not in columns for name in row):
                failure = Failure(1, f"record {number} has the field")
                break
            values = [plain_text(row.get(name, MISSING)) for name in columns]
            if form == "csv" and not pieces:
                pieces.append(csv_line(columns))
            pieces.append(csv_line(values) if form == "csv" else "\t".join(map(tsv_field, values)) + "\n")
    if form == "json" and failure is None:
        pieces.append(("]\n" if pieces else "[]\n") if stream.is_list else "\n")
    elif form == "json" and pieces:
        pieces.append("\n")
    if form == "csv" and failure is None and not pieces:
        pieces.append(csv_line(columns))
    return "".join(pieces), failure
