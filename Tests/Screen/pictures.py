"""Records the pictures of Documentation/Pictures, and compares their text with the screens of today.

    [KEEP=1] [ONLY=NAME] [SEASHELL=PROGRAM] Tests/Screen/run pictures

With KEEP=1 the pictures are written instead: `make pictures`. Each is made from a file beside it, NAME.keys,
of lines with these words. After each step the picture waits until the shell waits for a key.

    # TEXT              a comment
    size COLUMNS ROWS   of the terminal, or else 84 and 24; rows that stay empty at its end are left out of the picture
    shop served         the shop is served on loopback, as the environment dev, in place of the embedded one. Its
                        address is {shop} in what is typed; the picture shows the port 8080.
    file PATH           a file in the folder of the shell; its text is the lines below it that begin with two blanks
    history             lines of the history, the same way
    type TEXT           types this
    press KEY…          presses these keys: Enter, Tab, Left, Ctrl-R and so on
    line TEXT           types this and Enter
    wait TEXT           waits until the screen shows this
    elsewhere TEXT      another shell, of the user demo, runs this in the served shop
    stop                ends the served shop
    show PATTERN as TEXT
                        replaces what differs from run to run, such as a duration
"""

import difflib
import io
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

from rich.console import Console
from rich.segment import Segment, Segments
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from wcwidth import wcwidth

from terminal import (
    BACKSPACE, DOWN, ESCAPE, LEFT, PATIENCE, RIGHT, ROOT, SHELL, UP, Program, Timeout, ctrl, is_dim)

FOLDER = ROOT / "Documentation/Pictures"
KEYS = {"Enter": "\r", "Tab": "\t", "Space": " ", "Left": LEFT, "Right": RIGHT, "Up": UP, "Down": DOWN,
        "Escape": ESCAPE, "Backspace": BACKSPACE, **{f"Ctrl-{letter}": ctrl(letter) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}}

# A font of 21 pixels in cells of 12.64 by 24.4: blocks and lines of neighbouring cells touch in the usual fonts.
CELL, LINE, EDGE = 12.64, 24.4, 14
THEME = TerminalTheme(
    (0x17, 0x1B, 0x21), (0xDD, 0xE1, 0xE6),
    [(0x3B, 0x42, 0x4D), (0xFF, 0x7B, 0x72), (0x7E, 0xD0, 0x8A), (0xE3, 0xB3, 0x41),
     (0x79, 0xB8, 0xFF), (0xE0, 0x9B, 0xF5), (0x6C, 0xD3, 0xDB), (0xDD, 0xE1, 0xE6)],
    [(0x8B, 0x94, 0x9E), (0xFF, 0xA1, 0x98), (0x9B, 0xE3, 0xA5), (0xF2, 0xCC, 0x60),
     (0xA5, 0xD0, 0xFF), (0xEF, 0xBB, 0xFF), (0x95, 0xE6, 0xEC), (0xFF, 0xFF, 0xFF)])
