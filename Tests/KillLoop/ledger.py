"""What was handed in, what was acknowledged, and what the files and the shop have of it."""

import contextlib
import os
import re
import shutil
import sqlite3
import stat
import tempfile


class Write:
    """A write that a script has handed in; its comment is found in no other one.

    A deletion is the only one of its target, and has its comment in the ledger alone.
    """

    def __init__(self, kind, comment, target):
        self.kind, self.comment, self.target = kind, comment, target
        self.number = None
        self.is_acknowledged = False
        # Another shell may have sent it before anybody has looked into the queue.
        self.may_be_sent = False

    def __str__(self):
        return f"{self.comment} (q-{self.number}, {self.kind} {self.target})"

    @property
    def is_certain(self):
        """Whether it is in the queue, or was: it must be at the server in the end."""
        return self.number is not None

    def replaces(self, other):
        """Whether nothing is left of another write when this one was carried out after it."""
        name = f"q-{other.number}" if other.kind == "add" else other.target
        return self.kind != "add" and self.target == name


class Ledger:
    def __init__(self):
        self.writes, self.problems = {}, []

    def add(self, write):
        self.writes[write.comment] = write

    def problem(self, text):
        self.problems.append(text)

    def acknowledge(self, write, number):
        write.is_acknowledged = True
        self.identify(write, number)

    def identify(self, write, number):
        if write.number not in (None, number):
            self.problem(f"{write.comment} is q-{write.number} and q-{number}")
        write.number = number

    @property
    def acknowledged(self):
        return [write for write in self.writes.values() if write.is_acknowledged]

    @property
    def only_queued(self):
        return [
            write for write in self.writes.values()
            if write.is_certain and not write.is_acknowledged]


class Queue:
    """The queue's file as a kill has left it."""

    def __init__(self, folder):
        self.folder = os.path.join(folder, "state/seashell/offline")

    def rows(self, ledger):
        """Reads a copy, since reading the file itself would take back what is not committed.

        Returns the writes by their numbers, with whatever the row says of them.
        """
        if not os.path.exists(os.path.join(self.folder, "queue.db")):
            return {}
        with tempfile.TemporaryDirectory() as copy:
            for name in os.listdir(self.folder):
                if name.startswith("queue.db"):
                    shutil.copy(os.path.join(self.folder, name), copy)
            with sqlite3.connect(os.path.join(copy, "queue.db")) as database:
                check(database, "the queue", ledger)
                tables = {name for (name,) in database.execute(
                    "SELECT name FROM sqlite_master WHERE type = 'table'")}
                if "writes" not in tables:
                    return {}
                rows = database.execute("SELECT * FROM writes")
                names = [column[0] for column in rows.description]
                found = [dict(zip(names, row)) for row in rows]
            database.close()
        return {row["number"]: row for row in found}

    def identify(self, rows, ledger):
        """Finds the writes that are in the queue, acknowledged or not."""
        for number, row in rows.items():
            text = " ".join(
                value.decode(errors="replace") if isinstance(value, bytes) else str(value)
                for name, value in row.items() if name not in ("base", "theirs"))
            comments = {comment for comment in re.findall(r"k\d{6}-\d+\.", text)}
            target = re.search(r'"reviews","(r-\d+)"', text)
            if "DELETE" in text and target:
                comments = {write.comment for write in ledger.writes.values()
                            if write.kind == "delete" and write.target == target[1]}
            if len(comments) != 1 or next(iter(comments)) not in ledger.writes:
                ledger.problem(f"q-{number} has {comments or 'nothing'} that was handed in")
            for comment in comments & ledger.writes.keys():
                ledger.identify(ledger.writes[comment], number)


def check(database, name, ledger):
    found = database.execute("PRAGMA integrity_check").fetchall()
    if found != [("ok",)]:
        ledger.problem(f"{name} is damaged: {found}")


