"""Measures how many events a second shared workers handle, how late, and with how much memory.

Each worker writes one line for each event: `print` in a rule, and the same in Python with nats-py.
"""

import asyncio
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

import nats
from nats.js.api import ConsumerConfig, StreamConfig

PROGRAM = os.environ.get("SEASHELL") or str(
    pathlib.Path(__file__).resolve().parents[2] / ".build/release/seashell")
SERVER = shutil.which("nats-server") or "/usr/sbin/nats-server"
PYTHON = """
import asyncio, sys, nats
async def main():
    connection = await nats.connect(sys.argv[1])
    stream = connection.jetstream()
    taken = await stream.pull_subscribe_bind("py", "bench")
    limit = asyncio.Semaphore(int(sys.argv[2]))
    async def handle(message):
        print(message.headers["Seashell-Id"], flush=True)
        await message.ack_sync()
        limit.release()
    while True:
        await limit.acquire()
        try:
            for message in await taken.fetch(1, timeout=30): asyncio.create_task(handle(message))
        except nats.errors.TimeoutError:
            limit.release()
asyncio.run(main())
"""
# What is received on one port goes to another one later, and so do the answers.
DELAY = """
import asyncio, sys
here, there, delay = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]) / 1000
async def pump(reader, writer):
    loop, pieces = asyncio.get_running_loop(), asyncio.Queue()
    async def send():
        while (item := await pieces.get())[1]:
            await asyncio.sleep(item[0] - loop.time())
            writer.write(item[1])
        writer.close()
    sending = asyncio.create_task(send())
    while True:
        data = await reader.read(65536)
        pieces.put_nowait((loop.time() + delay, data))
        if not data: return await sending
async def connect(reader, writer):
    other = await asyncio.open_connection("127.0.0.1", there)
    await asyncio.gather(pump(reader, other[1]), pump(other[0], writer), return_exceptions=True)
async def main():
    await (await asyncio.start_server(connect, "127.0.0.1", here)).serve_forever()
asyncio.run(main())
"""


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Workers:
    """Some workers of one kind, whose lines are counted."""

    def __init__(self, commands, environment, folder):
        self.count, self.last = 0, 0.0
        self.processes = [
            subprocess.Popen(
                words, env=environment, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL)
            for words in commands]
        self.lines = []
        self.readers = [threading.Thread(target=self.read, args=(p,)) for p in self.processes]
        for reader in self.readers:
            reader.start()

    def read(self, process):
        for line in process.stdout:
            self.last = time.time()
            self.lines.append((line.decode().strip(), self.last))

    def memory(self):
        """The greatest resident memory of a worker, in MB."""
        pages = [int(pathlib.Path(f"/proc/{p.pid}/statm").read_text().split()[1]) for p in self.processes]
        return max(pages) * 4096 / 1e6

    def switches(self):
        total = 0
        for process in self.processes:
            for task in pathlib.Path(f"/proc/{process.pid}/task").iterdir():
                for line in (task / "status").read_text().splitlines():
                    if "ctxt_switches" in line:
                        total += int(line.split()[1])
        return total

    def end(self):
        for process in self.processes:
            process.kill()
        for reader in self.readers:
            reader.join()
        for process in self.processes:
            process.wait()


async def ignore(_):
    """nats-py prints a traceback by default."""


async def main():
    events = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    delay = sys.argv[2] if len(sys.argv) > 2 else None
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        url = f"nats://127.0.0.1:{port}"
        server = subprocess.Popen(
            [SERVER, "-a", "127.0.0.1", "-p", str(port), "--jetstream", "--store_dir", f"{folder}/store"],
            stderr=subprocess.DEVNULL)
        processes, workers_url = [server], url
        if delay:
            port = free_port()
            processes.append(subprocess.Popen(
                [sys.executable, "-c", DELAY, str(port), url.rpartition(":")[2], delay], stderr=subprocess.DEVNULL))
            workers_url = f"nats://127.0.0.1:{port}"
        try:
            await measure(pathlib.Path(folder), url, workers_url, events)
        finally:
            for process in processes:
                process.kill()
                process.wait()


