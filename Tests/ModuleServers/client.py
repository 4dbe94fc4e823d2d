"""Uses a shell by the Model Context Protocol, with the SDK's own client.

    client.py SEASHELL PART

The SDK validates each message; what it does not look at is checked here. Ends with 0 if all is well.
"""

import json
import os
import pathlib
import subprocess
import sys

import anyio
from jsonschema import Draft202012Validator
from mcp import Client, StdioServerParameters
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitResult, methods
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from patience import PATIENCE  # noqa: E402

SHELL = sys.argv[1]
EVENTS = "seashell://events"
ERAS = ["legacy", "2026-07-28"]


def server(*options):
    return StdioServerParameters(command=SHELL, args=["mcp", *options], env=dict(os.environ))


def seashell(*words, text=""):
    return subprocess.run(
        [SHELL, *words], input=text, text=True, capture_output=True, check=True, timeout=PATIENCE
    ).stdout


def sign_in():
    seashell("session", "login", "--user", "demo", "--password-stdin", text="demo\n")


def answers(*actions):
    """Returns a callback that gives one answer after another, and the questions that it was asked."""
    asked, left = [], list(actions)

    async def answer(_context, params):
        asked.append(params)
        action = left.pop(0)
        if isinstance(action, dict):
            return ElicitResult(action="accept", content=action)
        return ElicitResult(action=action)

    return answer, asked


def error_of(result):
    assert result.is_error, result
    return json.loads(result.content[0].text.splitlines()[0])["error"]


ARGUMENTS = {
    "products_list": {"query": "mug", "per_page": 2},
    "products_show": {"id": "p-1"},
    "products_related": {"id": "p-1"},
    "reviews_list": {"product": "p-1", "all": True},
    "reviews_show": {"product": "p-2", "review": "r-1"},
    "reviews_summary": {"product": "p-1"},
    "reviews_add": {"product": "p-1", "rating": 5, "comment": "Fine"},
    "reviews_edit": {"product": "p-2", "review": "r-1", "rating": 4},
    "reviews_delete": {"product": "p-2", "review": "r-1"},
    "env_show": {},
    "env_use": {"name": "embedded"},
    "queue_show": {"write": "q-1"},
    "queue_retry": {"write": "q-1"},
    "queue_drop": {"write": ["q-1"]},
    "api_get": {"path": "products/p-1"},
    "api_head": {"path": "products/p-1"},
    "api_options": {"path": "products/p-1"},
    "api_show": {"name": "wh"},
}


async def tools():
    """Lists and calls every tool, in both eras."""
    for era in ERAS:
        async with Client(server(), mode=era) as client:
            assert client.protocol_version == ("2025-11-25" if era == "legacy" else era)
            listed = (await client.list_tools()).tools
            names = [tool.name for tool in listed]
            assert "session_login" not in names and "api_post" not in names, names
            assert not any(name.startswith(("serve", "modules", "mcp")) for name in names), names
            trusting = [f"{group}_{verb}" for group in ("api", "env") for verb in ("add", "remove")]
            assert not set(trusting + ["env_edit", "api_refresh"]) & set(names), names
            for tool in listed:
                Draft202012Validator.check_schema(tool.input_schema)
                Draft202012Validator.check_schema(tool.output_schema)
                arguments = ARGUMENTS.get(tool.name, {})
                Draft202012Validator(tool.input_schema).validate(arguments)
                result = await client.call_tool(tool.name, arguments)
                if result.is_error:
                    error_of(result)
                else:
                    Draft202012Validator(tool.output_schema).validate(result.structured_content)
            mugs = await client.call_tool("products_list", ARGUMENTS["products_list"])
            rows = mugs.structured_content["result"]
            assert len(rows) == 2 and set(rows[0]) == {"id", "name", "price", "currency_code"}, rows
            assert json.loads(mugs.content[0].text) == mugs.structured_content
            assert "--all" in mugs.structured_content["notices"][0], mugs
            every = await client.call_tool("products_list", {"all": True})
            assert len(every.structured_content["result"]) > 50
            show = next(tool for tool in listed if tool.name == "products_show")
            assert show.annotations.read_only_hint and not show.annotations.destructive_hint
            delete = next(tool for tool in listed if tool.name == "reviews_delete")
            assert delete.annotations.destructive_hint and "yes" not in delete.input_schema["properties"]
            add = next(tool for tool in listed if tool.name == "reviews_add").input_schema
            assert add["properties"]["rating"]["minimum"] == 1, add
            assert add["required"] == ["product", "rating", "comment"], add
            error = error_of(await client.call_tool("products_show", {"id": "p-999999"}))
            assert (error["status"], error["code"]) == (3, "not_found"), error
            error = error_of(await client.call_tool("products_show", {"nope": 1, "id": "p-1"}))
            assert "nope" in error["message"], error
            try:
                await client.call_tool("nope", {})
                raise AssertionError("an unknown tool was called")
            except MCPError as refusal:
                assert refusal.error.code == -32602
            if era == "legacy":
                await client.send_ping()


async def chosen():
    """Offers only what was chosen."""
    async with Client(server("--read-only")) as client:
        tools = (await client.list_tools()).tools
        assert all(tool.annotations.read_only_hint for tool in tools)
        names = {tool.name for tool in tools}
        assert {"products_list", "reviews_show", "session_status", "api_get"} <= names, names
        assert not names & {"reviews_add", "reviews_delete", "env_use", "session_logout"}, names
    async with Client(server("--only", "products *", "--only", "env")) as client:
        names = {tool.name for tool in (await client.list_tools()).tools}
        assert {name.split("_")[0] for name in names} == {"products", "env"}, names


