"""Presses Tab in bash, zsh and fish in a folder with a Debian: complete.py ROOT.

Each shell must complete a command, an option and a product of the installed program.
"""

import os
import pty
import re
import select
import signal
import sys
import time

ENVIRONMENT = {"HOME": "/root", "PATH": "/usr/bin:/bin", "TERM": "xterm", "LC_ALL": "C.UTF-8"}
SHELLS = {
    "bash": (
        ["bash", "--norc", "-i"],
        "bind 'set show-all-if-ambiguous on'; bind 'set enable-bracketed-paste off'; "
        "source /usr/share/bash-completion/completions/seashell\r",
    ),
    "zsh": (["zsh", "-f", "-i"], "autoload -U compinit; compinit -u; setopt automenu\r"),
    "fish": (["fish", "-i"], ""),
}
CASES = [("seashell prod\t", "products"), ("seashell products show p-1\t", "Ocean mug"),
         ("seashell products list --\t", "--query")]


def wait_for(terminal, text, seconds=30):
    """Reads until the text is there, and returns what was read."""
    seen = b""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                seen += os.read(terminal, 65536)
            except OSError:
                break
            # Colours may stand in the middle of a word.
            if text.encode() in re.sub(rb"\x1b(\[[0-9;?]*[A-Za-z]|\(B)", b"", seen):
                return seen
    raise SystemExit(f"{text!r} did not appear; the terminal shows:\n{seen.decode(errors='replace')}")


def main():
    root = sys.argv[1]
    for shell, (command, setup) in SHELLS.items():
        process, terminal = pty.fork()
        if process == 0:
            os.chroot(root)
            os.chdir("/")
            os.execvpe(command[0], command, ENVIRONMENT)
        try:
            os.write(terminal, f"{setup}echo re''ady\r".encode())
            wait_for(terminal, "ready\r")
            for typed, expected in CASES:
                os.write(terminal, typed.encode())
                # bash shows the value alone; zsh and fish its description, too.
                text = "p-19" if shell == "bash" and expected == "Ocean mug" else expected
                wait_for(terminal, text)
                # Ctrl-U; Ctrl-C would throw away what is typed behind it.
                os.write(terminal, b"\x15")
            print(f"{shell}: completes commands, options and products")
        finally:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
            os.close(terminal)


main()
