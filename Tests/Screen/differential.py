"""Sends random keys to the program with and without colours and suggestions: the screens must be equal.

    [COUNT=250] [SEED=N] [SEASHELL=PROGRAM] Tests/Screen/run differential

A difference is shown with the shortest keys that still make it.
"""

import itertools
import os
import random
import sys
import time

from terminal import (
    BACKSPACE, DELETE, DOWN, END, HOME, LEFT, PATIENCE, PLAIN, RIGHT, UP, Program, Timeout, alt, ctrl, paste,
    style_of)

COUNT = int(os.environ.get("COUNT", "250"))
SEED = int(os.environ.get("SEED", "0")) or random.SystemRandom().randrange(1, 10**6)

HISTORY = """\
print hello\\@embedded
products list --query mug\\@embedded
print 'one two' | sort-by name\\@embedded
print 猫が好き e\u0301te\u0301 😀\\@embedded
print a	b	c\\@embedded
if true {\\n  print yes\\n}\\@embedded
let x = (1 + 2)
products list --query a-very-long-word --sort price --limit 10 | where price > 10 | select name price | sort-by price --reverse\\@embedded
x猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫\\@embedded
print hello\\@embedded
"""

WORDS = """print products list --query -- -o a b c x xy abc let | sort-by where $x ${x} $ ( ) [ ] { } ' " \\ # ; && = 1
    猫 あ 한 😀 é e\u0301 a\u0323\u0308 hello products' if""".split()
LONG = ["a" * 30, "ab " * 12, "猫" * 13, "x猫" * 9, "(" * 8, "'" + "b" * 40 + "'", "e\u0301" * 21, "print " + "word " * 25]
SET_MARK, CTRL_C = ctrl("@"), ctrl("c")
# These take a suggestion, so they are sent only if there is none.
TAKERS = [RIGHT, END, ctrl("f"), ctrl("e"), alt("f"), "\x1b[1;5C"]
MOVES = [LEFT, LEFT, HOME, ctrl("a"), ctrl("b"), alt("b"), "\x1b[1;5D"] + TAKERS
EDITS = [
    BACKSPACE, BACKSPACE, BACKSPACE, DELETE, alt("d"), ctrl("w"), ctrl("k"), ctrl("y"), ctrl("t"), ctrl("u"), alt("t"),
    alt("u"), alt("c"), alt(BACKSPACE), ctrl("_"), ctrl("_"), alt("y"), alt("r"), alt("."), alt("\\"), alt(" "), "\x1b[2~",
    SET_MARK, ctrl("x") * 2, ctrl("]") + "a", alt("5") + LEFT, alt("3") + "z", alt("4") + BACKSPACE, alt("1") + alt("2") + "猫",
    ctrl("l"), ctrl("x") + ctrl("u")]
QUOTED = [ctrl("v") + key for key in ["\t", "\t", ctrl("a"), "\x1b", "\x7f", "\n", ctrl("e")]]
HISTORIES = [UP, UP, DOWN, alt("<"), alt(">"), ctrl("p"), ctrl("n"), alt("p") + "pr\r"]
SEARCHES = [ctrl("r"), ctrl("r") + "pr", ctrl("r") + "猫", ctrl("r") + "o" + ctrl("r"), ctrl("r") + "q" + ctrl("g"),
            ctrl("r") + "zz", ctrl("r") + "h" + LEFT, ctrl("r") + "e" + BACKSPACE]
PASTES = [paste(text) for text in [
    "abc", "one\ntwo", "猫 \t x", "a\r\nb\r\n", "print 'x\ny'", "p" * 50, "(\n[\n{\n"]]
# What is sent, and how often.
KINDS = [list(part) for part in zip(*[
    (WORDS, 34), ([" "], 8), (LONG, 3), (MOVES, 17), (EDITS, 20), (QUOTED, 4), (HISTORIES, 5), (SEARCHES, 2), (PASTES, 2),
    (["\r"], 3), ([CTRL_C], 1), (None, 1)])]
# What a line prints stays on the screen, with what readline has drawn wrongly before.
LASTING = ["\r", alt("p") + "pr\r"]
# Keys with which a step begins, and with which it ends.
FIRST = TAKERS + LASTING + [CTRL_C]
LAST = LASTING + [CTRL_C, SET_MARK, ctrl("l")] + SEARCHES


class Generator:
    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.size = self.any_size()

    def any_size(self):
        chance = self.chance
        # Where the prompt of a search and the line have no room, readline alone draws wrongly what comes next;
        # the tables look at smaller windows.
        rows = chance.choice([24, 24, 24, 10, chance.randint(8, 30)])
        return chance.choice([chance.randint(30, 60), chance.randint(30, 100), 80]), rows

    def key(self):
        """A key, or a new size."""
        kind = self.chance.choices(*KINDS)[0]
        return self.chance.choice(kind) if kind else self.any_size()

    def steps(self):
        """What is done at once, again and again: keys, or a new size."""
        steps, step = [], ""
        for _ in range(self.chance.randint(5, 45)):
            key = self.key()
            if step and (isinstance(key, tuple) or key in FIRST):
                steps.append(step)
                step = ""
            if isinstance(key, tuple):
                steps.append(key)
                continue
            step += key
            if self.chance.random() < 0.7 or key in LAST:
                steps.append(step)
                step = ""
        return steps + [step] if step else steps


def compare(coloured, plain):
    """Says what is different, or returns None."""
    if coloured.unsuggested() == plain.rows() and coloured.cursor == plain.cursor:
        return None
    return f"must be:\n{plain.picture()}\nis:\n{coloured.picture()}"