async def reviews():
    """Posts and deletes a review with the user's agreement, in both eras."""
    sign_in()
    for era in ERAS:
        answer, asked = answers({"rating": 5, "comment": "Just right"}, "decline", "accept")
        async with Client(server(), mode=era, elicitation_callback=answer) as client:
            added = await client.call_tool("reviews_add", {"product": "p-1"})
            assert not added.is_error, added
            review = added.structured_content["result"][0]
            assert (review["rating"], review["comment"]) == (5, "Just right")
            assert list(asked[0].requested_schema["properties"]) == ["rating", "comment"]
            assert review["id"] in seashell("reviews", "list", "p-1")

            chosen = {"product": "p-1", "review": review["id"]}
            declined = error_of(await client.call_tool("reviews_delete", chosen))
            assert "nothing was changed" in declined["message"], declined
            assert review["id"] in asked[1].message
            assert review["id"] in seashell("reviews", "list", "p-1")

            deleted = await client.call_tool("reviews_delete", chosen)
            assert not deleted.is_error, deleted
            assert review["id"] not in seashell("reviews", "list", "p-1")

        async with Client(server(), mode=era) as client:
            refused = error_of(
                await client.call_tool("reviews_delete", {"product": "p-2", "review": "r-1"}))
            assert "elicitation" in refused["message"], refused
            refused = error_of(await client.call_tool("reviews_add", {"product": "p-1"}))
            assert "'rating' and 'comment'" in refused["message"], refused
        seashell_ids = seashell("reviews", "list", "p-1")
        assert review["id"] not in seashell_ids


async def cancelled():
    """Cancels a call that would not end, while others are answered."""
    for era in ERAS:
        async with Client(server(), mode=era) as client:
            with anyio.move_on_after(0.5) as scope:
                await client.call_tool("api_get", {"path": "events"})
                raise AssertionError("a stream of events ended")
            assert scope.cancelled_caught
            async with anyio.create_task_group() as group:
                for _ in range(20):
                    group.start_soon(client.call_tool, "products_show", {"id": "p-1"})


async def resources():
    """Reads the events, and hears of new ones, in both eras."""
    sign_in()
    heard = anyio.Event()

    async def hear(message):
        if getattr(message, "method", "") == "notifications/resources/updated":
            assert str(message.params.uri) == EVENTS
            heard.set()

    async def events(client):
        read = await client.read_resource(EVENTS)
        return [entry["event"] for entry in json.loads(read.contents[0].text)]

    review = {"product": "p-3", "rating": 4, "comment": "Good"}
    async with Client(server(), mode="legacy", message_handler=hear) as client:
        assert [str(resource.uri) for resource in (await client.list_resources()).resources] == [EVENTS]
        await client.subscribe_resource(EVENTS)
        await client.call_tool("reviews_add", review)
        with anyio.fail_after(PATIENCE):
            await heard.wait()
        assert "api.data.inserted" in await events(client)
        await client.unsubscribe_resource(EVENTS)
    async with Client(server(), mode="2026-07-28") as client:
        async with client.listen(resource_subscriptions=[EVENTS], tools_list_changed=True) as stream:
            assert stream.honored.resource_subscriptions == [EVENTS]
            # Another process writes.
            seashell("reviews", "add", "p-4", "--rating", "3", "--comment", "Hm")
            with anyio.fail_after(PATIENCE):
                async for event in stream:
                    assert event.uri == EVENTS
                    break
        assert "api.data.inserted" in await events(client)


async def revisions():
    """Validates each line of a session in every revision that has a handshake."""
    for revision in HANDSHAKE_PROTOCOL_VERSIONS:
        process = subprocess.Popen(
            [SHELL, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

        def request(number, method, params):
            message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            process.stdin.write(json.dumps(message) + "\n")
            process.stdin.flush()
            response = json.loads(process.stdout.readline())
            assert response["id"] == number, response
            methods.validate_server_result(method, revision, response["result"])
            return response["result"]

        info = {"name": "test", "version": "1"}
        agreed = request(1, "initialize", {
            "protocolVersion": revision, "capabilities": {}, "clientInfo": info})
        assert agreed["protocolVersion"] == revision
        tools = request(2, "tools/list", {})["tools"]
        assert ("outputSchema" in tools[0]) == (revision >= "2025-06-18")
        assert ("annotations" in tools[0]) == (revision >= "2025-03-26")
        result = request(3, "tools/call", {"name": "products_show", "arguments": {"id": "p-1"}})
        assert ("structuredContent" in result) == (revision >= "2025-06-18")
        assert json.loads(result["content"][0]["text"])["result"][0]["id"] == "p-1"
        request(4, "resources/list", {})
        request(5, "resources/read", {"uri": EVENTS})
        request(6, "logging/setLevel", {"level": "error"})
        process.stdin.close()
        assert process.wait(timeout=PATIENCE) == 0


async def speed():
    """Prints how many calls a second the SDK's client makes, one after another and 50 at once."""
    import time

    for era in ERAS:
        async with Client(server(), mode=era) as client:
            await client.call_tool("products_show", {"id": "p-1"})
            start = time.perf_counter()
            for _ in range(500):
                await client.call_tool("products_show", {"id": "p-1"})
            alone = 500 / (time.perf_counter() - start)

            async def many():
                for _ in range(40):
                    await client.call_tool("products_show", {"id": "p-1"})

            start = time.perf_counter()
            async with anyio.create_task_group() as group:
                for _ in range(50):
                    group.start_soon(many)
            print(era, round(alone), round(2000 / (time.perf_counter() - start)))


with_time_limit = {
    part.__name__: part
    for part in [tools, chosen, reviews, cancelled, resources, revisions, speed]
}[sys.argv[2]]


async def main():
    with anyio.fail_after(4 * PATIENCE):
        await with_time_limit()


anyio.run(main)
