"""Kills workers, relays and the message server at random while they handle a shop's reviews.

Each review of the product p-1 is an event. Workers that share a name add a review to p-2 for each of them, in the
words of the event's id. At the end p-2 must have exactly one review for each of p-1, though some runs were repeated:
the shop carries out writes of the same key once.
"""

import collections
import json
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from patience import PATIENCE  # noqa: E402

PROGRAM = os.environ.get("SEASHELL") or str(
    pathlib.Path(__file__).resolve().parents[2] / ".build/release/seashell")
SERVER = shutil.which("nats-server") or "/usr/sbin/nats-server"
WORKERS, RELAYS, WRITERS = 4, 2, 4


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Scene:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.shop_port, self.stream_port = free_port(), free_port()
        self.processes = {}
        self.logs = collections.defaultdict(list)
        self.environment = {
            "HOME": folder, "PATH": os.environ["PATH"], "LANG": "C.UTF-8",
            "XDG_CONFIG_HOME": f"{folder}/config", "XDG_STATE_HOME": f"{folder}/state",
            "XDG_DATA_HOME": f"{folder}/data"}
        (self.folder / "nats.conf").write_text(
            f'listen: 127.0.0.1:{self.stream_port}\njetstream: {{ store_dir: "{folder}/store" }}\n')
        (self.folder / "config/seashell").mkdir(parents=True, mode=0o700)
        (self.folder / "config/seashell/config.json").write_text(json.dumps({"environments": {"w": {
            "baseURL": f"http://127.0.0.1:{self.shop_port}", "version": "v1", "idempotencyKeys": True,
            "events": {"nats": {"url": f"nats://127.0.0.1:{self.stream_port}", "stream": "shop"}}}}}))
        (self.folder / "worker.sea").write_text(
            "on api.data.inserted where resource = products/p-1/reviews --durable mail --shared"
            " --parallel 2 --max-tries 50 do {\n"
            "  if $event.tries > 1 { print repeated }\n"
            "  reviews add p-2 --rating 5 --comment $event.message_id\n}\nwait\n")

    def start(self, name):
        kind = name.split("-")[0]
        words = {
            "nats": [SERVER, "-c", str(self.folder / "nats.conf")],
            "shop": [PROGRAM, "-q", "serve", "--port", str(self.shop_port), "--delay", "10",
                     "--database", str(self.folder / "shop.db")],
            "relay": [PROGRAM, "-e", "w", "events", "relay"],
            "worker": [PROGRAM, "-e", "w", "-f", str(self.folder / "worker.sea")],
        }[kind]
        environment = dict(self.environment)
        if hasattr(self, "token"):
            environment["SEASHELL_TOKEN"] = self.token
        process = subprocess.Popen(
            words, env=environment, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True)
        threading.Thread(target=self.read, args=(name, process.stdout), daemon=True).start()
        self.processes[name] = process

    def read(self, name, lines):
        for line in lines:
            self.logs[name].append(line.rstrip())

    def kill(self, name):
        process = self.processes[name]
        process.send_signal(signal.SIGKILL)
        process.wait()

    def end(self):
        for process in self.processes.values():
            if process.poll() is None:
                process.kill()
            process.wait()

    def call(self, method, path, body=None, headers={}):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.shop_port}/v1/{path}", method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json", **headers})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            text = answer.read()
            return json.loads(text) if text else None, answer.headers

    def wait_for_port(self, port):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    return
            time.sleep(0.05)
        sys.exit(f"nothing listens at port {port}: {dict(self.logs)}")

    def reviews(self, product):
        found, page = [], 1
        while True:
            answer, _ = self.call("GET", f"products/{product}/reviews?per_page=1000&page={page}")
            found += answer
            if len(answer) < 1000:
                return found
            page += 1


def wait_until(condition, scene, what):
    end = time.monotonic() + 4 * PATIENCE
    while not condition():
        if time.monotonic() > end:
            for name, lines in scene.logs.items():
                print(f"--- {name}", *lines[-15:], sep="\n", file=sys.stderr)
            sys.exit(f"not in {4 * PATIENCE} s: {what()}")
        time.sleep(0.02)


def main():
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    events = int(sys.argv[2]) if len(sys.argv) > 2 else 100 * kills
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 32)
    print(f"{kills} kills over {events} events, seed {seed}")
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        scene = Scene(folder)
        try:
            run(scene, chance, kills, events)
        finally:
            scene.end()


