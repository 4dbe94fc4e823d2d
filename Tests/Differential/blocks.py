"""Generates programs of blocks over a file of records."""

import re

import model
import programs
from formats import READERS, Failure
from values import Number, Untyped, kind, number

WORDS = ["mug", "Ocean mug", "tea", "EUR", "Z", "a b", "x=y", "12", "2.50", "007", "", "it", "{", "}",
         "true", "null", "a;b", "#1", "(y)", "$5", "é", "1e3", "0"]
OUTER = ["a", "b", "c", "d"]
INNER = ["m", "n", "o"]
LOOPS = ["x", "y", "z", "i"]


class Blocks:
    """Makes programs, with the choices of a generator."""

    def __init__(self, generator, source):
        self.generator, self.source = generator, source
        self.chance, self.often = generator.chance, generator.often
        self.functions = {}

    # Expressions; a scope has a sample value for each variable

    def variables(self, scope, fits):
        """The variables, and paths into them, whose sample fits."""
        found = []
        for name, sample in scope.items():
            self.paths(name, [], sample, found)
        return [node for node, sample in found if fits(sample)]

    def paths(self, name, steps, sample, found):
        found.append((("variable", name, steps), sample))
        if kind(sample) == "record":
            for key, member in sample:
                if "'" not in key and "\n" not in key and len(steps) < 3:
                    self.paths(name, steps + [key], member, found)
        if kind(sample) == "list" and sample and len(steps) < 3 and steps:
            self.paths(name, steps + [self.chance.choice([0, -1])], sample[0], found)

    def number(self, scope, depth=0):
        pick = self.chance.random()
        if depth > 2 or pick < 0.45:
            found = self.variables(scope, lambda sample: kind(sample) == "number" or kind(
                sample) == "untyped" and number(sample) is not None)
            if found and self.often(0.7):
                return self.chance.choice(found)
            if self.often(0.02):
                return self.any(scope)
            return ("number", self.chance.choice(["0", "1", "2", "3", "10", "0.5", "2.50", "1e3"]))
        if pick < 0.75:
            sign = self.chance.choice("++--**/%")
            return sign, self.number(scope, depth + 1), self.number(scope, depth + 1)
        if pick < 0.8:
            return "neg", self.number(scope, depth + 1)
        if pick < 0.92:
            name = self.chance.choice(["round", "floor", "abs", "length"])
            return "call", name, self.text(scope, depth + 1) if name == "length" \
                else self.number(scope, depth + 1)
        return ("if", self.condition(scope, depth + 1), self.number(scope, depth + 1),
                self.number(scope, depth + 1))

    def text(self, scope, depth=0):
        found = self.variables(scope, lambda sample: kind(sample) in ("text", "untyped"))
        if depth < 2 and self.often(0.2):
            return "call", self.chance.choice(["lower", "upper"]), self.text(scope, depth + 1)
        if found and self.often(0.6):
            return self.chance.choice(found)
        return "text", self.chance.choice(WORDS)

    def any(self, scope, depth=0):
        pick = self.chance.random()
        if pick < 0.35:
            return self.number(scope, depth)
        if pick < 0.5:
            return self.text(scope, depth)
        if pick < 0.58:
            return ("constant", self.chance.choice([None, True, False]))
        if pick < 0.64:
            return self.condition(scope, depth + 1)
        if pick < 0.72 and depth < 2:
            return "list", [self.any(scope, depth + 1) for _ in range(self.chance.randint(1, 3))]
        found = self.variables(scope, lambda _: True)
        return self.chance.choice(found) if found else self.number(scope, depth)

    def condition(self, scope, depth=0):
        pick = self.chance.random()
        if depth < 3 and pick < 0.2:
            name = self.chance.choice(["and", "or"])
            return name, [self.condition(scope, depth + 1) for _ in range(self.chance.choice([2, 3]))]
        if depth < 3 and pick < 0.27:
            return "not", self.condition(scope, depth + 1)
        if pick < 0.4:
            tests = ["empty", "null", "missing", "number", "text", "boolean", "list", "record"]
            node = self.any(scope, depth + 1)
            if node[0] == "variable" and self.often(0.15):
                node = ("variable", node[1], node[2] + ["nope"]) if node[2] else node
            return "is", node, self.chance.choice(tests)
        if pick < 0.5:
            return "in", self.any(scope, depth + 1), [
                self.right(scope) for _ in range(self.chance.randint(1, 3))]
        comparison = self.chance.choice(["=", "=", "!=", "<", "<=", ">", ">=", "~"])
        if self.often(0.55):
            return "compared", comparison, self.number(scope, depth + 1), \
                self.number(scope, depth + 1)
        if self.often(0.5):
            return "compared", comparison, self.text(scope, depth + 1), self.right(scope)
        return "compared", self.chance.choice(["=", "!="]), self.any(scope, depth + 1), \
            self.any(scope, depth + 1)

    def right(self, scope):
        if self.often(0.3):
            return "bare", self.chance.choice(["Bea", "EUR", "mug", "a-b", "x1"])
        return self.text(scope) if self.often(0.4) else self.any(scope, 2)

    # Words

    def word(self, scope):
        pick = self.chance.random()
        if pick < 0.25:
            text = self.chance.choice(WORDS)
            return "text", self.generator.quoted(text), text
        found = self.variables(scope, lambda _: True)
        if pick < 0.6 and found:
            return "variable", self.chance.choice(found)
        if pick < 0.7 and found:
            pieces = []
            for _ in range(self.chance.randint(1, 3)):
                node = self.chance.choice(found)
                if programs.written_variable(node)[1]:
                    pieces += [self.chance.choice(["", " ", "a=", "x: "]), node]
            return "joined", pieces + [self.chance.choice(["", ".", "b c"])]
        return "value", self.any(scope)

    def sample(self, word, scope):
        try:
            return programs.Machine(self.source, "json").word(word, scope)
        except (Failure, model.Unknown, KeyError):
            return Untyped("1")

    # Statements

    def block(self, scope, depth, names=OUTER, is_in_loop=False, is_in_definition=False):
        """Statements; what they set is added to the scope."""
        found = []
        for _ in range(self.chance.choice([1, 1, 2, 3])):
            pick = self.chance.random()
            if pick < 0.3 or depth >= 4:
                found.append(("print", [self.word(scope) for _ in range(self.chance.randint(1, 3))]))
            elif pick < 0.5:
                name, word = self.chance.choice(names), self.word(scope)
                found.append(("let", name, word))
                scope[name] = self.sample(word, scope)
            elif pick < 0.65:
                found.append(self.choice(scope, depth, names, is_in_loop, is_in_definition))
            elif pick < 0.78:
                found.append(self.loop(scope, depth, names, is_in_definition))
            elif pick < 0.83:
                found.append(("try", self.body(scope, depth, names, is_in_loop, is_in_definition)
                              + ([("fail", "no luck")] if self.often(0.6) else []),
                              self.body(dict(scope), depth, names, is_in_loop, is_in_definition)
                              + [("print", [("variable", ("variable", "error", ["message"]))])]))
            elif pick < 0.9 and self.functions and not is_in_definition:
                name = self.chance.choice(list(self.functions))
                words = [self.word(scope) for _ in range(
                    1 if self.often(0.4) else self.functions[name][0])]
                words = [word if word[0] != "text" or word[2] else ("text", "5", "5")
                         for word in words]
                variable = self.chance.choice(names) if self.functions[name][1] else None
                found.append(("call", name, words, variable))
                if variable:
                    scope[variable] = Untyped("1")
            elif pick < 0.94 and is_in_loop:
                found.append(("if", [(self.condition(scope), [
                    (self.chance.choice(["break", "continue"]),)])], None))
            elif pick < 0.95:
                found.append(("fail", self.chance.choice(["no luck", "x", "a 'b"]).replace("'", "")))
            else:
                found.append(("print", [self.word(scope)]))
        return found

    def body(self, scope, depth, *arguments):
        return self.block(dict(scope), depth + 1, *arguments)

    def choice(self, scope, depth, names, is_in_loop, is_in_definition):
        branches = [(self.condition(scope),
                     self.body(scope, depth, names, is_in_loop, is_in_definition))
                    for _ in range(self.chance.choice([1, 1, 2]))]
        otherwise = self.body(scope, depth, names, is_in_loop, is_in_definition) \
            if self.often(0.5) else None
        return "if", branches, otherwise

    def loop(self, scope, depth, names, is_in_definition):
        if depth < 3 and self.often(0.4):
            records, columns, rows = self.generator.records(self.source)
            inner = dict(scope)
            inner["r"] = model.Record(rows[0].items()) if rows else None
            if not rows:
                inner.pop("r")
            return "for", ["r"], ("records", records), self.body(inner, depth, names, True,
                                                                 is_in_definition)
        inner, count = dict(scope), 1 if self.often(0.85) else 2
        found = self.chance.sample(LOOPS, count)
        if count == 2:
            items = [("list", [self.any(scope, 2), self.any(scope, 2)])
                     for _ in range(self.chance.randint(1, 3))]
            inner.update((name, Number("1")) for name in found)
        else:
            items = [self.any(scope, 1) for _ in range(self.chance.randint(1, 4))]
            inner[found[0]] = self.sample(("value", items[0]), scope)
        return "for", found, ("list", items), self.body(inner, depth, names, True, is_in_definition)

    def definition(self, name):
        count = self.chance.randint(1, 2)
        parameters = [(parameter, None if self.often(0.6) else self.chance.choice(["5", "2.50", "t"]))
                      for parameter in ["p", "q"][:count]]
        # What is required comes first.
        parameters.sort(key=lambda parameter: parameter[1] is not None)
        scope = {parameter: Untyped("5") for parameter, _ in parameters}
        gives = self.often(0.6)
        if gives:
            body = []
            if self.often(0.4):
                word = ("value", self.any(scope))
                body.append(("let", "m", word))
                scope["m"] = self.sample(word, scope)
            if self.often(0.5):
                body.append(("if", [(self.condition(scope), [("return", self.any(scope))])], None))
            if self.often(0.3):
                body.append(("for", ["x"], ("list", [("number", str(n)) for n in range(3)]), [
                    ("if", [(("compared", "=", ("variable", "x", []), self.number(scope, 2)),
                             [("return", ("variable", "x", []))])], None)]))
            body.append(("return", self.any(scope)))
        else:
            body = self.block(scope, 2, INNER, False, True)
            if self.often(0.3):
                body.insert(self.chance.randrange(len(body) + 1), (
                    "if", [(self.condition(
                        {name: Untyped("5") for name, _ in parameters}), [("return", None)])], None))
        self.functions[name] = count, gives
        return "def", name, parameters, body

    def program(self, opening):
        """A program, how its blocks are written, and its text."""
        program = [self.definition(name) for name in ["f1", "f2"][:self.chance.choice([0, 0, 1, 2])]]
        pick = self.chance.random()
        if pick < 0.35:
            # Where 'expect' and the block fail both, the model does not know which is the pipeline's error.
            records, columns, rows = self.generator.records(self.source, besides=["expect"])
            scope = {"it": model.Record(rows[0].items())} if rows else {}
            options = self.chance.choice([[], [], ["--jobs 3"], ["--keep-going"]])
            statement = ("each", records, options, self.block(scope, 1, INNER))
        elif pick < 0.6:
            statement = self.loop({}, 0, OUTER, False)
        else:
            scope, body = {}, []
            for name in OUTER[:self.chance.randint(0, 3)]:
                word = self.word(scope)
                body.append(("let", name, word))
                scope[name] = self.sample(word, scope)
            body += self.block(scope, 1)
            statement = ("if", [(("constant", True), body)], None)
        if self.often(0.25):
            statement = self.wrapped(program, statement)
        program.append(statement)
        style = self.chance.choice(["line", "line", "lines", "mixed"])
        return program, style, programs.text_of(program, opening, style)

    def wrapped(self, program, statement):
        """A statement with stages behind it."""
        form = self.chance.choice(["json", "jsonl", "csv", "tsv"])
        try:
            text, failure = programs.run(self.source, program + [statement], form)
        except (model.Unknown, RecursionError):
            return statement
        if failure:
            return statement
        source, stages = READERS["lines"](text.encode()), []
        if self.often(0.6):
            while not stages or stages[0][0][0] in ("again", "mistake"):
                stages = [self.generator.stage(source.columns, source.rows[:50])]
        return "wrapped", statement, stages + [(("to", form), "to " + form)]


__all__ = ["Blocks"]
