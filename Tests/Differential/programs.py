"""Programs of blocks, after the help texts 'blocks' and 'expressions': what they print.

A program is a list of statements, the last of which runs in a block, so that it ends at the first error.
A statement is a tuple: ("print", words), ("let", name, word), ("if", branches, otherwise),
("for", names, items, body), ("each", records, options, body), ("try", body, otherwise),
("def", name, parameters, body), ("call", name, words, variable), ("fail", text), ("break",),
("continue",), ("return", value), ("wrapped", statement, stages).

Records are the stages of a pipeline over the file, each with its text. A word is ("text", written,
text), ("value", expression), ("variable", expression) or ("joined", pieces). An expression is a tuple
as in expressions.py, with ("variable", name, steps), ("text", text) and ("constant", value).
"""

import expressions
import model
from expressions import Unknown
from formats import READERS, Failure, write
from values import Number, Record, Untyped, kind, number, plain_text


# A text that the rules do not say.
UNKNOWN = object()


class Leave(Exception):
    """`break`, `continue` or `return`."""

    def __init__(self, how, value=None):
        self.how, self.value = how, value


# Expressions without fields


def variable(name, steps, scope):
    value = scope[name]
    if steps and kind(value) in ("text", "untyped"):
        # Behind a variable that holds text, a path is text, too.
        return type(value)(value + written_variable((None, "", steps))[0][1:])
    for step in steps:
        which = kind(value)
        if isinstance(step, int):
            if which != "list" or not -len(value) <= step < len(value):
                raise Failure(2, "$" + name)
            value = value[step]
        else:
            if which != "record" or all(key != step for key, _ in value):
                raise Failure(2, "$" + name)
            value = value.get(step)
    if value is UNKNOWN:
        raise Unknown("the message of a failure")
    return value


def value(node, scope):
    name = node[0]
    if name == "variable":
        return variable(node[1], node[2], scope)
    if name in ("text", "bare", "constant"):
        return node[1]
    if name == "list":
        return [expressions.cell(value(part, scope)) for part in node[1]]
    if name in ("compared", "and", "or", "not", "is", "in"):
        return is_true(node, scope)
    if name == "if":
        return value(node[2] if is_true(node[1], scope) else node[3], scope)
    if name == "number":
        return Number(node[1])
    if name == "neg":
        return expressions.calculate("-", Number("0"), value(node[1], scope))
    if name == "call":
        return expressions.call(node[1], [value(part, scope) for part in node[2:]])
    return expressions.calculate(name, value(node[1], scope), value(node[2], scope))


def is_true(node, scope):
    operation = node[0]
    if operation == "not":
        return not is_true(node[1], scope)
    if operation == "and":
        return all(is_true(part, scope) for part in node[1])
    if operation == "or":
        return any(is_true(part, scope) for part in node[1])
    if operation == "compared":
        one, other = value(node[2], scope), value(node[3], scope)
        if node[1] == "~":
            return contains(one, other)
        return expressions.compares(one, node[1], other)
    if operation == "in":
        one = value(node[1], scope)
        others = (value(part, scope) for part in node[2])
        if len(node[2]) == 1:
            other = next(others)
            others = other if kind(other) == "list" else [other]
        return any(expressions.equal(one, other) for other in others)
    if operation == "is":
        return is_kind(node, scope)
    found = value(node, scope)
    if kind(found) == "untyped" and found in ("true", "false"):
        return found == "true"
    if kind(found) != "boolean":
        raise Failure(2, "condition")
    return found


def is_kind(node, scope):
    try:
        found = value(node[1], scope)
    except Failure:
        # A path that leads nowhere.
        if node[1][0] == "variable" and node[2] in ("missing", "empty"):
            return True
        raise
    which = kind(found)
    untyped = str(found) if which == "untyped" else None
    return {
        "missing": False, "null": expressions.is_null(found),
        "empty": expressions.is_null(found) or which in ("text", "list") and len(found) == 0,
        "number": expressions.as_number(found) is not None,
        "text": which in ("text", "untyped"),
        "boolean": which == "boolean" or untyped in ("true", "false"),
        "list": which == "list", "record": which == "record"}[node[2]]


