"""The server, the browser that a person uses, and the program that opens it."""

import contextlib
import json
import os
import pathlib
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Screen"))

from terminal import PATIENCE, Timeout  # noqa: E402

USER, PASSWORD = "ann", "password-of-ann"
CLIENT_SECRETS = [("secret of a client", f"secret-of-{name}") for name in ("counter", "job")]
# Records what it is given, and stays, as a browser does that was not running before. Its descriptors are
# listed, so that it can be seen whether it holds the port of the shell.
OPENER = """#!/bin/sh
ls -l /proc/self/fd > "$0.descriptors"
printf '%s\\0' $$ "$@" > "$0.new" && mv "$0.new" "$0.called"
read -r _ < "$0.gate"
"""


class Wrong(Exception):
    """Something is not as it must be."""


def check(condition, *what):
    if not condition:
        raise Wrong(" ".join(str(part) for part in what))


def wait(problem, condition, also=lambda: None):
    """Waits for a condition and returns its value; `also` is done between two looks."""
    end = time.monotonic() + PATIENCE
    while not (value := condition()):
        if time.monotonic() > end:
            raise Timeout(problem)
        also()
    return value


class Server:
    """The authorization server and the API, as long as this lives."""

    def __init__(self, folder, *switches):
        self.path = folder / "server.log"
        self.process = subprocess.Popen(
            [sys.executable, "-B", ROOT / "Tests/AuthorizationServer/server.py", self.path, *switches],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        addresses = json.loads(self.process.stdout.readline())
        self.issuer, self.api, self.other = (addresses[name] for name in ("issuer", "api", "other"))

    def end(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()

    def place(self):
        """Where the log ends now."""
        return self.path.stat().st_size

    def records(self, place=0):
        """The lines of the log, from a place on."""
        text = self.path.read_bytes()[place:].decode()
        return [json.loads(line) for line in text.splitlines(True) if line.endswith("\n")]

    def requests(self, path=None, **fields):
        """The requests so far, of a path, and with these fields in their forms."""
        return [record for record in self.records() if "path" in record and path in (None, record["path"])
                and fields.items() <= record["form"].items()]

    def strays(self):
        """What the other origin got, which may be no more than a question without a secret."""
        return [record for record in self.requests() if record["server"] == "other" and record["method"] != "GET"]

    def has_arrived(self, path):
        """Whether a request for a path has come, answered or not."""
        return any(record.get("arrived") == path for record in self.records())

    def secrets(self):
        """What was issued, and the verifiers, by their kinds."""
        records = self.records()
        return {(record["secret"], record["value"]) for record in records if "secret" in record} | {
            ("verifier", record["form"]["code_verifier"]) for record in records
            if "code_verifier" in record.get("form", {})} | {("password", PASSWORD), *CLIENT_SECRETS}

    def control(self, *words):
        for word in words:
            body = urllib.parse.urlencode({"do": word}).encode()
            with urllib.request.build_opener().open(f"{self.issuer}/control", body) as answer:
                answer.read()


class Page:
    """What a browser shows: an address, the status and the text."""

    def __init__(self, answer):
        self.address, self.status, self.headers = answer.geturl(), answer.status, answer.headers
        self.text = answer.read().decode()


class Browser:
    """What a person does in a browser, by HTTP. It follows redirects, as browsers do."""

    def __init__(self):
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def visit(self, address, form=None, fields={}):
        body = urllib.parse.urlencode(form).encode() if form is not None else None
        try:
            return Page(self.opener.open(urllib.request.Request(address, body, fields), timeout=PATIENCE))
        except urllib.error.HTTPError as error:
            return Page(error)

    def sign_in(self, address, answer="allow", **more):
        """Opens a page, fills in its form and answers it; returns the page that comes last."""
        page = self.visit(address)
        check('<form method="post">' in page.text, "no form at", address, page.status, page.text)
        return self.visit(address, {"user": USER, "password": PASSWORD, "answer": answer, **more})

    def redirect(self, address, answer="allow"):
        """Does the same, but returns the address to which it is sent back, without going there."""
        class Stay(urllib.request.HTTPRedirectHandler):
            def redirect_request(self, *_):
                return None
        opener, self.opener = self.opener, urllib.request.build_opener(urllib.request.ProxyHandler({}), Stay())
        try:
            return self.sign_in(address, answer).headers["Location"]
        finally:
            self.opener = opener


class Opener:
    """A program `xdg-open`, first on PATH. Without `status` it stays until `end`."""

    def __init__(self, folder, status=None):
        self.folder = folder / "bin"
        self.folder.mkdir()
        self.path = self.folder / "xdg-open"
        os.mkfifo(f"{self.path}.gate")
        last = 'read -r _ < "$0.gate"'
        self.path.write_text(OPENER if status is None else OPENER.replace(last, f"exit {status}"))
        self.path.chmod(0o755)

    @property
    def called(self):
        """Its process and its arguments, once it has been called."""
        try:
            pid, *words = pathlib.Path(f"{self.path}.called").read_text().split("\0")[:-1]
        except FileNotFoundError:
            return None
        return int(pid), words

    def is_running(self):
        try:
            with open(f"/proc/{self.called[0]}/stat") as file:
                return file.read().rpartition(")")[2].split()[0] != "Z"
        except OSError:
            return False

    def end(self):
        """Lets it end, if it runs, and forgets that it was called."""
        def pass_gate():
            with contextlib.suppress(OSError):
                os.close(os.open(f"{self.path}.gate", os.O_WRONLY | os.O_NONBLOCK))
            time.sleep(0.001)
        if self.called:
            wait("xdg-open does not end", lambda: not self.is_running(), pass_gate)
        pathlib.Path(f"{self.path}.called").unlink(missing_ok=True)


def processes(folder):
    """The processes that are in a folder."""
    found = set()
    for pid in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            if os.readlink(f"/proc/{pid}/cwd") == str(folder):
                found.add(int(pid))
    return found


class Watch(threading.Thread):
    """Collects the command lines of all processes, again and again, while it lives."""

    def __init__(self):
        super().__init__(daemon=True)
        self.lines, self.ended = set(), threading.Event()

    def run(self):
        while not self.ended.wait(0.005):
            for pid in filter(str.isdigit, os.listdir("/proc")):
                with contextlib.suppress(OSError):
                    self.lines.add(pathlib.Path(f"/proc/{pid}/cmdline").read_bytes())

    def end(self):
        self.ended.set()
        self.join()


def configuration(server, auth):
    """The text of a config.json with the API `it` and its environment `dev`."""
    environment = {"baseURL": server.api, **({"auth": auth} if auth else {})}
    return json.dumps({"apis": {"it": {"description": "openapi.json", "environments": {"dev": environment}}}})


def code_flow(server, **more):
    return {"type": "oauth2", "flow": "authorizationCode", "authorizationURL": f"{server.issuer}/authorize",
            "tokenURL": f"{server.issuer}/token", "clientID": "shell", "scopes": ["items:read"], **more}


def code_flow_with_secret(server):
    """The same for a client that has a secret, in the variable SECRET."""
    return code_flow(server, clientID="counter", clientSecret={"env": "SECRET"})


def job(server):
    """A client that acts for itself, with its secret in the variable SECRET."""
    return discovery(server, flow="clientCredentials", clientID="job", clientSecret={"env": "SECRET"})


def device_flow(server, **more):
    return {"type": "oauth2", "flow": "device", "deviceAuthorizationURL": f"{server.issuer}/device_authorization",
            "tokenURL": f"{server.issuer}/token", "clientID": "shell", "scopes": ["items:read"], **more}


def discovery(server, **more):
    return {"type": "oauth2", "issuer": server.issuer, "clientID": "shell", "scopes": ["items:read"], **more}
