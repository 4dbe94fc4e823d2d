"""One person's sign-in from its beginning to its end, and what must be so then."""

import json
import os
import pathlib
import re
import shutil
import socket
import stat
import subprocess
import tempfile
import time
import urllib.parse

from person import PATIENCE, Browser, Opener, Server, Watch, check, configuration, processes, wait
from terminal import PLAIN, SHELL, Program, Timeout, ctrl


class Scene:
    """A person at a shell with its server. In the end no secret may be where it does not belong.

    `auth` makes the configuration of how to sign in, of the server; None leaves it to the description. `browser`
    is one of BROWSERS.
    """

    BROWSERS = {
        "opens": {"DISPLAY": ":99"}, "fails": {"WAYLAND_DISPLAY": "wayland-99"},
        "no desktop": {}, "over ssh": {"DISPLAY": ":99", "SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22"},
        "no xdg-open": {"DISPLAY": ":99", "PATH": "/nowhere"}}

    PROMPT = "it:dev>"

    def __init__(self, auth, *switches, browser="opens", columns=400, rows=60, **variables):
        self.auth, self.switches, self.browser_kind = auth, switches, browser
        self.size, self.variables = (columns, rows), self.BROWSERS[browser] | variables

    def __enter__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="authorization-"))
        self.server, self.browser = Server(self.folder, *self.switches), Browser()
        self.opener = Opener(self.folder, 3 if self.browser_kind == "fails" else None)
        (self.folder / "temporary").mkdir()
        description = self.browser.visit(f"{self.server.api}/openapi.json").text
        auth = self.auth and self.auth(self.server)
        self.variables = {
            "PATH": f"{self.opener.folder}:/usr/bin:/bin", "TMPDIR": str(self.folder / "temporary"), **self.variables}
        self.shell = Program(
            *self.size, rc=f"{PLAIN}set verbose on\n", current="it:dev", **self.variables,
            files=[("config/seashell/config.json", configuration(self.server, auth)),
                   ("config/seashell/openapi.json", description)])
        self.shell.log = []
        self.watch = Watch()
        self.watch.start()
        self.await_prompt()
        return self

    def __exit__(self, kind, error, _):
        try:
            if kind is None:
                self.leave()
        except Exception as problem:
            error = problem
            raise
        finally:
            if error is not None:
                error.add_note(self.shell.picture())
            self.watch.end()
            self.shell.__exit__()
            self.opener.end()
            self.server.end()
            shutil.rmtree(self.folder)

    # At the terminal.

    @property
    def written(self):
        """All that the shell has written to its terminal so far."""
        return b"".join(self.shell.log).decode(errors="replace")

    def is_at_prompt(self):
        return self.shell.text(self.shell.cursor[0]) == self.PROMPT

    def await_prompt(self):
        self.shell.wait("the prompt does not come back", self.is_at_prompt)

    def run(self, line):
        """Types a line, and returns what was written until the next prompt."""
        self.start(line)
        self.await_prompt()
        return self.since

    def start(self, line):
        self.shell.settle()
        self.shell.log.append(b"\0")
        self.shell.send(line + "\r")
        self.shell.wait("the line is not taken", lambda: "\n" in self.written.rpartition("\0")[2])

    @property
    def since(self):
        """What was written since the last line was typed, without the line."""
        text = self.written.rpartition("\0")[2]
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\a]*\a|\r", "", text).partition("\n")[2]

    def await_text(self, pattern):
        """Waits until the last line has written something, and returns the match."""
        self.shell.wait(f"'{pattern}' is not written", lambda: re.search(pattern, self.since))
        return re.search(pattern, self.since)

    def interrupt(self):
        self.shell.send(ctrl("c"))
        self.await_prompt()
        return self.since

    def script(self, *words):
        """Starts a shell without a terminal, for the same person."""
        folders = {"HOME": str(self.shell.folder), "LANG": "C.UTF-8", **{
            f"XDG_{name.upper()}_HOME": f"{self.shell.folder}/{name}" for name in ("config", "data", "state", "cache")}}
        return subprocess.Popen(
            [SHELL, "-e", "it:dev", *words], env=folders | self.variables, cwd=self.shell.folder / "work",
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    # Signing in.

    def begin(self, line="session login", *answers):
        """Begins to sign in, answers questions, and returns the address that the browser is to open."""
        self.opener.end()
        self.start(line)
        for answer in answers:
            self.shell.settle()
            self.shell.send(answer + "\r")
        if self.browser_kind not in ["opens", "fails"]:
            return self.await_text(r"(http\S+/authorize\?\S+)\s")[1]
        self.shell.wait("no browser is opened", lambda: self.opener.called or self.is_at_prompt())
        check(self.opener.called, "no browser was opened")
        _, words = self.opener.called
        check(len(words) == 1, "xdg-open got", words)
        # Without a browser that can be opened, the address is what there is.
        self.await_text(re.escape(words[0]))
        return words[0]

    @staticmethod
    def loopback(address):
        """The port at which the shell waits for the browser, and the path there."""
        fields = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(address).query))
        parts = urllib.parse.urlsplit(fields["redirect_uri"])
        check(parts.scheme == "http" and parts.hostname == "127.0.0.1", "the redirect is", fields["redirect_uri"])
        return parts.port, parts.path

    @staticmethod
    def is_open(port):
        with socket.socket() as connection:
            return connection.connect_ex(("127.0.0.1", port)) == 0

    def sign_in(self):
        """Signs in as one should, and returns the port."""
        address = self.begin()
        port, _ = self.loopback(address)
        self.browser.sign_in(address)
        self.await_prompt()
        self.expect_stored()
        return port

    def is_exchanging(self):
        return self.server.has_arrived("/token")

    def metadata_requests(self):
        """How often the server was asked to describe itself."""
        return sum("/.well-known/" in record["path"] for record in self.server.requests())

    def polls(self):
        """The requests for a device's token so far."""
        return [record for record in self.server.requests("/token") if "device_code" in record["form"]]

    def await_server(self, problem, condition):
        return wait(problem, condition, lambda: self.shell.receive(0.01))

    # What must be so.

    @property
    def stored(self):
        return sorted((self.shell.folder / "state/seashell/tokens").glob("*.json"))

    def credential(self):
        check(len(self.stored) == 1, "the credentials are", self.stored)
        return json.loads(self.stored[0].read_text())

    def expect_stored(self):
        check(len(self.stored) == 1, "nothing was stored")
        mode = stat.S_IMODE(self.stored[0].stat().st_mode)
        check(mode == 0o600, "the mode of the credentials is", oct(mode))

    def expect_nothing(self, port=None):
        """Nobody is signed in, nothing was left, and the port is closed."""
        check(not self.stored, "there are credentials:", self.stored)
        check(port is None or not self.is_open(port), "the port is still open")

    def leave(self):
        """Ends the shell, and looks for secrets in what it has left."""
        self.shell.settle()
        self.shell.send(ctrl("d"))
        end = time.monotonic() + PATIENCE
        while os.waitpid(self.shell.leader, os.WNOHANG)[0] == 0:
            self.shell.receive(0.01)
            if time.monotonic() > end:
                raise Timeout("the shell does not end")
        self.shell.is_running = False
        check(self.browser_kind in ["opens", "fails"] or not self.opener.called, "xdg-open was called")
        left = processes(self.shell.folder / "work") - {self.opener.called and self.opener.called[0]}
        check(not left, "these processes are left:", left)
        while self.shell.receive():
            pass
        self.check_secrets()

    def check_secrets(self):
        found = self.server.secrets()
        lines = b"\0".join(self.watch.lines).decode(errors="replace")
        for kind, value in found:
            check(value not in self.written, f"the {kind} is on the screen")
            check(value not in lines, f"the {kind} is among the arguments of a process")
        for path in [*self.shell.folder.rglob("*"), *(self.folder / "temporary").rglob("*")]:
            if path.is_file():
                text = path.read_bytes().decode(errors="replace")
                kinds = {kind for kind, value in found if value in text}
                check(not kinds or path in self.stored and kinds <= {"access", "refresh"}, kinds, "in", path)
