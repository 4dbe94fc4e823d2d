"""What the prompt shows for certain keys, in windows of three widths, with and without colours.

    [ONLY=NAME] [SEASHELL=PROGRAM] Tests/Screen/run tables
"""

import os
import signal
import sys
import time
import traceback

from terminal import (
    BACKSPACE, END, ESCAPE, HOME, LEFT, PATIENCE, RIGHT, UP, Program, alt, ctrl, is_dim, paste, style_of)

HISTORY = """\
print one\\@dev
products list --query mug\\@embedded
if true {\\n  print yes\\n}\\@embedded
print two\\@embedded
print three\\@dev
"""
PROMPT = "embedded> "
TAKERS = [RIGHT, ctrl("f"), END, ctrl("e")]
WORD_TAKERS = [alt("f"), "\x1b[1;3C", "\x1b[1;5C"]

cases = []


def case(test):
    cases.append(test)
    return test


def equal(found, expected):
    if found != expected:
        raise AssertionError(f"is {found!r}, must be {expected!r}")


class Line:
    """The line that is being typed, as it is on the screen."""

    def __init__(self, program, prompt=PROMPT):
        self.program, self.prompt = program, prompt

    def top(self):
        rows = [row for row, text in enumerate(self.program.rows()) if (text + " ").startswith(self.prompt)]
        if not rows:
            raise AssertionError(f"there is no prompt\n{self.program.picture()}")
        return rows[-1]

    def cells(self):
        program = self.program
        cells = [cell for row in range(self.top(), program.screen.lines) for cell in program.cells(row)]
        return cells[len(self.prompt):]

    def text(self):
        return "".join(cell.data for cell in self.cells() if not is_dim(cell)).rstrip()

    def styles(self):
        pieces = []
        for cell in self.cells():
            if is_dim(cell):
                break
            if pieces and pieces[-1][1] == style_of(cell):
                pieces[-1][0] += cell.data
            else:
                pieces.append([cell.data, style_of(cell)])
        if pieces and not pieces[-1][1]:
            pieces[-1][0] = pieces[-1][0].rstrip()
        return [tuple(piece) for piece in pieces if piece[0]]


class Session(Program):
    def __init__(self, columns, has_colours, rows=24, **options):
        options.setdefault("history", HISTORY)
        if not has_colours:
            options["NO_COLOR"] = "1"
        super().__init__(columns, rows, **options)
        self.has_colours = has_colours
        self.line = Line(self)

    def __enter__(self):
        try:
            self.settle()
        except BaseException:
            self.__exit__()
            raise
        return self

    def expect(self, text, suggestion="", cursor=None):
        """The line's text, the suggestion behind it, and the cursor's offset in columns."""
        equal(self.line.text(), text)
        start = len(PROMPT) + columns_of(text)
        room = self.screen.columns - 1 - start % self.screen.columns
        while columns_of(suggestion) > max(0, room):
            suggestion = suggestion[:-1]
        equal(self.suggestion().rstrip(), suggestion.rstrip() if self.has_colours else "")
        if cursor is not None or suggestion:
            place = start if cursor is None else len(PROMPT) + cursor
            equal((self.cursor[0] - self.line.top(), self.cursor[1]), divmod(place, self.screen.columns))

    def expect_styles(self, *pieces):
        if not self.has_colours:
            pieces = [("".join(text for text, _ in pieces), "")] if pieces else []
        equal(painted(self.line.styles()), painted(pieces))

    def expect_no_dim(self):
        for row in range(self.screen.lines):
            for cell in self.cells(row):
                if is_dim(cell) and cell.data.strip():
                    raise AssertionError(f"row {row} is dim: {self.text(row)!r}")


def painted(pieces):
    """The characters with their styles; a blank has none, unless it is seen."""
    styled = [(character, style) for text, style in pieces for character in text]
    return [(text, "" if text == " " and "reverse" not in style else style) for text, style in styled]


def columns_of(text):
    return len(text) + sum(character in "猫あ😀" for character in text)


# Suggestions.