def contains(one, other):
    which = kind(one)
    if which == "list":
        return any(expressions.equal(element, other) for element in one)
    if which == "null":
        return False
    if which in ("boolean", "record"):
        raise Failure(2, "~")
    return not expressions.is_null(other) and \
        model.lowered(expressions.written(other)) in model.lowered(expressions.written(one))


# Statements


class Machine:
    """Runs statements, and keeps what they print."""

    def __init__(self, source, output):
        self.source, self.output = source, output
        self.printed, self.definitions = [], {}

    def word(self, word, scope):
        if word[0] == "text":
            return Untyped(word[2])
        if word[0] == "joined":
            return Untyped("".join(
                piece if isinstance(piece, str) else plain_text(value(piece, scope))
                for piece in word[1]))
        found = value(word[1], scope)
        if kind(found) != "number" or word[0] == "variable" and written_variable(word[1])[1]:
            return found
        return expressions.cell(found)

    def block(self, statements, scope):
        for statement in statements:
            getattr(self, "run_" + statement[0])(scope, *statement[1:])

    def run_print(self, scope, words):
        self.printed.append(" ".join(plain_text(self.word(word, scope)) for word in words) + "\n")

    def run_let(self, scope, name, word):
        scope[name] = self.word(word, scope)

    def run_if(self, scope, branches, otherwise):
        for condition, body in branches:
            if is_true(condition, scope):
                return self.block(body, scope)
        if otherwise is not None:
            self.block(otherwise, scope)

    def run_for(self, scope, names, items, body):
        if items[0] == "records":
            found = self.records(items[1])
        else:
            found = [value(part, scope) for part in items[1]] if items[0] == "list" \
                else value(items[1], scope)
            if items[0] == "list" and len(found) == 1 and kind(found[0]) == "list":
                found = found[0]
            if kind(found) != "list":
                found = [found]
        hidden = {name: scope[name] for name in names if name in scope}
        try:
            for item in found:
                if len(names) == 1:
                    scope[names[0]] = item
                elif kind(item) != "list" or len(item) != len(names):
                    raise Failure(2, "for")
                else:
                    scope.update(zip(names, item))
                try:
                    self.block(body, scope)
                except Leave as leave:
                    if leave.how == "break":
                        break
                    if leave.how == "return":
                        raise
        finally:
            for name in names:
                scope.pop(name, None)
            scope.update(hidden)

    def stream(self, records):
        stream = model.opened(self.source)
        for (name, *arguments), _ in records:
            stream = model.ALL[name](stream, *arguments)
        return stream

    def records(self, records):
        stream = self.stream(records)
        return [Record(row.items()) for row in stream.rows]

    def run_each(self, scope, records, options, body):
        # The records before a broken one are handled before the error.
        try:
            stream = self.stream(records)
        except Failure as failure:
            if hasattr(failure, "is_in_front"):
                raise Unknown("the records before an error") from failure
            raise
        failure = None
        rows = iter(stream.rows)
        while True:
            try:
                row = next(rows, None)
            except Failure as error:
                # If the source fails, the failure of 'each' counts; if a stage does, its own.
                if failure and failure.status != error.status:
                    raise Unknown("which of two failures counts") from error
                failure = error
                break
            if row is None:
                break
            inner = dict(scope)
            inner["it"] = Record(row.items())
            try:
                self.block(body, inner)
            except Failure as error:
                if any(option.startswith("--jobs") for option in options):
                    raise Unknown("what runs beside a failure") from error
                if "--keep-going" not in options:
                    raise
                failure = failure or error
        if failure:
            raise failure

    def run_try(self, scope, body, otherwise):
        try:
            self.block(body, scope)
        except Failure as failure:
            # What was typed wrong is not handled; a value that came from data is.
            if failure.status == 2:
                raise Unknown("where the value came from") from failure
            scope["error"] = Record([
                ("status", Number(str(failure.status))), ("code", "failed"),
                ("message", getattr(failure, "message", UNKNOWN))])
            self.block(otherwise, scope)

    def run_fail(self, scope, text):
        failure = Failure(1, text)
        failure.message = text
        raise failure

    def run_def(self, scope, name, parameters, body):
        self.definitions[name] = parameters, body

    def run_call(self, scope, name, words, variable):
        parameters, body = self.definitions[name]
        inner = dict(scope)
        for place, (parameter, fallback) in enumerate(parameters):
            if place < len(words):
                inner[parameter] = self.word(words[place], scope)
            elif fallback is None:
                raise Failure(2, f"'{name}'")
            else:
                inner[parameter] = Untyped(fallback)
        if len(words) > len(parameters):
            raise Failure(2, f"'{name}'")
        result = None
        try:
            self.block(body, inner)
        except Leave as leave:
            result = leave.value
        finally:
            if "error" in inner:
                scope["error"] = inner["error"]
        if variable:
            scope[variable] = result

    def run_break(self, scope):
        raise Leave("break")

    def run_continue(self, scope):
        raise Leave("continue")

    def run_return(self, scope, node):
        raise Leave("return", node and self.word(("value", node), scope))

    def run_wrapped(self, scope, statement, stages):
        """A statement whose lines are records."""
        before, self.printed = self.printed, []
        try:
            self.block([statement], scope)
            text, self.printed = "".join(self.printed), before
        except Failure as failure:
            # How much a stage has read by then is not said.
            raise Unknown("an error in front of a stage") from failure
        stream = model.opened(READERS["lines"](text.encode()))
        form = self.output
        for (name, *arguments), _ in stages:
            if name == "to":
                form = arguments[0]
            else:
                stream = model.ALL[name](stream, *arguments)
        written, failure = write(form, stream)
        self.printed.append(written)
        if failure:
            raise failure


