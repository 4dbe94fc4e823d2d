"""The program at a terminal: it is sent keys, and its screen can be looked at."""

import contextlib
import fcntl
import os
import pathlib
import pty
import select
import shutil
import signal
import struct
import sys
import tempfile
import termios
import time
import unicodedata

import pyte
from wcwidth import wcwidth

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests"))

from patience import PATIENCE  # noqa: E402

SHELL = str(pathlib.Path(os.environ.get("SEASHELL", ROOT / ".build/release/seashell")).resolve())
PLAIN = "set highlight off\nset suggestions off\n"

# The folders are removed in this case too.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))

ESCAPE = "\x1b"
LEFT, RIGHT, UP, DOWN = "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B"
HOME, END, DELETE, BACKSPACE = "\x1b[H", "\x1b[F", "\x1b[3~", "\x7f"


def ctrl(letter):
    return chr(ord(letter) & 0x1F)


def alt(letter):
    return ESCAPE + letter


def paste(text):
    return f"\x1b[200~{text}\x1b[201~"


class Screen(pyte.Screen):
    """A screen that differs from pyte's where xterm does: dim text, wide characters, the last column.

    Dim text is kept as pyte's `blink`.
    """

    def select_graphic_rendition(self, *codes):
        super().select_graphic_rendition(*(5 if code == 2 else code for code in codes))

    def draw(self, text):
        for character in text:
            width = wcwidth(character)
            if width == 0:
                self.combine(character)
            if width < 1:
                continue
            if self.cursor.x + width > self.columns:
                self.carriage_return()
                self.linefeed()
            line = self.buffer[self.cursor.y]
            self.split(line, self.cursor.x)
            self.split(line, self.cursor.x + width)
            line[self.cursor.x] = self.cursor.attrs._replace(data=character)
            if width == 2:
                line[self.cursor.x + 1] = self.cursor.attrs._replace(data="")
            self.cursor.x += width

    def combine(self, character):
        line, column = self.buffer[self.cursor.y], self.cursor.x - 1
        while column > 0 and line[column].data == "":
            column -= 1
        if column >= 0:
            line[column] = line[column]._replace(
                data=unicodedata.normalize("NFC", line[column].data + character))

    def split(self, line, column):
        """Blanks a wide character of which a half is overwritten."""
        if 0 < column < self.columns and line[column].data == "":
            line[column - 1] = line[column - 1]._replace(data=" ")
            line[column] = line[column]._replace(data=" ")

    def settle(self):
        """Forgets that the next character wraps."""
        self.cursor.x = min(self.cursor.x, self.columns - 1)

    def resize(self, lines=None, columns=None):
        lost = max(0, self.cursor.y - lines + 1)
        for _ in range(lost):
            self.cursor.y, y = self.lines - 1, self.cursor.y
            self.index()
            self.cursor.y = y - 1
        self.lines, self.columns = lines, columns
        for number in [number for number in self.buffer if number >= lines]:
            del self.buffer[number]
        for line in self.buffer.values():
            for x in [x for x in line if x >= columns]:
                del line[x]
        self.margins = None
        self.settle()


def settled(name):
    """What pyte's screen does, with the cursor in the last column rather than behind it."""
    def method(self, *arguments, **options):
        self.settle()
        return getattr(pyte.Screen, name)(self, *arguments, **options)
    return method


for name in ["erase_in_line", "erase_in_display", "insert_characters", "delete_characters", "cursor_up", "cursor_down"]:
    setattr(Screen, name, settled(name))


class Timeout(Exception):
    pass


