"""The programs that the loop starts and kills: the served shop, and shells that use it."""

import json
import os
import pty
import re
import select
import signal
import subprocess


class Server:
    """The shop on a port and a database that stay the same when it is killed and started again."""

    def __init__(self, shell, folder):
        self.shell, self.folder, self.port, self.process = shell, folder, 0, None
        self.database = os.path.join(folder, "shop.db")
        os.mkdir(os.path.join(folder, "server"))
        self.start()
        self.wait()

    def start(self):
        """Starts the server; `wait` returns when it listens."""
        home = os.path.join(self.folder, "server")
        with open(os.path.join(self.folder, "server.log"), "ab") as errors:
            self.process = subprocess.Popen(
                [self.shell, "-q", "serve", "--port", str(self.port), "--database", self.database],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors,
                env=variables(home), cwd=home)

    def wait(self):
        line = self.process.stdout.readline().decode()
        found = re.search(r":(\d+)/", line)
        if not found:
            raise SystemExit(f"kill loop: the server did not start; see {self.folder}/server.log")
        self.port = int(found[1])

    def end(self, number=signal.SIGKILL):
        self.process.send_signal(number)
        self.process.wait()
        self.process.stdout.close()


class Shell:
    """A shell that runs a script, with its output and its errors in one file."""

    def __init__(self, shell, folder, lines, name="shell"):
        script = os.path.join(folder, f"{name}.sea")
        self.log = os.path.join(folder, f"{name}.log")
        with open(script, "w") as file:
            file.write("".join(line + "\n" for line in lines))
        # A change needs what the user saw: the shop says it, unless the store is to be used.
        changes = any(line.startswith(("reviews edit", "reviews delete")) for line in lines)
        options = [] if changes else ["--offline"]
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [shell, *options, "--keep-going", "-f", script], stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, env=variables(folder), cwd=folder)
        self.descriptor = os.pidfd_open(self.process.pid)

    def ends_within(self, seconds):
        return bool(select.select([self.descriptor], [], [], max(0, seconds))[0])

    def kill(self):
        """Kills it; false if it had ended before."""
        self.process.send_signal(signal.SIGKILL)
        return self.wait() == -signal.SIGKILL

    def wait(self):
        if self.descriptor >= 0:
            self.process.wait()
            os.close(self.descriptor)
            self.descriptor = -1
        return self.process.returncode

    @property
    def text(self):
        with open(self.log, "rb") as file:
            return file.read().decode(errors="replace")


class Prompt:
    """A shell at a terminal, which sends what waits in the background; nothing is typed."""

    def __init__(self, shell, folder):
        self.terminal, end = pty.openpty()
        self.process = subprocess.Popen(
            [shell, "-q"], stdin=end, stdout=end, stderr=end, start_new_session=True,
            env=variables(folder) | {"TERM": "xterm"}, cwd=folder)
        os.close(end)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        os.close(self.terminal)


def variables(home):
    return {
        "HOME": home, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "SEASHELL_ENV": "dev",
        "XDG_CONFIG_HOME": home + "/config", "XDG_DATA_HOME": home + "/data",
        "XDG_STATE_HOME": home + "/state"}


def configure(home, port):
    """Says in a home where the environment `dev` is."""
    folder = os.path.join(home, "config/seashell")
    os.makedirs(folder, 0o700)
    with open(os.path.join(folder, "config.json"), "w") as file:
        json.dump({"environments": {
            "dev": {"baseURL": f"http://127.0.0.1:{port}", "version": "v1",
                    "idempotencyKeys": True}}}, file)


def sign_in(shell, home):
    done = subprocess.run(
        [shell, "session", "login", "--user", "demo", "--password-stdin"], input=b"demo\n",
        env=variables(home), cwd=home, stderr=subprocess.PIPE)
    if done.returncode != 0:
        raise SystemExit(f"kill loop: cannot sign in: {done.stderr.decode()}")