# Blanks, symbols that a font may not have, and words between them. Some readers lose a blank where a text begins.
PIECES = re.compile(r"^ +| {2,}|(?<=[^\0-\u024f]) +|[^\0-\u024f]+|(?:(?!  )[\0-\u024f])+")
# Only fonts of the reader's machine: a page shows a picture without what it would load.
FORMAT = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 WIDTH HEIGHT" width="WIDTH" height="HEIGHT">
<!-- made by 'make pictures' from NAME.keys -->
<style>
.NAME {{ font: 21px ui-monospace, SFMono-Regular, Menlo, "DejaVu Sans Mono", "Liberation Mono", Consolas, monospace }}
{styles}
</style>
<rect x="1" y="1" width="INNER_WIDTH" height="INNER_HEIGHT" rx="9" fill="#171b21" stroke="#5c6773"/>
<g class="NAME" transform="translate(EDGE EDGE)">
{backgrounds}
{matrix}
</g>
</svg>
"""


class Picture:
    """What a file says about a picture."""

    def __init__(self, path):
        self.name, self.target = path.stem, path.with_suffix(".svg")
        self.size, self.is_served, self.history = (84, 24), False, []
        self.files, self.steps, self.shown = [], [], []
        block = None
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if block is not None and line.startswith("  "):
                block.append(line[2:])
                continue
            block = None
            word, _, rest = line.partition(" ")
            if not word or word == "#":
                continue
            elif word == "size":
                self.size = tuple(map(int, rest.split()))
            elif line == "shop served":
                self.is_served = True
            elif word == "file":
                block = []
                self.files.append((rest, block))
            elif line == "history":
                block = self.history
            elif word == "show":
                self.shown.append(rest.split(" as "))
            elif word in ["type", "line", "wait"] or word == "press" and all(key in KEYS for key in rest.split()) \
                    or word in ["elsewhere", "stop"] and self.is_served:
                self.steps.append((word, rest))
            else:
                sys.exit(f"{path}:{number}: '{line}' is not known here; Tests/Screen/pictures.py lists what is")

    def rows(self):
        """Takes the steps at a terminal, and returns the rows of cells that it shows at their end."""
        shop = Shop() if self.is_served else None
        try:
            with self.program(shop) as shell:
                shell.settle()
                for word, rest in self.steps:
                    self.take(word, rest.replace("{shop}", shop.address) if shop else rest, shell, shop)
                shell.settle()
                return self.cells(shell, shop)
        finally:
            if shop:
                shop.stop()

    def program(self, shop):
        """The shell, in a home of its own."""
        files = [(f"work/{path}", "".join(line + "\n" for line in lines)) for path, lines in self.files]
        environment = "dev" if shop else "embedded"
        if shop:
            files.append(("config/seashell/config.json", shop.configuration))
        history = "".join(f"{line}\\@{environment}\n" for line in self.history)
        return Program(*self.size, history=history, files=files, current=environment, TZ="UTC", SHOP_PASSWORD="demo")

    def take(self, word, rest, shell, shop):
        if word == "type":
            shell.type(*rest)
        elif word == "press":
            shell.type(*(KEYS[key] for key in rest.split()))
        elif word == "line":
            shell.type(rest)
            shell.type("\r")
        elif word == "wait":
            shell.wait(f"'{rest}' is not shown", lambda: any(rest in row for row in shell.rows()))
            shell.settle()
        elif word == "elsewhere":
            shop.run(rest)
        else:
            shop.stop()

    def cells(self, shell, shop):
        """The screen as rows of characters with their styles, without empty rows at its end."""
        rows = []
        for number in range(shell.screen.lines):
            row = [(cell.data, style_of(cell)) for cell in shell.cells(number) if cell.data]
            if not shell.screen.cursor.hidden and shell.cursor[0] == number:
                character, style = row[shell.cursor[1]]
                row[shell.cursor[1]] = character, style + Style(reverse=True, dim=False)
            rows.append(row)
        shown = self.shown + ([[re.escape(shop.host), "127.0.0.1:8080"]] if shop else [])
        rows = [replaced(row, shown) for row in rows]
        while rows and all(character == " " and not style.reverse for character, style in rows[-1]):
            rows.pop()
        if any(wcwidth(character[0]) != 1 for row in rows for character, _ in row):
            raise Timeout("a picture cannot show a character of two columns, as Rich draws them too narrow")
        return rows

    def svg(self, rows):
        """The picture."""
        columns = self.size[0]
        console = Console(record=True, width=columns, file=io.StringIO(), force_terminal=True, color_system="truecolor",
                          _environ={})
        console.print(Segments([segment for row in rows for segment in [*segments(row), Segment.line()]]), end="")
        width, height = round(columns * CELL) + 2 * EDGE, round(len(rows) * LINE) + 2 * EDGE
        form = FORMAT
        for word, value in [("INNER_WIDTH", width - 2), ("INNER_HEIGHT", height - 2), ("WIDTH", width),
                            ("HEIGHT", height), ("EDGE", EDGE), ("NAME", self.name)]:
            form = form.replace(word, str(value))
        drawn = console.export_svg(
            title="", theme=THEME, code_format=form, font_aspect_ratio=CELL / 20, unique_id=self.name)
        # Rich also draws the ends of lines, and cuts each line where a symbol of another font may be higher.
        drawn = re.sub(r' clip-path="[^"]*"|<text[^>]*>\n</text>', "", drawn)
        return re.sub("><(?=text|rect)", ">\n<", drawn)


class Shop:
    """A shop on loopback, and its other users."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="screen-")
        self.variables = {"HOME": self.folder.name, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "SHOP_PASSWORD": "demo"}
        self.process = subprocess.Popen(
            [SHELL, "serve", "--port", "0"], env=self.variables, cwd=self.folder.name, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        line = self.process.stdout.readline()
        found = re.fullmatch(r"serving the shop on (http://([\d.:]+))/v1\n", line)
        if not found:
            self.stop()
            raise Timeout(f"the shop is not served: {line!r}")
        self.origin, self.host = found.groups()
        self.address = self.origin + "/v1"
        self.configuration = json.dumps(
            {"environments": {"dev": {"baseURL": self.origin, "version": "v1", "idempotencyKeys": True}}})
        path = pathlib.Path(self.folder.name, ".config/seashell/config.json")
        path.parent.mkdir(parents=True)
        path.write_text(self.configuration)

    def run(self, text):
        """Runs a text as the user demo, in a shell of its own."""
        text = f"session login --user demo --password-env SHOP_PASSWORD > /dev/null; {text}"
        done = subprocess.run(
            [SHELL, "-q", "-e", "dev", "-c", text], env=self.variables, cwd=self.folder.name, text=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=PATIENCE)
        if done.returncode:
            raise Timeout(f"'{text}' ended with {done.returncode}: {done.stderr}")

    def stop(self):
        """Ends it and its other users, at once."""
        if self.process.returncode is None:
            self.process.kill()
            self.process.wait()
            self.process.stdout.close()
        self.folder.cleanup()


def style_of(cell):
    """A cell's style, as Rich says it."""
    def color(name):
        if name == "default":
            return None
        if re.fullmatch("[0-9a-f]{6}", name):
            return "#" + name
        return name.replace("brown", "yellow").replace("bright", "bright_")
    return Style(color=color(cell.fg), bgcolor=color(cell.bg), bold=cell.bold, dim=is_dim(cell), italic=cell.italics,
                 underline=cell.underscore, strike=cell.strikethrough, reverse=cell.reverse)


def replaced(row, shown):
    """The row with texts in the place of those that differ from run to run."""
    for pattern, text in shown:
        for match in reversed(list(re.finditer(pattern, "".join(character for character, _ in row)))):
            row[match.start():match.end()] = [(character, row[match.start()][1]) for character in text]
    return row


def segments(row):
    """The words of a row that have one style: each is put at its own column, whatever the reader's font."""
    for style, cells in itertools.groupby(row, lambda cell: cell[1]):
        text = "".join(character for character, _ in cells)
        for piece in PIECES.findall(text):
            yield Segment(piece, style)


def rows_of(svg):
    """The text of a picture: what stands at each row and column."""
    places = {}
    for text in xml.etree.ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text"):
        row = round((float(text.get("y")) - 20) / LINE)
        for offset, character in enumerate(text.text):
            places[row, round(float(text.get("x")) / CELL) + offset] = character.replace("\xa0", " ")
    rows = []
    for (row, column), character in sorted(places.items()):
        rows += [""] * (row + 1 - len(rows))
        rows[row] = rows[row].ljust(column) + character
    return [row.rstrip() for row in rows]


def check(picture):
    """Compares a picture with the screen of today; returns what differs, or None."""
    rows = ["".join(character for character, _ in row).rstrip() for row in picture.rows()]
    if not picture.target.exists():
        return "there is no such picture"
    drawn = rows_of(picture.target.read_text())
    if rows == drawn:
        return None
    return "\n".join(difflib.unified_diff(drawn, rows, "the picture", "the screen of today", lineterm="", n=1))


def main():
    start, failed, keeps = time.monotonic(), 0, os.environ.get("KEEP")
    pictures = [Picture(path) for path in sorted(FOLDER.glob("*.keys")) if os.environ.get("ONLY", "") in path.stem]
    for picture in pictures:
        try:
            if keeps:
                picture.target.write_text(picture.svg(picture.rows()))
                print(f"{picture.target.relative_to(ROOT)}: {picture.target.stat().st_size} bytes", flush=True)
                continue
            problem = check(picture)
        except Timeout as timeout:
            problem = str(timeout)
        if problem:
            failed += 1
            print(f"{picture.name}.svg: {problem}\nrun 'make pictures', and look at what has changed", flush=True)
    print(f"{len(pictures)} pictures in {time.monotonic() - start:.1f} s: {failed} fail")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