class Program:
    """The shell at a terminal of its own, with a home of its own. `files` are others there, by their paths."""

    def __init__(self, columns=80, rows=24, rc="", history="", inputrc="", files=(), current="embedded", **environment):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="screen-"))
        for name, text in [("config/seashell/rc.sea", rc), ("state/seashell/history", history),
                           ("inputrc", inputrc), *files]:
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        (self.folder / "work").mkdir(exist_ok=True)
        variables = {
            "HOME": str(self.folder), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
            "TERM": "xterm-256color", "INPUTRC": str(self.folder / "inputrc"),
            "XDG_CONFIG_HOME": f"{self.folder}/config", "XDG_DATA_HOME": f"{self.folder}/data",
            "XDG_STATE_HOME": f"{self.folder}/state", "XDG_CACHE_HOME": f"{self.folder}/cache",
            **environment}
        self.screen = Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.markers, self.kept, self.log = 0, b"", None
        self.master, self.slave = pty.openpty()
        self.set_size(columns, rows)
        self.is_running = True
        self.start([SHELL, "-e", current], variables)
        os.set_blocking(self.master, False)

    def start(self, words, variables):
        """Starts the program as the job of another process, so that Ctrl-Z can stop it."""
        reader, writer = os.pipe()
        self.leader = os.fork()
        if self.leader == 0:
            try:
                # With the last of its other end's descriptors, the terminal ends, and the job with it.
                for name in os.listdir("/proc/self/fd"):
                    if int(name) not in [0, 1, 2, self.slave, writer]:
                        with contextlib.suppress(OSError):
                            os.close(int(name))
                os.setsid()
                fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)
                pid = os.fork()
                if pid:
                    os.write(writer, str(pid).encode())
                    os.close(writer)
                    _, status = os.waitpid(pid, 0)
                    os._exit(os.waitstatus_to_exitcode(status) & 0xFF)
                os.setpgid(0, 0)
                signal.signal(signal.SIGTTOU, signal.SIG_IGN)
                os.tcsetpgrp(self.slave, os.getpid())
                signal.signal(signal.SIGTTOU, signal.SIG_DFL)
                for descriptor in range(3):
                    os.dup2(self.slave, descriptor)
                os.chdir(self.folder / "work")
                os.execve(words[0], words, variables)
            finally:
                os._exit(127)
        os.close(writer)
        self.pid = int(os.read(reader, 20))
        os.close(reader)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.is_running:
            # The job is gone or not yet waited for by its leader, so the number is no other process's.
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.leader, 0)
        os.close(self.master)
        os.close(self.slave)
        shutil.rmtree(self.folder, ignore_errors=True)

    # What is done to it.

    def set_size(self, columns, rows):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, columns, rows):
        self.screen.resize(rows, columns)
        self.set_size(columns, rows)

    def send(self, keys):
        data = keys.encode()
        while data:
            try:
                data = data[os.write(self.master, data):]
            except BlockingIOError:
                self.receive(0.001)

    def interrupt(self):
        """Does what Ctrl-C does, but not to what is on its way to the terminal."""
        os.kill(self.pid, signal.SIGINT)

    def type(self, *keys):
        """Sends keys, and waits after each until it has been handled."""
        for key in keys:
            self.send(key)
            self.settle()

    # What it does.

    def receive(self, patience=0.0):
        """Takes what it has written; returns whether that was anything."""
        if not select.select([self.master], [], [], patience)[0]:
            return False
        data = os.read(self.master, 65536)
        self.take(data)
        return True

    def take(self, data):
        data = self.kept + data
        self.kept = b""
        marker = self.marker
        if marker in data:
            before, _, after = data.partition(marker)
            data, self.has_marker = before + after, True
        else:
            for size in range(min(len(marker) - 1, len(data)), 0, -1):
                if data.endswith(marker[:size]) and self.markers:
                    data, self.kept = data[:-size], data[-size:]
                    break
        if self.log is not None:
            self.log.append(data)
        self.stream.feed(data)

    @property
    def marker(self):
        return b"\x1b]%d\x07" % self.markers

    def flush(self):
        """Takes all that it has written so far: a mark of the test comes behind it."""
        self.markers += 1
        self.has_marker = False
        os.write(self.slave, self.marker)
        end = time.monotonic() + PATIENCE
        while not self.has_marker:
            self.receive(0.01)
            if time.monotonic() > end:
                raise Timeout("the terminal does not answer")

    def activity(self):
        """How often its threads have slept; None if one does not."""
        switches = []
        try:
            for thread in os.listdir(f"/proc/{self.pid}/task"):
                with open(f"/proc/{self.pid}/task/{thread}/status") as file:
                    fields = dict(line.split(":\t", 1) for line in file if ":\t" in line)
                if fields["State"][0] != "S":
                    return None
                switches.append((thread, fields["voluntary_ctxt_switches"], fields["nonvoluntary_ctxt_switches"]))
        except OSError:
            return None
        return switches

    def state(self):
        with open(f"/proc/{self.pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0]

    def is_reading(self):
        """Whether it reads a line and has taken all keys.

        To look for keys has the kernel pass on those that it has not passed on yet.
        """
        return not select.select([self.slave], [], [], 0)[0] \
            and not termios.tcgetattr(self.slave)[3] & termios.ICANON

    def settle(self):
        """Waits until it has handled all keys, sleeps, and waits for the next one."""
        end = time.monotonic() + PATIENCE
        while True:
            before = self.is_reading() and self.activity()
            if before:
                self.flush()
                if self.is_reading() and self.activity() == before:
                    return
            else:
                self.receive(0.001)
            self.check(end, "it does not wait for a key")

    def check(self, end, problem):
        ended, status = os.waitpid(self.leader, os.WNOHANG)
        if ended:
            self.is_running = False
            raise Timeout(f"it has ended with {os.waitstatus_to_exitcode(status)}\n{self.picture()}")
        if time.monotonic() > end:
            raise Timeout(f"{problem}\n{self.picture()}")

    def wait(self, problem, condition):
        """Waits until the screen is so."""
        end = time.monotonic() + PATIENCE
        while not condition():
            self.receive(0.01)
            self.check(end, problem)

    # Its screen.

    def cells(self, row):
        line = self.screen.buffer[row]
        return [line[column] for column in range(self.screen.columns)]

    def text(self, row):
        return "".join(cell.data for cell in self.cells(row)).rstrip()

    def rows(self):
        return [self.text(row) for row in range(self.screen.lines)]

    @property
    def cursor(self):
        return self.screen.cursor.y, min(self.screen.cursor.x, self.screen.columns - 1)

    def unsuggested(self):
        """The rows without the dim text behind the cursor."""
        rows = self.rows()
        row, column = self.cursor
        cells = self.cells(row)
        while column < len(cells) and is_dim(cells[column]):
            cells[column] = cells[column]._replace(data=" " if cells[column].data else "")
            column += 1
        rows[row] = "".join(cell.data for cell in cells).rstrip()
        return rows

    def suggestion(self):
        row, column = self.cursor
        cells = self.cells(row)[column:]
        end = next((index for index, cell in enumerate(cells) if not is_dim(cell)), len(cells))
        return "".join(cell.data for cell in cells[:end])

    def styles(self, row):
        """The pieces of a row with one style each."""
        pieces = []
        for cell in self.cells(row):
            style = style_of(cell)
            if pieces and pieces[-1][1] == style:
                pieces[-1][0] += cell.data
            else:
                pieces.append([cell.data, style])
        if pieces and pieces[-1][1] == "":
            pieces[-1][0] = pieces[-1][0].rstrip()
        return [tuple(piece) for piece in pieces if piece[0]]

    def picture(self):
        lines = [f"|{text}" for text in self.rows()]
        while len(lines) > 1 and lines[-1] == "|":
            lines.pop()
        return "\n".join(lines) + f"\ncursor: row {self.cursor[0]}, column {self.cursor[1]}"


def is_dim(cell):
    return cell.blink


def style_of(cell):
    names = [("bold", cell.bold), ("dim", cell.blink), ("reverse", cell.reverse),
             (cell.fg, cell.fg != "default"), ("on " + cell.bg, cell.bg != "default")]
    return " ".join(name for name, has in names if has)