def run(scene, chance, kills, events):
    began = time.monotonic()
    scene.start("shop")
    scene.start("nats")
    scene.wait_for_port(scene.shop_port)
    scene.wait_for_port(scene.stream_port)
    session, _ = scene.call("POST", "session", {"user": "demo", "password": "demo"})
    scene.token = session["access_token"]
    victims = [f"worker-{n}" for n in range(WORKERS)] + [f"relay-{n}" for n in range(RELAYS)]
    for name in victims:
        scene.start(name)
    wait_until(
        lambda: any("relaying" in line for name in victims for line in scene.logs[name]), scene,
        lambda: "no relay began")
    before = {review["id"] for review in scene.reviews("p-2")}
    # The consumer of the workers begins with the next message: it must be there first.
    wait_until(lambda: consumers(scene) > 0, scene, lambda: "no worker has made the consumer")
    inserted, progress = [], [0]

    def insert(first):
        headers = {"Authorization": f"Bearer {scene.token}"}
        for number in range(first, events, WRITERS):
            # The shop keeps 10,000 events, for a relay that takes over from one that was killed.
            while len(inserted) - progress[0] > 2_000:
                time.sleep(0.02)
            review, answer = scene.call(
                "POST", "products/p-1/reviews", {"rating": 4, "comment": f"review {number}"}, headers)
            inserted.append(answer["Event-Id"])

    def handled():
        progress[0] = scene.call("GET", "products/p-2")[0]["review_count"] - len(before)
        return progress[0]

    writers = [threading.Thread(target=insert, args=(first,), daemon=True) for first in range(WRITERS)]
    for writer in writers:
        writer.start()
    killed = collections.Counter()
    for number in range(kills):
        # Spread over the events that are handled, so that runs are under way.
        wait_until(
            lambda: handled() * kills >= events * number * 0.8, scene, lambda: f"{handled()} of {events} handled")
        name = chance.choice(victims + ["nats"])
        scene.kill(name)
        killed[name.split("-")[0]] += 1
        scene.start(name)
        if name == "nats":
            scene.wait_for_port(scene.stream_port)
    # The rest takes as long as it takes, while it goes on.
    while any(writer.is_alive() for writer in writers):
        before_this = (len(inserted), progress[0])
        wait_until(
            lambda: handled() != before_this[1] or len(inserted) != before_this[0]
            or not any(writer.is_alive() for writer in writers), scene,
            lambda: f"{before_this[0]} of {events} were written and {before_this[1]} handled, and no more")

    def written():
        return collections.Counter(
            re.sub(".*/", "", review["comment"]) for review in scene.reviews("p-2") if review["id"] not in before)

    wait_until(
        lambda: len(written()) >= events, scene, lambda: f"{len(written())} of {events} were handled")
    counts = written()
    missing = set(inserted) - set(counts)
    double = {event: count for event, count in counts.items() if count > 1}
    strange = set(counts) - set(inserted)
    repeats = sum(line == "repeated" for name in victims for line in scene.logs[name])
    print(
        f"{events} events; killed: {dict(killed)}; runs that were repeated: {repeats};"
        f" {time.monotonic() - began:.0f} s")
    gaps = [line for name in victims for line in scene.logs[name] if "may be missing" in line]
    if gaps:
        sys.exit(f"a relay was away for too long: {gaps}")
    if missing or double or strange:
        sys.exit(f"missing: {sorted(missing)[:9]}; written twice: {double}; unknown: {sorted(strange)[:9]}")
    print("each was written once")


def consumers(scene):
    """How many consumers the stream has, by the server's own monitoring words."""
    with socket.create_connection(("127.0.0.1", scene.stream_port)) as connection:
        file = connection.makefile("rwb")
        file.readline()
        file.write(b'CONNECT {"verbose":false}\r\nSUB answers 1\r\nPUB $JS.API.STREAM.INFO.shop answers 0\r\n\r\nPING\r\n')
        file.flush()
        while True:
            line = file.readline().split()
            if line[:1] == [b"PING"]:
                file.write(b"PONG\r\n")
                file.flush()
            if line[:1] == [b"MSG"]:
                answer = json.loads(file.read(int(line[-1])))
                return answer.get("state", {}).get("consumer_count", 0)


main()