def check_files(folder, ledger):
    """Everything below the state belongs to its owner alone, and nothing was set aside."""
    for path, folders, files in os.walk(os.path.join(folder, "state/seashell")):
        for name in folders + files:
            file = os.path.join(path, name)
            try:
                mode = stat.S_IMODE(os.lstat(file).st_mode)
            except FileNotFoundError:
                continue
            if mode != (0o700 if name in folders else 0o600):
                ledger.problem(f"{file} has the mode {mode:o}")
            if ".damaged" in name:
                ledger.problem(f"{file} was set aside")


def check_databases(folder, ledger):
    """Every database of the shell is whole, once all processes have ended."""
    count = 0
    for path, _, files in os.walk(os.path.join(folder, "state/seashell/offline")):
        for name in files:
            if name.endswith(".db"):
                with sqlite3.connect(os.path.join(path, name)) as database:
                    check(database, name, ledger)
                database.close()
                count += 1
    return count


def stores(folder):
    """The stores of records, each as an open database with its version."""
    for path, _, files in os.walk(os.path.join(folder, "state/seashell/offline")):
        for name in files:
            if name.endswith(".db"):
                with contextlib.closing(sqlite3.connect(os.path.join(path, name))) as database:
                    if database.execute("SELECT 1 FROM sqlite_schema WHERE name = 'uses'").fetchone():
                        yield database, database.execute("PRAGMA user_version").fetchone()[0]


def make_older(folder):
    """Gives the stores the previous version, as if a program of it had written them."""
    for database, version in stores(folder):
        if version == 2:
            database.executescript("""
                BEGIN; ALTER TABLE records DROP COLUMN list; PRAGMA user_version = 1; COMMIT""")


def check_shop(path, ledger, start):
    """Compares the shop with what was handed in; returns how many are there twice, and are lost."""
    with sqlite3.connect(path) as database:
        check(database, "the shop", ledger)
        reviews = dict(database.execute("SELECT number, comment FROM reviews"))
        events = database.execute(
            "SELECT name, count(*) FROM events WHERE id > ? GROUP BY name", [start]).fetchall()
    database.close()
    counts = {}
    for comment in reviews.values():
        for mark in re.findall(r"k\d{6}-\d+\.", comment):
            counts[mark] = counts.get(mark, 0) + 1
    twice, lost = 0, 0
    for mark, count in counts.items():
        write = ledger.writes.get(mark)
        if write is None or not (write.is_certain or write.may_be_sent):
            ledger.problem(f"{mark} is there, but was never in the queue")
        elif count > 1:
            twice += 1
            ledger.problem(f"{mark} is there {count} times")
    certain = [write for write in ledger.writes.values() if write.is_certain]
    lost = len(lost_writes(certain, reviews, counts, ledger))
    # A write that was carried out twice has two events.
    expected = {"inserted": "add", "updated": "edit", "deleted": "delete"}
    for name, count in events:
        kind = expected[name.rsplit(".", 1)[-1]]
        least = sum(write.kind == kind for write in certain)
        most = least + sum(
            write.kind == kind for write in ledger.writes.values()
            if write.may_be_sent and not write.is_certain)
        if not least <= count <= most:
            twice += max(0, count - most)
            ledger.problem(f"{least} writes of the kind '{kind}' made {count} events")
    return twice, lost


def lost_writes(certain, reviews, counts, ledger):
    """The writes whose effect is not there, though no later write has replaced it."""
    lost = []
    for write in certain:
        if any(other.number > write.number and other.replaces(write) for other in certain):
            continue
        if write.kind == "delete":
            is_missing = int(write.target[2:]) in reviews
        else:
            is_missing = write.comment not in counts
        others = [other for other in ledger.writes.values()
                  if other.may_be_sent and other.comment in counts and other.replaces(write)]
        if is_missing and not others:
            lost.append(write)
            ledger.problem(f"{write} is lost")
    return lost