def run(source, program, output):
    """What a program writes, and its failure."""
    machine = Machine(source, output)
    try:
        machine.block(program, {})
    except Failure as failure:
        return "".join(machine.printed), failure
    return "".join(machine.printed), None


# Written form


SIGNS = {"+": 1, "-": 1, "*": 2, "/": 2, "%": 2}


def written_variable(node):
    """A variable with a path, and whether a word can have it without parentheses."""
    text, is_plain = "$" + node[1], True
    for step in node[2]:
        if isinstance(step, int):
            text += f"[{step}]"
        elif model.IDENTIFIER.fullmatch(step):
            text += "." + step
        else:
            text += f"['{step}']"
            is_plain = False
    return text, is_plain


def written(node):
    name = node[0]
    if name == "variable":
        return written_variable(node)[0]
    if name == "text":
        return "'" + node[1] + "'"
    if name == "constant":
        return {None: "null", True: "true", False: "false"}[node[1]]
    if name in ("number", "bare"):
        return node[1]
    if name == "list":
        return "(" + ", ".join(map(written, node[1])) + ("," if len(node[1]) == 1 else "") + ")"
    if name == "neg":
        return f"-({written(node[1])})"
    if name == "call":
        return f"{node[1]}({', '.join(map(written, node[2:]))})"
    if name == "if":
        return f"(if {written(node[1])} then {written(node[2])} else {written(node[3])})"
    if name == "not":
        return f"not ({written(node[1])})"
    if name in ("and", "or"):
        return f" {name} ".join(
            f"({written(part)})" if part[0] in ("and", "or") else written(part) for part in node[1])
    if name == "compared":
        return f"{side(node[2])} {node[1]} {side(node[3])}"
    if name == "in":
        return f"{side(node[1])} in ({', '.join(map(side, node[2]))})"
    if name == "is":
        return f"{side(node[1])} is {node[2]}"
    return f"{side(node[1])} {name} {side(node[2])}"


def side(node):
    """A part of a comparison or a calculation."""
    simple = ("variable", "text", "bare", "constant", "number", "list", "call", "if")
    return written(node) if node[0] in simple else f"({written(node)})"


def written_word(word):
    if word[0] == "text":
        return word[1]
    if word[0] == "value":
        node = word[1]
        return written(node) if node[0] == "list" and len(node[1]) > 1 else f"({written(node)})"
    if word[0] == "variable":
        text, is_plain = written_variable(word[1])
        return text if is_plain else f"({text})"
    return '"' + "".join(
        piece if isinstance(piece, str) else "${" + written_variable(piece)[0][1:] + "}"
        for piece in word[1]) + '"'


