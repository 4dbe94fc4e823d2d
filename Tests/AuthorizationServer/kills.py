"""Kills shells while they sign in and while they renew tokens, at random moments.

Afterwards the session is the one before or the new one, nothing of a login is in a file, no port is open, and
the next command and the next login work. The server lets a refresh token be used again until what it gave is
used: with one that does not, a client that is killed before it reads the answer has lost its session, and no
client could keep it.
"""

import contextlib
import json
import os
import pathlib
import random
import select
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time

from person import PATIENCE, Browser, Opener, Server, Wrong, check, configuration, discovery, processes, wait
from scene import Scene
from terminal import PLAIN, SHELL, Program, Timeout

PROMPT = Scene.PROMPT


class Loop:
    def __init__(self, kills, seed, folder):
        self.kills, self.chance, self.folder = kills, random.Random(seed), folder
        self.server, self.browser = Server(folder, "leeway"), Browser()
        self.opener = Opener(folder)
        self.home = folder / "home"
        self.tokens = self.home / "state/seashell/tokens"
        (self.home / "temporary").mkdir(parents=True)
        config = self.home / "config/seashell"
        config.mkdir(parents=True)
        (config / "config.json").write_text(configuration(self.server, discovery(self.server)))
        (config / "openapi.json").write_text(self.browser.visit(f"{self.server.api}/openapi.json").text)
        (config / "rc.sea").write_text(PLAIN)
        self.variables = {
            "HOME": str(self.home), "PATH": f"{self.opener.folder}:/usr/bin:/bin", "LANG": "C.UTF-8",
            "DISPLAY": ":99", "TMPDIR": str(self.home / "temporary"),
            **{f"XDG_{name.upper()}_HOME": str(self.home / name) for name in ("config", "state", "data", "cache")}}
        # Seconds that a login and a renewal usually take.
        self.usual = {"login": 0.0, "renewal": 0.0}
        self.counts = {"login": 0, "renewal": 0, "old": 0, "new": 0, "none": 0}

    def run(self):
        for _ in range(3):
            self.usual["login"] = self.login()
            self.usual["renewal"] = self.renewal()
        check(self.credential(), "a login stores nothing")
        while self.counts["login"] + self.counts["renewal"] < self.kills:
            if not self.credential() and self.chance.random() < 0.5:
                self.login()
            elif self.credential() and self.chance.random() < 0.25:
                check(self.command("session", "logout")[0] == 0, "'session logout' fails")
                check(not self.files(), "the logout left", self.files())
            is_renewal = self.credential() and self.counts["renewal"] <= self.counts["login"]
            kind = "renewal" if is_renewal else "login"
            old, place = self.credential(), self.server.place()
            moment = self.chance.uniform(0, 1.1) * self.usual[kind]
            # Half of the kills come when the tokens are issued, which is a small part of the time.
            has_come = None
            if self.chance.random() < 0.5:
                has_come = lambda: any(  # noqa: E731
                    record.get("arrived") == "/token" for record in self.server.records(place))
                moment = self.chance.uniform(0, 0.1) * self.usual[kind]
            if (self.login if kind == "login" else self.renewal)(moment, has_come) is None:
                self.counts[kind] += 1
                self.verify(old, place)
        self.login()
        check(self.command("items", "list")[0] == 0, "the last login does not work")

    # What is killed. Each returns how long it took, or None if it was killed.

    def login(self, moment=None, has_come=None):
        pages, ended = [], threading.Event()

        def browse():
            while not self.opener.called:
                if ended.wait(0.002):
                    return
            # The shell may be killed before the browser comes to it.
            with contextlib.suppress(OSError, Wrong):
                pages.append(self.browser.sign_in(self.opener.called[1][0]))

        with Program(400, 40, current="it:dev", **self.variables) as shell:
            def is_at_prompt():
                return shell.text(shell.cursor[0]) == PROMPT
            shell.wait("there is no prompt", is_at_prompt)
            shell.settle()
            start = time.monotonic()
            shell.send("session login\r")
            shell.wait("the line is not taken", lambda: not is_at_prompt())
            browsing = threading.Thread(target=browse, daemon=True)
            browsing.start()
            if moment is None:
                shell.wait("the login does not end", is_at_prompt)
            elif not has_come:
                self.pass_until(start + moment, shell)
            else:
                shell.wait("the tokens are not asked for", has_come)
                self.pass_until(time.monotonic() + moment, shell)
            took = time.monotonic() - start
            if moment is not None:
                os.kill(shell.pid, signal.SIGKILL)
                os.waitpid(shell.leader, 0)
                shell.is_running = False
                # A browser may just be being opened.
                work = shell.folder / "work"
                wait("processes of the shell go on", lambda: not (
                    processes(work) - {self.opener.called and self.opener.called[0]}))
            ended.set()
            browsing.join(PATIENCE)
            check(not browsing.is_alive(), "the browser waits for ever")
        if self.opener.called:
            port, _ = Scene.loopback(self.opener.called[1][0])
            check(not Scene.is_open(port), "the port is open after", "a login" if moment is None else "a kill")
            check(self.opener.is_running(), "the browser was ended too")
        self.opener.end()
        if moment is None:
            check(self.credential(), "the login failed:", shell.picture())
            return took
        return None

    def renewal(self, moment=None, has_come=None):
        self.server.control("expire")
        start = time.monotonic()
        process = subprocess.Popen(
            [SHELL, "-e", "it:dev", "items", "list"], env=self.variables, cwd=self.home,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        descriptor = os.pidfd_open(process.pid)

        def ends_within(seconds):
            return bool(select.select([descriptor], [], [], max(0, seconds))[0])

        if has_come:
            while not has_come() and not ends_within(0.001):
                pass
            start = time.monotonic()
        is_killed = not ends_within(start + (PATIENCE if moment is None else moment) - time.monotonic())
        if is_killed:
            process.kill()
        status = process.wait()
        os.close(descriptor)
        if is_killed and status == -signal.SIGKILL:
            check(moment is not None, "a renewal does not end")
            return None
        check(status == 0, "a renewal failed with status", status)
        return time.monotonic() - start

    @staticmethod
    def pass_until(moment, shell):
        while (rest := moment - time.monotonic()) > 0:
            shell.receive(rest)

    # What must be so.

    def command(self, *words):
        done = subprocess.run(
            [SHELL, "-e", "it:dev", *words], env=self.variables, cwd=self.home, timeout=PATIENCE,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return done.returncode, done.stdout

    def credential(self):
        files = list(self.tokens.glob("*.json"))
        check(len(files) < 2, "there are", files)
        return json.loads(files[0].read_text()) if files else None

    def files(self):
        """The files with secrets, and the kinds of these."""
        secrets, found = self.server.secrets(), {}
        for path in self.home.rglob("*"):
            if path.is_file():
                text = path.read_bytes().decode(errors="replace")
                if kinds := {kind for kind, value in secrets if value in text}:
                    found[path] = kinds
        return found

    def verify(self, old, place):
        """Looks at what a kill has left; `place` is where the server's log ended before."""
        for path, kinds in self.files().items():
            check(kinds <= {"access", "refresh"} and path.parent == self.tokens, kinds, "in", path)
            check(stat.S_IMODE(path.stat().st_mode) == 0o600, "others can read", path)
        new = self.credential()
        issued = {record["value"] for record in self.server.records(place) if "secret" in record}
        if new is None:
            check(old is None, "the session is lost")
            self.counts["none"] += 1
        elif new == old:
            self.counts["old"] += 1
        else:
            check({new["access_token"], new["refresh_token"]} <= issued, "the session is neither the old nor the new one")
            self.counts["new"] += 1
        status, text = self.command("items", "list")
        check(status == (4 if new is None else 0), "'items list' ends with", status, text)
        stray = [path for path in self.files() if path.suffix != ".json"]
        check(not stray, "the next command leaves", stray)


def main():
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.SystemRandom().randrange(1, 10**6)
    folder, start = pathlib.Path(tempfile.mkdtemp(prefix="kills-")), time.monotonic()
    loop = Loop(kills, seed, folder)
    try:
        loop.run()
    except (Wrong, Timeout) as error:
        sys.exit(f"kills: {error}\nseed {seed}, {loop.counts}; the files are in {folder}")
    finally:
        loop.opener.end()
        loop.server.end()
    shutil.rmtree(folder)
    counts = loop.counts
    print(f"{counts['login']} logins and {counts['renewal']} renewals killed in {time.monotonic() - start:.1f} s: "
          f"the session was the old one {counts['old']} times, the new one {counts['new']} times, "
          f"and none as before {counts['none']} times")


if __name__ == "__main__":
    main()
