"""Runs a server of the Model Context Protocol, and records its messages: record.py LOG COMMAND…

Appends a line {"module", "direction", "version", "message"} to LOG for each message, as validate.py
reads it. "out" is what the client sent.
"""

import json
import os
import subprocess
import sys
import threading

log = open(sys.argv[1], "a", buffering=1)
server = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
lock = threading.Lock()
version = None


def relay(direction, source, target):
    global version
    for line in source:
        message = json.loads(line)
        with lock:
            # The revision of each message, or the one that the sides have agreed on.
            meta = (message.get("params") or {}).get("_meta") or {}
            agreed = meta.get("io.modelcontextprotocol/protocolVersion")
            result = message.get("result")
            if direction == "in" and isinstance(result, dict) and "protocolVersion" in result:
                agreed = result["protocolVersion"]
            version = agreed or version
            entry = {"module": os.getpid(), "direction": direction, "version": version, "message": message}
            log.write(json.dumps(entry) + "\n")
        target.write(line)
        target.flush()
    target.close()


threading.Thread(
    target=relay, args=("out", sys.stdin.buffer, server.stdin), daemon=True).start()
relay("in", server.stdout, sys.stdout.buffer)
sys.exit(server.wait())