async def measure(folder, url, workers_url, events):
    (folder / "config/seashell").mkdir(parents=True, mode=0o700)
    (folder / "config/seashell/config.json").write_text(json.dumps({"environments": {"w": {
        "baseURL": "http://127.0.0.1:1", "version": "v1",
        "events": {"nats": {"url": workers_url, "stream": "bench"}}}}}))
    environment = {
        "HOME": str(folder), "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "XDG_CONFIG_HOME": f"{folder}/config",
        "XDG_STATE_HOME": f"{folder}/state", "XDG_DATA_HOME": f"{folder}/data"}
    while True:
        try:
            connection = await nats.connect(url, connect_timeout=1, allow_reconnect=False, error_cb=ignore)
            break
        except Exception:
            await asyncio.sleep(0.1)
    stream = connection.jetstream()
    print(f"{events} events     workers  parallel  events/s  latency ms (half, 99 %)  MB a worker  wake-ups/s idle")
    for workers, parallel in [(1, 1), (1, 8), (2, 8), (4, 8), (8, 8)]:
        for kind in ["seashell", "nats-py"]:
            await stream.add_stream(StreamConfig(name="bench", subjects=["seashell.shop.w.>"]))
            await stream.add_stream(StreamConfig(
                name="bench-state", subjects=["seashell-state.shop.w.>"], max_msgs_per_subject=1))
            rule = f"on orders.placed --durable bench --shared --parallel {parallel} do print $event.message_id; wait"
            words = [PROGRAM, "-e", "w", "-c", rule]
            if kind == "nats-py":
                await stream.add_consumer("bench", ConsumerConfig(
                    durable_name="py", filter_subject="seashell.shop.w.orders.placed.>", ack_policy="explicit"))
                words = [sys.executable, "-c", PYTHON, workers_url, str(parallel)]
            group = Workers([words] * workers, environment, folder)
            await consumer(stream, workers, parallel)
            idle = await wakeups(group, 5)
            rate = await flood(stream, group, events)
            delays = await drip(stream, group, 200)
            print(
                f"{kind:15} {workers:10} {parallel:9} {rate:9.0f} {delays[100] * 1e3:14.1f} {delays[197] * 1e3:8.1f}"
                f" {group.memory():12.1f} {idle / workers:16.1f}", flush=True)
            group.end()
            await stream.delete_stream("bench")
            await stream.delete_stream("bench-state")
    await connection.close()


async def consumer(stream, workers, parallel):
    """Waits until all workers have asked for messages."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        infos = await stream.consumers_info("bench")
        if infos and infos[0].num_waiting and infos[0].num_waiting >= workers:
            return
        await asyncio.sleep(0.1)
    sys.exit("the workers do not ask for messages")


async def wakeups(group, seconds):
    before = group.switches()
    await asyncio.sleep(seconds)
    return (group.switches() - before) / seconds


async def publish(stream, number):
    await stream.publish(
        "seashell.shop.w.orders.placed._", json.dumps({"number": number}).encode(),
        headers={"Seashell-Event": "orders.placed", "Seashell-Id": str(number)})


async def flood(stream, group, events):
    group.lines.clear()
    began = time.time()
    for first in range(0, events, 500):
        await asyncio.gather(*[publish(stream, n) for n in range(first, min(first + 500, events))])
    while len(group.lines) < events:
        await asyncio.sleep(0.02)
        if time.time() - began > 300:
            sys.exit(f"{len(group.lines)} of {events} were handled")
    return events / (group.last - began)


async def drip(stream, group, events):
    """Publishes one event after the other; returns how late each was handled, sorted."""
    group.lines.clear()
    sent = {}
    for number in range(events):
        sent[str(number)] = time.time()
        await publish(stream, number)
        while len(group.lines) <= number:
            await asyncio.sleep(0)
    return sorted(at - sent[line] for line, at in group.lines)


asyncio.run(main())