@case
def suggestions_are_taken(width, colours):
    for key in TAKERS:
        with Session(width, colours) as shell:
            shell.type(*"prod")
            shell.expect("prod", "ucts list --query mug")
            shell.type(key)
            if not colours:
                shell.expect("prod")
                continue
            shell.expect("products list --query mug")
            shell.type(ctrl("_"))
            shell.expect("prod", "ucts list --query mug")
            shell.type(LEFT)
            shell.expect("prod", cursor=3)
            shell.type(key)
            shell.expect("prod", "ucts list --query mug")


@case
def suggestions_are_taken_by_words(width, colours):
    for key in WORD_TAKERS:
        with Session(width, colours) as shell:
            shell.type("prod", key)
            if not colours:
                shell.expect("prod")
                continue
            shell.expect("products", " list --query mug")
            shell.type(key)
            shell.expect("products list", " --query mug")
            shell.type(ctrl("_"), ctrl("_"))
            shell.expect("prod", "ucts list --query mug")


@case
def the_environment_has_precedence(width, colours):
    with Session(width, colours) as shell:
        shell.type("pri")
        shell.expect("pri", "nt two")
        shell.type("nt t")
        shell.expect("print t", "wo")
        shell.type("h")
        shell.expect("print th", "ree")
        shell.type("x")
        shell.expect("print thx")
        shell.type(BACKSPACE)
        shell.expect("print th", "ree")


@case
def the_usual_follower_is_suggested(width, colours):
    history = "".join(f"print {name}\\@embedded\n" for name in "ababa")
    with Session(width, colours, history=history) as shell:
        shell.expect("", "print b")
        shell.type(RIGHT)
        shell.expect("print b" if colours else "")


@case
def a_suggestion_may_have_several_lines(width, colours):
    with Session(width, colours) as shell:
        shell.type("if")
        shell.expect("if", " true {   print yes }")
        shell.type(RIGHT)
        if colours:
            shell.type("\r")
            equal(shell.text(shell.line.top() - 1), "yes")


@case
def settings_turn_help_off(width, colours):
    with Session(width, colours) as shell:
        shell.type("set suggestions off\r", "prod")
        shell.expect("prod", cursor=4)
        shell.expect_styles(("prod", "bold"))
        shell.type(ctrl("u") + "set suggestions on\r", "set highlight off\r", "prod")
        shell.expect("prod", "ucts list --query mug")
        shell.expect_styles(("prod", ""))
        shell.type(ctrl("u") + "set suggestions off\r", "prod")
        shell.expect("prod", cursor=4)
        shell.expect_styles(("prod", ""))


@case
def a_dumb_terminal_shows_neither(width, colours):
    with Session(width, colours, TERM="dumb") as shell:
        shell.type("prod")
        shell.expect_no_dim()
        shell.expect_styles(("prod", ""))


@case
def enter_takes_the_suggestion_away(width, colours):
    with Session(width, colours) as shell:
        shell.type("print tw")
        shell.expect("print tw", "o")
        shell.type("\r")
        row = shell.line.top()
        equal([shell.text(row - 2), shell.text(row - 1)], [PROMPT + "print tw", "tw"])
        shell.expect_no_dim()


@case
def ctrl_c_takes_the_suggestion_away(width, colours):
    with Session(width, colours) as shell:
        shell.type("prod")
        row = shell.cursor[0]
        shell.interrupt()
        shell.wait("the prompt does not come", lambda: shell.cursor == (row + 1, len(PROMPT)))
        shell.settle()
        equal(shell.text(row), PROMPT + "prod^C")
        shell.expect("")
        shell.expect_no_dim()
        equal([text for text in shell.rows()[row + 2:] if text], [])


