import json, os, threading
from typing import Annotated
from urllib.request import urlopen
from mcp.server.mcpserver import Context, Elicit, MCPServer, Resolve
from pydantic import BaseModel, Field


class Bargain(BaseModel):
    product: str = Field(description="the product's id", pattern="^p-[0-9]+$")
    limit: float = Field(description="the most that you would pay", ge=0)


server, bargains = MCPServer("bargains"), [Bargain(product="p-1", limit=20)]


def gateway(path, body=None):
    return urlopen(os.environ["SEASHELL_GATEWAY"] + path, body and json.dumps(body).encode())

def is_cheap(bargain):
    return json.load(gateway(f"/api/products/{bargain.product}"))["price"] <= bargain.limit

def watch():
    for line in gateway("/events?name=api.data.inserted"):
        for bargain in bargains:
            if f'"products/{bargain.product}/reviews"'.encode() in line and is_cheap(bargain):
                gateway("/events", {"name": "bargains.reviewed", "payload": bargain.model_dump()})


@server.tool("list", description="List what would be a bargain")
def show() -> list[Bargain]: return bargains

@server.tool(description="Add a product, with a form")
def add(bargain: Annotated[Bargain, Resolve(lambda: Elicit("What would be a bargain?", Bargain))]):
    bargains.append(bargain)

@server.tool(description="List the products that cost no more than their limit")
async def scan(context: Context) -> list[Bargain]:
    for count, bargain in enumerate(bargains, 1):
        await context.report_progress(count, len(bargains), bargain.product)
    return [bargain for bargain in bargains if is_cheap(bargain)]


threading.Thread(target=watch, daemon=True).start()
server.run()