class Writer:
    """Writes a program, with its blocks on lines or on one line."""

    def __init__(self, opening, style):
        self.opening, self.style = opening, style

    def block(self, statements, depth):
        inside = [self.statement(statement, depth + 1) for statement in statements]
        if self.style == "lines" or self.style == "mixed" and depth % 2 == 0:
            margin = "\n" + "  " * (depth + 1)
            comment = "  # a } b {" if self.style == "mixed" else ""
            return "{" + comment + "".join(margin + text for text in inside) + \
                "\n" + "  " * depth + "}"
        return "{ " + "; ".join(inside) + " }"

    def statement(self, statement, depth=0):
        return getattr(self, "write_" + statement[0])(depth, *statement[1:])

    def write_print(self, depth, words):
        return "print " + " ".join(map(written_word, words))

    def write_let(self, depth, name, word):
        return f"let {name} = {written_word(word)}"

    def write_if(self, depth, branches, otherwise):
        text = " else ".join(
            f"if {written(condition)} {self.block(body, depth)}" for condition, body in branches)
        return text if otherwise is None else f"{text} else {self.block(otherwise, depth)}"

    def write_for(self, depth, names, items, body):
        if items[0] == "records":
            text = self.records(items[1])
        elif items[0] == "list":
            text = "(" + ", ".join(map(written, items[1])) + ")"
        else:
            text = written_word(items)
        return f"for {' '.join(names)} in {text} {self.block(body, depth)}"

    def records(self, records):
        return " | ".join([self.opening] + [text for _, text in records])

    def write_each(self, depth, records, options, body):
        return f"{self.records(records)} | each " + \
            "".join(option + " " for option in options) + self.block(body, depth)

    def write_try(self, depth, body, otherwise):
        return f"try {self.block(body, depth)} else {self.block(otherwise, depth)}"

    def write_fail(self, depth, text):
        return f"fail '{text}'"

    def write_def(self, depth, name, parameters, body):
        words = [parameter if fallback is None else f"{parameter}={fallback}"
                 for parameter, fallback in parameters]
        return " ".join(["def", name] + words) + " " + self.block(body, depth)

    def write_call(self, depth, name, words, variable):
        text = " ".join([name] + [written_word(word) for word in words])
        return f"let {variable} = {text}" if variable else text

    def write_break(self, depth):
        return "break"

    def write_continue(self, depth):
        return "continue"

    def write_return(self, depth, node):
        return "return" if node is None else f"return {written_word(('value', node))}"

    def write_wrapped(self, depth, statement, stages):
        return " | ".join([self.statement(statement, depth), "from lines"] + [
            text for _, text in stages])


def smaller(program):
    """Programs with a part less, for a short report."""
    for other in parts_less(program):
        if all(statement[0] == "def" for statement in other[:-1]) and \
                other[-1][0] in ("if", "for", "each", "try", "wrapped"):
            yield other


def parts_less(program):
    for index, statement in enumerate(program):
        before, after = program[:index], program[index + 1:]
        if len(program) > 1:
            yield before + after
        for place, part in enumerate(statement):
            if not isinstance(part, list) or statement[0] == "call":
                continue
            if statement[0] == "if" and place == 1:
                for branch, (condition, body) in enumerate(part):
                    yield before + body + after
                    for other in parts_less(body):
                        branches = part[:branch] + [(condition, other)] + part[branch + 1:]
                        yield before + [("if", branches, statement[2])] + after
            elif part and isinstance(part[0], tuple) and "run_" + str(part[0][0]) in dir(Machine):
                if statement[0] != "def":
                    yield before + part + after
                for other in parts_less(part):
                    yield before + [statement[:place] + (other,) + statement[place + 1:]] + after
            elif statement[0] in ("print", "each", "wrapped") and len(part) > (place == 1):
                for number in range(len(part)):
                    yield before + [statement[:place] + (part[:number] + part[number + 1:],)
                                    + statement[place + 1:]] + after


def text_of(program, opening, style):
    writer = Writer(opening, style)
    return "\n".join(writer.statement(statement) for statement in program)
