"""A server of the Model Context Protocol whose results are pictures, without a library.

Its tool has arguments named like the options that the shell gives every tool's command.
"""

import base64
import json
import sys

image = {"data": base64.b64encode(b"picture").decode(), "mimeType": "image/png"}
tool = {
    "name": "picture",
    "description": "Draw",
    "annotations": {"readOnlyHint": True},
    "inputSchema": {
        "type": "object",
        "required": ["title"],
        "properties": {
            "title": {"type": "string"},
            "save": {"type": "string"},
            "answers": {"type": "string"},
            "tags": {"type": "array", "items": {"type": "string"}},
            "more": {"type": "object"},
        },
    },
}
resource = {"uri": "picture://a", "name": "a", "mimeType": "image/png"}

for line in sys.stdin:
    message = json.loads(line)
    parameters = message.get("params") or {}
    results = {
        "initialize": lambda: {
            "protocolVersion": parameters["protocolVersion"],
            "capabilities": {"tools": {}, "resources": {}},
            "serverInfo": {"name": "pictures", "version": "1"},
        },
        "tools/list": lambda: {"tools": [tool]},
        "tools/call": lambda: {
            "content": [
                {"type": "text", "text": json.dumps(parameters["arguments"])},
                {"type": "image", **image},
            ]
        },
        "resources/list": lambda: {"resources": [resource]},
        "resources/read": lambda: {
            "contents": [{"uri": "picture://a", "mimeType": "image/png", "blob": image["data"]}]
        },
    }
    if "id" in message:
        result = results.get(message.get("method"), dict)()
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