@case
def ctrl_c_leaves_several_rows(width, colours):
    with Session(width, colours) as shell:
        line = "print " + "word " * (width // 5) + "end"
        shell.type(line)
        row, (last, _) = shell.line.top(), shell.cursor
        shell.interrupt()
        shell.wait("the prompt does not come", lambda: shell.cursor == (last + 1, len(PROMPT)))
        shell.settle()
        equal("".join(shell.text(row).ljust(width) + shell.text(last)), f"{PROMPT}{line}^C")
        shell.expect("")


@case
def texts_are_compared_by_their_bytes(width, colours):
    with Session(width, colours, history="print 猫e\u0301 two\\@embedded\n") as shell:
        shell.type("print 猫é")
        shell.expect("print 猫é")


@case
def the_mode_stays_in_the_prompt(width, colours):
    with Session(width, colours, inputrc="set editing-mode vi\nset show-mode-in-prompt on\n") as shell:
        shell.type("print a")
        equal(shell.text(shell.cursor[0]), f"(ins){PROMPT}print a")
        shell.type(paste("a\nb"))
        equal(shell.text(shell.cursor[0] - 1), f"(ins){PROMPT}print aa")


# Colours.


COLOURS = [
    [("prod", "bold")],
    [("products", "bold"), (" ", ""), ("list", "bold"), (" ", ""), ("--query", "magenta"), (" mug", "")],
    [("produkts", "red"), (" list", "")],
    [("produkts", "red")],
    [("products", "bold"), (" ", ""), ("nosuch", "red"), (" x", "")],
    [("products", "bold"), (" ", ""), ("list", "bold"), (" ", ""), ("--quer", "red"), (" x", "")],
    [("print", "bold"), (" ", ""), ("'a b'", "magenta"), (" c", "")],
    [("print", "bold"), (" ", ""), ('"a ', "magenta"), ("$x", "bold magenta"), ('"', "magenta")],
    [("print", "bold"), (" ", ""), ("$x.a", "bold magenta"), (" b", "")],
    [("print", "bold"), (" ", ""), ("${x}", "bold magenta"), (" b", "")],
    [("products", "bold"), (" ", ""), ("list", "bold"), (" | ", ""), ("sort-by", "bold"), (" name", "")],
    [("products", "bold"), (" ", ""), ("list", "bold"), (" | ", ""), ("nosuch", "red")],
    [("print", "bold"), (" ", ""), ("'", "red"), ("open", "magenta")],
    [("print", "bold"), (" ", ""), ("(", "reverse"), ("1 + 2", ""), (")", "reverse")],
    [("print", "bold"), (" [a", "")],
    [("print", "bold"), (" 猫é😀 ", ""), ("'猫'", "magenta"), (" x", "")],
    [("print", "bold"), (" a; ", ""), ("print", "bold"), (" b", "")],
]


@case
def words_have_colours(width, colours):
    with Session(width, colours, history="") as shell:
        for pieces in COLOURS:
            shell.type("".join(text for text, _ in pieces))
            shell.expect_styles(*pieces)
            shell.type(ctrl("u"))
            for key in "".join(text for text, _ in pieces):
                shell.type(key)
            shell.expect_styles(*pieces)
            shell.type(ctrl("l"))
            shell.expect_styles(*pieces)
            shell.type(ctrl("u"))
            shell.expect("")
            shell.expect_styles()


@case
def brackets_match_at_the_row_s_end(width, colours):
    with Session(width, colours, rc="set quiet on\n") as shell:
        inner = "a" * (width - len(PROMPT) - 2)
        shell.type(f"({inner})bc")
        for _ in range(2):
            shell.type(LEFT)
        shell.expect(f"({inner})bc", cursor=len(inner) + 2)
        shell.expect_styles(("(", "reverse"), (inner, ""), (")", "reverse"), ("b", "red"), ("c", ""))
        shell.type(ctrl("k"))
        shell.expect(f"({inner})", cursor=len(inner) + 2)
        shell.expect_styles(("(", "reverse"), (inner, "red"), (")", "reverse"))


# What readline does.


@case
def a_search_has_no_help(width, colours):
    with Session(width, colours) as shell:
        shell.type("prod", ctrl("r"), "tw")
        rows = "".join(text.ljust(width) for text in shell.rows())
        assert "(reverse-i-search)`tw': print two" in rows, rows
        shell.expect_no_dim()
        shell.type(ctrl("g"))
        shell.expect("prod", "ucts list --query mug")
        shell.expect_styles(("prod", "bold"))
        shell.type(ctrl("r"), "tw", "\r")
        equal(shell.text(shell.line.top() - 1), "two")


@case
def earlier_lines_are_recalled(width, colours):
    with Session(width, colours) as shell:
        shell.type(UP)
        shell.expect("print three")
        shell.expect_styles(("print", "bold"), (" three", ""))
        shell.type(UP)
        shell.expect("print two")
        shell.type(BACKSPACE)
        shell.expect("print tw", "o")


@case
def vi_mode(width, colours):
    with Session(width, colours, inputrc="set editing-mode vi\n") as shell:
        shell.type("prod")
        shell.expect("prod", "ucts list --query mug")
        shell.send(ESCAPE)
        shell.wait("Escape does nothing", lambda: shell.cursor[1] == len(PROMPT) + 3)
        shell.settle()
        shell.expect("prod", cursor=3)
        for key, place in [("0", 0), ("$", 3), ("l", 3), ("h", 2), ("w", 3)]:
            shell.type(key)
            shell.expect("prod", cursor=place)
        shell.type("A")
        shell.expect("prod", "ucts list --query mug")
        shell.type(RIGHT)
        shell.expect("products list --query mug" if colours else "prod")


@case
def a_statement_goes_on(width, colours):
    with Session(width, colours) as shell:
        shell.type("if true {\r")
        shell.line.prompt = "       {> "
        shell.expect("", "  print yes }")
        shell.type("  print x")
        shell.expect("  print x")
        shell.expect_styles(("  ", ""), ("print", "bold"), (" x", ""))
        shell.type("\r", "}\r")
        shell.line.prompt = PROMPT
        equal(shell.text(shell.line.top() - 1), "x")
        shell.expect("")


@case
def wide_and_combining_characters(width, colours):
    history = "print 猫e\u0301😀 two words\\@embedded\n"
    with Session(width, colours, history=history) as shell:
        shell.type("print 猫", "e", "\u0301")
        shell.expect("print 猫é", "😀 two words")
        shell.type("😀")
        shell.expect("print 猫é😀", " two words")
        shell.type(BACKSPACE, BACKSPACE)
        shell.expect("print 猫", "é😀 two words")
        shell.type(LEFT, "あ")
        shell.expect("print あ猫", cursor=8)
        shell.type(ctrl("t"))
        shell.expect("print 猫あ", cursor=10)


@case
def a_line_longer_than_the_row(width, colours):
    long = "print " + "word " * (width // 5 * 2) + "end"
    with Session(width, colours, history=f"{long} more\\@embedded\n") as shell:
        shell.type(long[:width + 5])
        shell.expect(long[:width + 5].rstrip(), long[width + 5:])
        shell.type(long[width + 5:])
        shell.expect(long, " more")
        shell.expect_styles(("print", "bold"), (long[5:], ""))
        shell.type(HOME, *[RIGHT] * (width - len(PROMPT)))
        shell.expect(long, cursor=width - len(PROMPT))
        shell.type("'")
        shell.expect(long[:width - len(PROMPT)] + "'" + long[width - len(PROMPT):], cursor=width - len(PROMPT) + 1)
        shell.type(BACKSPACE)
        shell.expect(long, cursor=width - len(PROMPT))


@case
def a_row_that_is_filled_at_the_screen_s_end(width, colours):
    with Session(width, colours, rows=4, history="") as shell:
        letters = "a" * (width - len(PROMPT) - 1)
        shell.type(letters, LEFT, "a", "a")
        shell.expect(letters + "aa", cursor=len(letters) + 1)


@case
def a_line_longer_than_the_window(width, colours):
    with Session(width, colours, rows=6, history="") as shell:
        long = "print " + "abcd " * (width * 7 // 5)
        shell.type(long)
        shell.expect_no_dim()
        shell.type(ctrl("u") + ctrl("l"), "print x")
        shell.expect("print x", cursor=7)
        shell.expect_styles(("print", "bold"), (" x", ""))


@case
def pasted_text_is_selected(width, colours):
    with Session(width, colours) as shell:
        shell.type(paste("print a"))
        shell.expect("print a")
        equal(shell.line.styles(), [("print a", "reverse")])
        shell.type("b")
        shell.expect_styles(("print", "bold"), (" ab", ""))
        shell.type(ctrl("u"), paste("print a\nprint b"))
        row = shell.line.top()
        equal(shell.styles(row)[-1], ("print a", "reverse"))
        equal(shell.styles(row + 1), [("print b", "reverse")])
        equal(shell.cursor, (row + 1, 7))
        shell.type(LEFT)
        equal(painted(shell.styles(row + 1)), painted([("print", "bold" if colours else ""), (" b", "")]))
        shell.type("\r")
        row = shell.line.top()
        equal([shell.text(row - 2), shell.text(row - 1)], ["a", "b"])


@case
def a_notice_is_shown_above(width, colours):
    with Session(width, colours) as shell:
        shell.type("sleep 0.3 &\r", "prod")
        notice = "job 1 finished: sleep 0.3"
        shell.wait("no notice comes", lambda: notice in shell.rows())
        shell.settle()
        equal(shell.text(shell.line.top() - 1), notice)
        shell.expect("prod", "ucts list --query mug")
        shell.expect_styles(("prod", "bold"))
        equal([text for text in shell.rows()[shell.line.top() + 1:] if text], [])
        equal(sum(text.startswith(PROMPT + "prod") for text in shell.rows()), 1)


@case
def the_window_changes(width, colours):
    with Session(width, colours) as shell:
        shell.type("prod")
        for size in [(width - 5, 24), (width + 10, 20), (20, 10), (width, 24)]:
            shell.resize(*size)
            shell.settle()
            shell.expect("prod", "ucts list --query mug")
            shell.expect_styles(("prod", "bold"))
        shell.type("ucts list")
        shell.expect("products list", " --query mug")


@case
def ctrl_z_stops_the_shell(width, colours):
    with Session(width, colours) as shell:
        shell.type("prod")
        os.kill(shell.pid, signal.SIGTSTP)
        end = time.monotonic() + PATIENCE
        while shell.state() != "T":
            shell.receive(0.01)
            shell.check(end, "it does not stop")
        shell.flush()
        shell.expect_no_dim()
        os.kill(shell.pid, signal.SIGCONT)
        shell.settle()
        shell.expect("prod", "ucts list --query mug")
        shell.expect_styles(("prod", "bold"))
        shell.type("x")
        shell.expect("prodx")


@case
def tab_lists_candidates(width, colours):
    with Session(width, colours) as shell:
        shell.type("pr", "\t")
        row = shell.cursor[0]
        equal(shell.text(row if colours else row - 3), PROMPT + "pr")
        products = shell.text(row + 2 if colours else row - 1)
        assert products.startswith("products"), products
        shell.type("o", "\t")
        equal(shell.line.text(), "products")
        equal(shell.suggestion(), "list --query mug"[:width - 1 - len(PROMPT) - 9] if colours else "")


@case
def the_menu_finds_a_word_of_a_description(width, colours):
    with Session(width, colours) as shell:
        shell.type("products show ", "\t", "camp")
        if not colours:
            equal(shell.line.text(), "products show p-camp")
            return
        equal(shell.text(shell.cursor[0]), (PROMPT + "products show camp")[:width])
        assert shell.text(shell.cursor[0] + 1).startswith("p-3  Enamel"), shell.picture()
        shell.type("\r")
        equal(shell.line.text(), "products show p-3")
        shell.expect_no_dim()


@case
def escape_and_enter_run_the_line(width, colours):
    with Session(width, colours) as shell:
        shell.type("print two", ESCAPE)
        shell.type("\r")
        equal(shell.text(shell.line.top() - 1), "two")
        shell.type("x", HOME, "print ")
        shell.expect("print x", cursor=6)


@case
def ctrl_l_clears_the_screen(width, colours):
    with Session(width, colours) as shell:
        shell.type("prod", ctrl("l"))
        equal(shell.line.top(), 0)
        shell.expect("prod", "ucts list --query mug")
        shell.expect_styles(("prod", "bold"))


def main():
    only, failed, count, start = os.environ.get("ONLY", ""), 0, 0, time.monotonic()
    for test in cases:
        if only not in test.__name__:
            continue
        for width in [30, 80, 200]:
            for colours in [True, False]:
                count += 1
                try:
                    test(width, colours)
                except Exception as error:
                    failed += 1
                    lines = traceback.extract_tb(error.__traceback__)
                    places = ", ".join(str(line.lineno) for line in lines if line.name == test.__name__)
                    print(f"{test.__name__}, {width} columns, {'' if colours else 'no '}colours, "
                          f"line {places}: {error}", flush=True)
    print(f"{count} tables in {time.monotonic() - start:.1f} s: {failed} fail")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
