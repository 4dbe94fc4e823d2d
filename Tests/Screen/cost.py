"""Counts what colours and suggestions cost at a prompt: bytes, and time from key to screen.

    [SEASHELL=PROGRAM] Tests/Screen/run cost
"""

import re
import statistics
import sys
import time

from terminal import BACKSPACE, DOWN, LEFT, PATIENCE, PLAIN, UP, Program, ctrl

LINES = """\
products list
products list --query mug
products list --query mug --limit 5
products list --query 'blue mug'
products show p-1
products list | sort-by price
products list | sort-by price | select name price
products list | where price > 10
products list | where price > 10 and stock > 0
products list | group-by category
reviews list p-1
reviews list p-1 --limit 3
reviews list p-1 | where rating > 3
reviews summary p-1
env list
env show embedded
session status
let minimum = 10
print $minimum
products list | where price > $minimum
products list -o json
api get products/p-1
api get products/p-1 -o json
api get products?limit=2
print (1 + 2 * 3)
print "the minimum is $minimum"
for n in (1, 2, 3) { print $n }
help products
help reviews list
jobs
history
set
set output json
set output auto
queue list
events
products list | skip 2 | select name
products list --query mug
products list | sort-by price --reverse
print done
"""
# What is typed wrongly in a line of this number, and put right.
MISTAKES = {3: ["x", BACKSPACE], 8: ["a", "b", "c"] + [BACKSPACE] * 3, 14: [LEFT, LEFT, ctrl("e")], 21: [UP, DOWN]}


def keys_of(number, line):
    keys = list(line)
    return keys[:6] + MISTAKES.get(number, []) + keys[6:]


def bytes_of(rc, history, **environment):
    """The bytes of the prompts and the lines while the lines are typed, without what these print."""
    with Program(80, 24, rc=rc + "set pager off\n", history=history, **environment) as shell:
        shell.settle()
        shell.log = []
        for number, line in enumerate(LINES.splitlines()):
            for key in keys_of(number, line):
                shell.type(key)
            shell.type("\r")
    return len(re.sub(rb"(\x1b\[\?2004l\r).*?(\x1b\[\?2004h)", rb"\1\2", b"".join(shell.log), flags=re.S))


def count_bytes():
    """Compares the bytes; over ssh, they may be twice as many with suggestions."""
    failed = False
    for kind, history in [("an empty history", ""), ("these lines in the history", LINES)]:
        plain = bytes_of(PLAIN, history)
        for place, environment in [("", {}), (" over ssh", {"SSH_CONNECTION": "1"})]:
            helped = bytes_of("", history, **environment)
            print(f"{len(LINES.splitlines())} lines with {kind}{place}: "
                  f"{helped} bytes, {plain} without colours and suggestions, {helped / plain:.2f} times as many")
            failed = failed or bool(place) and helped > 2 * plain
    return failed


def times_of(shell, text):
    """The milliseconds from each key to the screen."""
    times = []
    for key in text:
        start = time.perf_counter()
        shell.send(key)
        shell.receive(PATIENCE)
        times.append((time.perf_counter() - start) * 1000)
        shell.settle()
    shell.type(ctrl("u"))
    return times


def measure_times():
    """Compares the times with a long history and without one."""
    history = "".join(
        f"products list --query {'mug cup bowl plate'.split()[number % 4]} --limit {number}"
        f"\\@{'embedded' if number % 3 else 'dev'}\n" for number in range(100_000))
    with Program(80, 24) as short, Program(80, 24, history=history) as long:
        for shell in [short, long]:
            shell.settle()
        found = {short: [], long: []}
        for _ in range(5):
            for text in ["products list --query cup --limit 31 x", "reviews list p-1", "print 'hello' | sort-by name"]:
                for shell in [short, long]:
                    found[shell] += times_of(shell, text)
    medians = [statistics.median(times) for times in found.values()]
    print(f"from key to screen: {medians[1]:.2f} ms with a history of 100000 lines ({max(found[long]):.2f} ms at most), "
          f"{medians[0]:.2f} ms without ({max(found[short]):.2f} ms), {medians[1] - medians[0]:+.2f} ms at the median")
    return medians[1] - medians[0] > 20


def main():
    sys.exit(1 if count_bytes() | measure_times() else 0)


if __name__ == "__main__":
    main()
