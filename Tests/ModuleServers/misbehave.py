"""A server of the Model Context Protocol without an SDK, which misbehaves as its argument says.

    python3 misbehave.py MODE

Before it misbehaves in a mode whose name begins with "call-", it answers `initialize` and `tools/list`
as it should; it misbehaves at `tools/call`. In the mode `well` it does not misbehave at all. The other
modes need no message.
"""

import json
import os
import signal
import subprocess
import sys
import time

MODE = sys.argv[1] if len(sys.argv) > 1 else "well"


def write(data):
    """Writes all bytes to standard output, past Python's buffers."""
    while data:
        data = data[os.write(1, data):]


def send(message):
    write(json.dumps(message).encode() + b"\n")


def answer(request, result):
    send({"jsonrpc": "2.0", "id": request["id"], "result": result})


def hang():
    while True:
        signal.pause()


def text(value):
    return {"content": [{"type": "text", "text": value}]}


# Without a message.


def nested():
    write(b'{"a":' * 1000 + b"1" + b"}" * 1000 + b"\n")
    hang()


def forks(keeps_output):
    """Leaves a child behind, which tells its id on standard error."""
    output = None if keeps_output else subprocess.DEVNULL
    child = subprocess.Popen(
        [sys.executable, "-c", "import signal\nwhile True: signal.pause()"],
        stdin=None if keeps_output else subprocess.DEVNULL, stdout=output, stderr=output)
    print(child.pid, file=sys.stderr, flush=True)
    os._exit(0)


def memory():
    kept = []
    while True:
        kept.append(bytearray(1 << 20))


def files():
    kept = []
    while True:
        kept.append(open("/dev/null"))


def garbage():
    write(b"hello, I am a server\n")
    hang()


def endless():
    while True:
        write(b"a" * 65536)


def flood():
    """Messages as fast as they can be written."""
    line = b'{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}\n'
    while True:
        write(line * 700)


def flood_errors():
    while True:
        os.write(2, b"all is lost\n" * 5000)


def long_error():
    """A line of a megabyte on standard error, a short one, and then the end."""
    rest = b"e" * (1 << 20) + b"\nthe last one\n"
    while rest:
        rest = rest[os.write(2, rest):]
    sys.exit(1)


def ignore_sigterm():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    send({"jsonrpc": "2.0", "method": "notifications/ready"})
    hang()


def invalid():
    write(b'{"a":"\xff\xfe"}\n')
    hang()


def close_input():
    os.close(0)
    hang()


def close_output():
    os.close(1)
    hang()


def half():
    write(b'{"jsonrpc":"2.0","id":1,"res')
    os._exit(4)


def crash():
    os.kill(os.getpid(), signal.SIGSEGV)


def exits():
    print("no configuration", file=sys.stderr, flush=True)
    os._exit(3)


ALONE = {
    "exit": exits,
    "crash": crash,
    "half": half,
    "hang": hang,
    "garbage": garbage,
    "flood": flood,
    "flood-errors": flood_errors,
    "long-error": long_error,
    "endless": endless,
    "nested": nested,
    "invalid": invalid,
    "close-input": close_input,
    "close-output": close_output,
    "ignore-sigterm": ignore_sigterm,
    "fork": lambda: forks(keeps_output=False),
    "fork-keeps-output": lambda: forks(keeps_output=True),
    "memory": memory,
    "files": files,
}


# At a call.


def call(request):
    if MODE == "well":
        answer(request, text("well"))
    elif MODE == "call-twice":
        answer(request, text("once"))
        answer(request, text("twice"))
    elif MODE == "call-other-id":
        answer(dict(request, id="another's"), text("not yours"))
    elif MODE == "call-no-id":
        send({"jsonrpc": "2.0", "result": text("whose?")})
    elif MODE == "call-wrong-type":
        answer(request, "a string")
    elif MODE == "call-no-object":
        send("a string")
    elif MODE == "call-no-version":
        send({"id": request["id"], "result": text("which protocol?")})
    elif MODE == "call-both":
        error = {"code": -32000, "message": "and an error"}
        send({"jsonrpc": "2.0", "id": request["id"], "result": text("well"), "error": error})
    elif MODE == "call-wrong-error":
        send({"jsonrpc": "2.0", "id": request["id"], "error": "a string"})
    elif MODE == "call-unknown-request":
        send({"jsonrpc": "2.0", "id": 1, "method": "no/such", "params": {}})
        reply = receive()
        answer(request, text(json.dumps(reply.get("error", reply))))
    elif MODE == "call-never":
        pass
    elif MODE == "call-after-cancelled":
        PENDING.append(request)
    elif MODE == "call-exit":
        os._exit(5)
    elif MODE == "call-half":
        write(b'{"jsonrpc":"2.0","id":%s,"result":{"content":[{"ty' % json.dumps(request["id"]).encode())
        os._exit(6)
    elif MODE == "call-garbage":
        write(b"Traceback (most recent call last):\n")
    elif MODE == "call-hang":
        hang()
    elif MODE == "call-flood":
        flood()
    elif MODE == "call-stop-reading":
        answer(request, text("I am busy now"))
        hang()
    else:
        sys.exit("unknown mode '%s'" % MODE)


PENDING = []


def receive():
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    return json.loads(line)


def serve():
    while True:
        message = receive()
        method = message.get("method")
        if method == "initialize":
            if MODE == "hang-at-start":
                hang()
            answer(message, {
                "protocolVersion": message["params"]["protocolVersion"],
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "misbehave", "version": MODE},
            })
        elif method == "ping":
            answer(message, {})
        elif method == "tools/list":
            tool = {"name": "go", "inputSchema": {"type": "object"}}
            answer(message, {"tools": [tool]})
        elif method == "tools/call":
            call(message)
        elif method == "notifications/cancelled":
            for request in PENDING:
                answer(request, text("too late"))
            PENDING.clear()
        elif method is not None and "id" in message:
            error = {"code": -32601, "message": "no method '%s'" % method}
            send({"jsonrpc": "2.0", "id": message["id"], "error": error})


ALONE.get(MODE, serve)()
