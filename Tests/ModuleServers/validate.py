"""Validates messages of the Model Context Protocol by the types of its Python SDK.

Reads lines {"direction": "out" or "in", "version": "2025-11-25", "message": {...}} from files or
standard input; "out" is what the client sent. A line may have a "module", if several are mixed.
Prints what is wrong with each line that is not valid, and exits with status 1 if there is one.
"""

import fileinput
import json
import sys

from mcp_types import methods
from mcp_types.jsonrpc import JSONRPCError, jsonrpc_message_adapter
from mcp_types.version import KNOWN_PROTOCOL_VERSIONS
from pydantic import ValidationError

# The revision in which a message is validated that is sent before the sides have agreed on one.
EARLY = {"initialize": "2025-11-25", "server/discover": "2026-07-28"}


class Traffic:
    """The messages between a client and one module."""

    def __init__(self):
        # Requests that wait for an answer, by direction and id.
        self.requests = {}

    def check(self, direction, version, message):
        jsonrpc_message_adapter.validate_python(message, by_name=False)
        client = direction == "out"
        method, params = message.get("method"), message.get("params")
        version = EARLY.get(method, version)
        if method is not None and version not in KNOWN_PROTOCOL_VERSIONS:
            raise ValueError(f"the version {version!r} is unknown")
        if method is None:
            asked = self.requests.pop(("in" if client else "out", repr(message.get("id"))), None)
            if "error" in message:
                JSONRPCError.model_validate(message)
            elif asked is None:
                raise ValueError("an answer to no request")
            elif client:
                methods.validate_client_result(*asked, message["result"])
            else:
                methods.validate_server_result(*asked, message["result"])
        elif "id" in message:
            key = (direction, repr(message["id"]))
            if key in self.requests:
                raise ValueError(f"the id {message['id']!r} is in use")
            self.requests[key] = (method, version)
            if client:
                methods.validate_client_request(method, version, params)
            elif (method, version) in methods.SERVER_REQUESTS:
                methods.parse_server_request(method, version, params)
        elif client:
            methods.validate_client_notification(method, version, params)
        elif (method, version) in methods.SERVER_NOTIFICATIONS:
            methods.parse_server_notification(method, version, params)


def main():
    traffic, count, wrong = {}, 0, 0
    for number, line in enumerate(fileinput.input(encoding="utf-8"), 1):
        if not line.strip():
            continue
        entry = json.loads(line)
        module = traffic.setdefault(entry.get("module"), Traffic())
        count += 1
        try:
            module.check(entry["direction"], entry.get("version"), entry["message"])
        except KeyError as error:
            print(f"line {number}: {entry['version']} has no {error}: {line}", file=sys.stderr)
            wrong += 1
        except (ValueError, ValidationError) as error:
            print(f"line {number}: {error}: {line}", file=sys.stderr)
            wrong += 1
    print(f"{count} messages, {wrong} wrong")
    sys.exit(1 if wrong or count == 0 else 0)


main()