def is_equal(coloured, plain):
    """Compares; what is still to come may come."""
    end = time.monotonic() + PATIENCE / 20
    while True:
        problem = compare(coloured, plain)
        if problem is None or time.monotonic() > end:
            return problem
        coloured.receive(0.002)
        plain.receive(0.002)


def cleared(program):
    """Clears the screen; returns the line's rows and the cursor's column before and after.

    That is None for a line that is higher than the screen.
    """
    rows, styles, (row, column) = program.rows(), styled_rows(program), program.cursor
    program.type(ctrl("l"))
    top = row - program.cursor[0]
    if top < 0:
        return None
    count = program.screen.lines - top
    return Drawn(rows[top:], styles[top:], column), \
        Drawn(program.rows()[:count], styled_rows(program)[:count], program.cursor[1])


class Drawn:
    def __init__(self, rows, styles, column):
        self.text, self.styles = (rows, column), styles


def styled_rows(program):
    """The cells with their styles; blanks have none, unless they are seen."""
    return [[(cell.data, "" if cell.data == " " and not cell.reverse else style_of(cell)) for cell in program.cells(row)]
            for row in range(program.screen.lines)]


def shown(rows):
    """The rows with the names of their styles."""
    lines = []
    for row in rows:
        pieces = itertools.groupby(row, lambda cell: cell[1])
        lines.append("".join(f"[{style}]" + "".join(data for data, _ in cells) for style, cells in pieces).rstrip())
    return "\n".join(line for line in lines if line != "[]")


class Pair:
    """The program as it is, and without colours and suggestions."""

    def __init__(self, coloured, plain):
        self.coloured, self.plain, self.both = coloured, plain, [coloured, plain]
        # Whether readline may have left remains of a search or a message on the screen.
        self.is_dirty = False

    def is_searching(self):
        """Whether the programs look for an earlier line."""
        return "i-search)" in "".join(self.coloured.rows())

    def do(self, step):
        if isinstance(step, tuple):
            for program in self.both:
                program.resize(*step)
        elif step == CTRL_C:
            for program in self.both:
                program.interrupt()
        else:
            for program in self.both:
                program.send(step)
        for program in self.both:
            program.settle()

    def run(self, steps):
        """Returns what goes wrong, or None."""
        for program in self.both:
            program.settle()
        problem = is_equal(*self.both)
        for step in steps:
            if problem:
                return problem
            if isinstance(step, str):
                if step.startswith(tuple(TAKERS)) and self.coloured.suggestion():
                    continue
                if self.is_dirty and step in LASTING:
                    self.do(ctrl("l"))
                    self.is_dirty = False
                # Readline 8.2 crashes if much else follows an Escape that ends a search.
                if self.is_searching() and "\x1b" in step[1:]:
                    self.do(ctrl("g"))
                self.is_dirty = self.is_dirty or any(key in step for key in [ctrl("r"), alt("-"), *map(alt, "12345")])
            self.do(step)
            problem = is_equal(*self.both)
            if problem:
                problem = self.judged(problem)
        return problem or self.examined()

    def judged(self, problem):
        """A problem, unless readline's own drawing is wrong: it draws another line on an empty screen."""
        if self.is_searching():
            # Ctrl-L would end the search.
            self.is_dirty = True
            return None
        ours, own = cleared(self.coloured), cleared(self.plain)
        is_own = (self.is_dirty or own is None or own[0].text != own[1].text) \
            and (ours is None or ours[0].text == ours[1].text)
        self.is_dirty = False
        counts["wrong"] += bool(is_own)
        return is_equal(*self.both) if is_own else problem

    def examined(self):
        """Says which colours change when the line is drawn on an empty screen, or returns None."""
        if self.is_searching():
            return None
        picture, found = self.coloured.picture(), cleared(self.coloured)
        if not found or found[0].text != found[1].text or found[0].styles == found[1].styles:
            return None
        are, must = (shown(drawn.styles) for drawn in found)
        return f"colours must be:\n{must}\nare:\n{are}\n{picture}"


counts = {"wrong": 0}


def run(size, steps):
    """Returns what goes wrong in two new programs, or None."""
    with Program(*size, history=HISTORY) as coloured, Program(*size, history=HISTORY, rc=PLAIN) as plain:
        try:
            return Pair(coloured, plain).run(steps)
        except Timeout as timeout:
            return str(timeout)


def shorter(size, steps, problem):
    """The fewest steps found that still go wrong."""
    piece, tries = max(1, len(steps) // 2), 0
    while tries < 80:
        start, found = 0, False
        while start < len(steps) and tries < 80:
            rest = steps[:start] + steps[start + piece:]
            tries += 1
            other = run(size, rest) if rest else None
            if other:
                steps, problem, found = rest, other, True
            else:
                start += piece
        if piece == 1 and not found:
            break
        piece = max(1, piece // 2)
    return steps, problem


def main():
    print(f"{COUNT} sequences of keys, SEED={SEED}")
    start, differences = time.monotonic(), 0
    for number in range(COUNT):
        generator = Generator(SEED * 100_000 + number)
        size, steps = generator.size, generator.steps()
        problem = run(size, steps)
        if problem and run(size, steps):
            differences += 1
            steps, problem = shorter(size, steps, problem)
            print(f"\n--- {number}: {size[0]} columns, {size[1]} rows: {steps}\n{problem}", flush=True)
            if differences >= int(os.environ.get("SHOWN", "5")):
                break
        elif problem:
            print(f"\n--- {number}: not again: {size[0]} columns, {size[1]} rows: {steps}\n{problem}", flush=True)
    print(f"{number + 1} sequences in {time.monotonic() - start:.1f} s: {differences} differ; "
          f"{counts['wrong']} times readline alone has drawn something else than it does on an empty screen")
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
