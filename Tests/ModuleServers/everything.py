"""A server of the Model Context Protocol that does everything that a module may do.

On standard input and output without arguments. With --http it serves Streamable HTTP on a free port
of 127.0.0.1, and prints the port. --json answers with JSON, --stateless keeps no sessions, --events
keeps the events so that streams can be resumed, and --token NAME requires a token.
"""

import argparse
import asyncio
import contextlib
import socket
from typing import Annotated

import anyio
import mcp_types as types
import uvicorn
from mcp.server.lowlevel.server import NotificationOptions
from mcp.server.mcpserver import Context, Elicit, Image, MCPServer, Resolve
from mcp.server.streamable_http import EventMessage, EventStore
from pydantic import BaseModel, Field

server = MCPServer("everything", version="1.0", instructions="Try everything.", log_level="ERROR")
notes = {"note://a": "first"}


class Order(BaseModel):
    count: int = Field(description="How many?", ge=1)


class Product(BaseModel):
    id: str
    price: float


@server.tool()
def greet(name: str, times: int = 1) -> str:
    """Greet someone."""
    return " ".join(["hello", name] * times)


@server.tool()
def product() -> Product:
    """Return an object."""
    return Product(id="p-1", price=1.5)


@server.tool()
def products() -> list[Product]:
    """Return a list of objects."""
    return [Product(id="p-1", price=1.5), Product(id="p-2", price=2)]


@server.tool()
def number() -> int:
    """Return a number."""
    return 7


@server.tool(structured_output=False)
def text() -> str:
    """Return text without a structure."""
    return "plain"


@server.tool()
def picture() -> Image:
    """Return an image."""
    return Image(data=b"\x89PNG\r\n", format="png")


@server.tool(structured_output=False)
def link() -> types.ResourceLink:
    """Return a link to a resource."""
    return types.ResourceLink(name="a", uri="note://a")


@server.tool(structured_output=False)
def embedded() -> types.EmbeddedResource:
    """Return a resource in the result."""
    resource = types.TextResourceContents(uri="note://a", text="first")
    return types.EmbeddedResource(resource=resource)


@server.tool()
def fail() -> str:
    """Fail."""
    raise ValueError("it is broken")


@server.tool()
async def count(to: int, ctx: Context) -> str:
    """Count, with progress and messages in the log."""
    for step in range(1, to + 1):
        await ctx.report_progress(step, to, f"step {step}")
    await ctx.log("warning", "nearly done")
    await ctx.log("debug", "details")
    return "done"


@server.tool()
async def slow(ctx: Context) -> str:
    """Take an hour, and say in the file when it is cancelled."""
    await ctx.report_progress(0, 1, "waiting")
    try:
        await anyio.sleep(3600)
    finally:
        notes["note://cancelled"] = "yes"
    return "done"


async def ask() -> Elicit[Order]:
    return Elicit("How many?", Order)


@server.tool()
async def order(answer: Annotated[Order, Resolve(ask)]) -> str:
    """Ask how many to order."""
    return f"ordered {answer.count}"


@server.tool()
async def sign_in(ctx: Context) -> str:
    """Ask the user to open an address, in the revisions with requests to the client."""
    result = await ctx.elicit_url("Sign in", "https://example.com/login", "e-1")
    return result.action


@server.tool()
async def change(ctx: Context) -> str:
    """Change the note and the tools, and say so."""
    notes["note://a"] = "second"
    await ctx.notify_tools_changed()
    await ctx.notify_resources_changed()
    await ctx.notify_resource_updated("note://a")
    if ctx.protocol_version != "2026-07-28":
        await ctx.request_context.session.send_tool_list_changed()
        await ctx.request_context.session.send_resource_list_changed()
        await ctx.request_context.session.send_resource_updated("note://a")
    return "changed"


@server.tool()
async def cut(ctx: Context) -> str:
    """Cut the connection before the answer."""
    await ctx.report_progress(1, 2, "before")
    await ctx.request_context.close_sse_stream()
    await ctx.report_progress(2, 2, "after")
    return "resumed"


@server.tool()
def zone(
    zone: Annotated[str, Field(json_schema_extra={"x-mcp-header": "Zone"})],
    day: Annotated[int, Field(json_schema_extra={"x-mcp-header": "Day"})] = 1,
) -> str:
    """Take arguments that are repeated in header fields."""
    return f"{zone} {day}"


@server.resource("note://a")
def note() -> str:
    """A note."""
    return notes["note://a"]


@server.resource("note://cancelled")
def cancelled() -> str:
    """Whether a call was cancelled."""
    return notes.get("note://cancelled", "no")


async def nothing(*_):
    return types.EmptyResult()


lowlevel = server._lowlevel_server
lowlevel.add_request_handler("resources/subscribe", types.SubscribeRequestParams, nothing)
lowlevel.add_request_handler("logging/setLevel", types.SetLevelRequestParams, nothing)
options = NotificationOptions(tools_changed=True, resources_changed=True)
create_options = lowlevel.create_initialization_options
lowlevel.create_initialization_options = lambda *_, **__: create_options(options)


class Events(EventStore):
    """Keeps all events."""

    def __init__(self):
        self.events = []

    async def store_event(self, stream_id, message):
        self.events.append((stream_id, message))
        return str(len(self.events))

    async def replay_events_after(self, last_event_id, send_callback):
        stream = self.events[int(last_event_id) - 1][0]
        for number, (other, message) in enumerate(self.events, 1):
            if number > int(last_event_id) and other == stream and message is not None:
                await send_callback(EventMessage(message, str(number)))
        return stream


def requiring(token, app):
    async def checked(scope, receive, send):
        if scope["type"] == "http":
            if (b"authorization", f"Bearer {token}".encode()) not in scope["headers"]:
                await send({"type": "http.response.start", "status": 401, "headers": []})
                await send({"type": "http.response.body", "body": b""})
                return
        await app(scope, receive, send)

    return checked


def serve(arguments):
    app = server.streamable_http_app(
        json_response=arguments.json,
        stateless_http=arguments.stateless,
        event_store=Events() if arguments.events else None,
        retry_interval=10 if arguments.events else None,
    )
    if arguments.token:
        app = requiring(arguments.token, app)
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    print(listener.getsockname()[1], flush=True)
    config = uvicorn.Config(app, log_level="critical", timeout_graceful_shutdown=1)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(uvicorn.Server(config).serve(sockets=[listener]))


def main():
    parser = argparse.ArgumentParser()
    for name in ("--http", "--json", "--stateless", "--events"):
        parser.add_argument(name, action="store_true")
    parser.add_argument("--token")
    arguments = parser.parse_args()
    if arguments.http:
        serve(arguments)
    else:
        server.run("stdio")


if __name__ == "__main__":
    main()
