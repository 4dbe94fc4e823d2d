"""Bytes in each format that is read, how they are divided, and pipelines that read them."""

import json

# Each stage that there is, and each format that is written.
STAGES = [
    "where late > 1", "where late is missing", "where late is not missing", "where a > 0 or late > 1",
    "where not late = 2", "where late is empty", "where b in (1, 2, x)", "where nothing = 1", "select a late", "select late",
    "select a x=(a)", "select nothing", "put late=(0)", "put x=(late) y=1", "put late=(if late is missing then 0 else late)",
    "drop late", "drop b", "sort-by a", "sort-by -late a", "first 2", "first 1", "last 2", "skip 1", "uniq-by late",
    "uniq-by a b", "count", "group-by late", "group-by b --sum a", "group-by --max late", "get late", "get a",
    "expect a > 0", "expect late > 0", 'each print "$it"', "each { print $it.a }", "each --keep late print x", "chart bar b a",
    "from_again",
]
FORMATS = ["json", "jsonl", "csv", "tsv", "table"]
TYPES = {"json": "application/json", "jsonl": "application/x-ndjson"}


class Case:
    def __init__(self, name, data, stages, pieces):
        self.name, self.data, self.stages, self.pieces = name, data, stages, pieces
        self.line, self.pause, self.type = "", 0, ""


class Inputs:
    def __init__(self, chance):
        self.chance = chance

    def often(self, share):
        return self.chance.random() < share

    def value(self):
        return self.chance.choice([
            lambda: str(self.chance.randint(0, 3)), lambda: '"x"', lambda: "null", lambda: "1.50",
            lambda: '"é\\n"', lambda: '{"c":[1,{"d":2}]}', lambda: "[]", lambda: "true"])()

    def member(self, name):
        number = name == "a" and self.often(0.9) or name == "late" and self.often(0.8)
        return json.dumps(name) + ":" + (str(self.chance.randint(0, 3)) if number else self.value())

    def record(self, names):
        if self.often(0.03):
            return self.value()
        names = list(names)
        if self.often(0.1):
            self.chance.shuffle(names)
        if names and self.often(0.03):
            names.append(self.chance.choice(names))
        return "{" + ",".join(map(self.member, names)) + "}"

    def records(self, count):
        """Records as JSON, of which some lack a member, or are the first to have one."""
        first_late = self.chance.choice([0, 1, count // 2, count - 1, count])
        records = []
        for number in range(count):
            names = ["a"] + [name for name in "bc" if self.often(0.7)]
            if number >= first_late and self.often(0.6) or number == first_late:
                names.insert(self.chance.randint(0, len(names)), "late")
            if self.often(0.02):
                names = []
            records.append(self.record(names))
        return records

    def bytes(self, form):
        count = self.chance.choice([0, 1, 1, 2, 3, 3, 4, 6])
        is_large = self.often(0.004)
        if is_large:
            # Above what is read at a time, 256 KiB, and above what is held, 1,000 records.
            count = self.chance.choice([1001, 1200, 9000])
        if form in ("json", "jsonl"):
            records = self.records(count)
            if form == "jsonl":
                text = "".join(record + self.chance.choice(["\n", "\n", "\r\n", "\n\n"]) for record in records)
                text = text.rstrip("\n") if self.often(0.2) else text
            elif self.often(0.3):
                text = self.chance.choice(["", " ", "\n"]).join(records)
            else:
                text = "[" + self.chance.choice([",", ",\n", " , "]).join(records) + "]"
        elif form == "lines":
            text = "".join(f"line {number} é\n" for number in range(count))
        else:
            sign = "," if form == "csv" else "\t"
            lines = [["a", "b", "late"]] + [
                [self.chance.choice(["", "1", "2", "x"]) for _ in range(3)] for _ in range(count)]
            text = "\n".join(map(sign.join, lines)) + self.chance.choice(["", "\n"])
        if self.often(0.03):
            text = text[:-2]
        return text.encode(), is_large

    def pieces(self, data, is_large):
        if is_large:
            places = sorted(self.chance.randrange(len(data) + 1) for _ in range(20))
        elif self.often(0.5):
            places = range(1, len(data))
        else:
            places = [self.chance.randrange(len(data) + 1)]
        ends = [0, *places, len(data)]
        return [data[start:end] for start, end in zip(ends, ends[1:]) if start < end]

    def pipeline(self, form):
        stages = [self.chance.choice(STAGES) for _ in range(self.chance.choice([1, 1, 1, 2]))]
        if stages[-1].startswith(("get", "each print", "each {", "chart")) and self.often(0.8):
            stages = stages[-1:]
        else:
            stages.append("to " + self.chance.choice(FORMATS))
        return " | ".join(
            f"to {form} | from {form}" if stage == "from_again" else stage for stage in stages)

    def file(self, number):
        form = self.chance.choice(["json", "json", "jsonl", "jsonl", "jsonl", "csv", "tsv", "lines"])
        data, is_large = self.bytes(form)
        again = self.chance.choice(["json", "jsonl", "csv"])
        case = Case(f"{number}.{form}", data, self.pipeline(again), self.pieces(data, is_large))
        reader = f"from {form} {case.name}"
        case.line = f"{reader} | {case.stages}"
        if self.often(0.05):
            case.line = f"let v = {reader}; print $v"
        elif self.often(0.1):
            case.line = f"{reader} | to {self.chance.choice(FORMATS)}"
        # Longer than what a table at a terminal waits for.
        case.pause = 0.12 if self.often(0.003) and len(case.pieces) < 20 else 0
        return case

    def answer(self, number):
        form = self.chance.choice(["json", "jsonl"])
        data, is_large = self.bytes(form)
        case = Case(str(number), data, self.pipeline("jsonl"), self.pieces(data, is_large or len(data) > 400))
        if len(case.pieces) > 20:
            case.pieces = case.pieces[:10] + [b"".join(case.pieces[10:])]
        case.type = TYPES[form]
        return case
