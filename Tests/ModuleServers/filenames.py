"""Calls every tool of `seashell mcp` with names of files, and reports what reads or writes one.

Usage: filenames.py SEASHELL [OPTION…], with the files 'canary' and 'canary.json' in the working folder, whose
content has the word 'canary-content'. Prints the name of each tool; a problem ends it with status 1.
"""

import json
import os
import subprocess
import sys

shell = subprocess.Popen([sys.argv[1], *sys.argv[2:], "mcp"], stdin=-1, stdout=-1)
number = 0
# Names of the options that name files, and of one that answers for the user.
options = ["save", "answers", "body_file", "form", "header", "junit", "output", "config", "file"]
# They wait, or end their server.
left_out = ("_slow", "_cut")


def ask(method, parameters):
    global number
    number += 1
    message = {"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}
    shell.stdin.write(json.dumps(message).encode() + b"\n")
    shell.stdin.flush()
    while True:
        line = shell.stdout.readline().decode()
        assert "canary-content" not in line, f"{parameters}: {line}"
        answer = json.loads(line)
        if answer.get("id") == number:
            return answer


def value(schema, text):
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema["type"]
    if kind == "array":
        # Those of a body's property, too.
        return [text, f"name={text}", f"name:={text}"]
    return {"string": text, "boolean": False}.get(kind, schema.get("minimum", 1))


ask(
    "initialize",
    {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
)
tools = ask("tools/list", {})["result"]["tools"]
for tool in tools:
    name, schema = tool["name"], tool["inputSchema"]
    print(name)
    assert "@FILE" not in json.dumps(schema), schema
    assert not set(options) & set(schema["properties"]), schema
    for option in options:
        answer = ask("tools/call", {"name": name, "arguments": {option: "written"}})
        text = json.dumps(answer)
        assert answer["result"]["isError"] and f"has no argument '{option}'" in text, text
    if name.endswith(left_out):
        continue
    for file in ["@canary", f"@{os.getcwd()}/canary", "@canary.json", "@-", "written"]:
        arguments = {key: value(kind, file) for key, kind in schema["properties"].items()}
        ask("tools/call", {"name": name, "arguments": arguments})
        # Each alone with what is required: others may be refused beside one another.
        required = {key: arguments[key] for key in schema.get("required", [])}
        for key, kind in schema["properties"].items():
            for one in arguments[key] if isinstance(arguments[key], list) else [arguments[key]]:
                one = [one] if kind["type"] == "array" else one
                ask("tools/call", {"name": name, "arguments": required | {key: one}})
if "api_get" in [tool["name"] for tool in tools]:
    # A client writes the path, so it names another API.
    ask("tools/call", {"name": "api_get", "arguments": {"path": "wh:of-another-api"}})
shell.stdin.close()
assert shell.wait() == 0
assert not os.path.exists("written")
