"""A warehouse: lists, writes, all places of parameters, and all kinds of bodies."""

from typing import Annotated

from fastapi import Cookie, FastAPI, Form, Header, HTTPException, Query, Request, Response, UploadFile
from pydantic import BaseModel, Field


class NewItem(BaseModel):
    name: str = Field(description="how it is called")
    count: int = Field(default=0, ge=0, le=1000, description="how many there are")
    tags: list[str] = []
    fragile: bool = False


class ItemChange(BaseModel):
    name: str | None = None
    count: int | None = None


class Address(BaseModel):
    city: str
    street: str | None = None


class Line(BaseModel):
    item: str
    count: int = 1


class Order(BaseModel):
    customer: str
    address: Address
    lines: list[Line] = []
    express: bool = False


class Shelf(BaseModel):
    id: str
    row: int


class Shelves(BaseModel):
    items: list[Shelf]
    offset: int
    total: int


def make(environment: str) -> FastAPI:
    app = FastAPI(title="Warehouse", version="2.1", description="What is in store.")
    items = {
        f"i-{number}": {
            "id": f"i-{number}", "name": name, "count": number, "tags": [], "fragile": False,
            "environment": environment,
        }
        for number, name in enumerate(["Anchor", "Buoy", "Compass"], start=1)
    }

    def known(item_id: str) -> dict:
        if item_id not in items:
            raise HTTPException(404, f"no item {item_id}")
        return items[item_id]

    @app.get("/items", operation_id="listItems", tags=["items"], summary="List items")
    def list_items(
        limit: Annotated[int, Query(ge=1, le=100)] = 100,
        tag: Annotated[list[str], Query(description="a tag that they have")] = [],
    ):
        found = [item for item in items.values() if set(tag) <= set(item["tags"])]
        return found[:limit]

    @app.post("/items", operation_id="createItem", tags=["items"], status_code=201)
    def create_item(item: NewItem, response: Response):
        item_id = f"i-{len(items) + 1}"
        items[item_id] = {"id": item_id, **item.model_dump(), "environment": environment}
        response.headers["Location"] = f"/items/{item_id}"
        return items[item_id]

    @app.get("/items/{item_id}", operation_id="getItem", tags=["items"])
    def get_item(item_id: str):
        return known(item_id)

    @app.patch("/items/{item_id}", operation_id="updateItem", tags=["items"])
    def update_item(item_id: str, change: ItemChange):
        known(item_id).update(change.model_dump(exclude_unset=True))
        return known(item_id)

    @app.delete("/items/{item_id}", operation_id="deleteItem", tags=["items"], status_code=204)
    def delete_item(item_id: str):
        known(item_id)
        del items[item_id]

    @app.post("/items/search", operation_id="searchItems", tags=["items"])
    def search_items(text: Annotated[str, Form()], limit: Annotated[int, Form()] = 10):
        return [item for item in items.values() if text.lower() in item["name"].lower()][:limit]

    @app.post("/items/{item_id}/picture", operation_id="addPicture", tags=["items"])
    async def add_picture(
        item_id: str, picture: UploadFile, title: Annotated[str, Form()] = "none"
    ):
        content = await picture.read()
        return {"item": item_id, "title": title, "file": picture.filename, "size": len(content)}

    @app.get("/shelves", operation_id="listShelves", tags=["shelves"])
    def list_shelves(
        offset: Annotated[int, Query(ge=0)] = 0, limit: Annotated[int, Query(ge=1, le=100)] = 2
    ) -> Shelves:
        found = [Shelf(id=f"s-{number}", row=number) for number in range(1, 8)]
        return Shelves(items=found[offset:offset + limit], offset=offset, total=len(found))

    @app.post("/orders", operation_id="createOrder", tags=["orders"])
    def create_order(order: Order):
        return order

    @app.put(
        "/notes/{name}", operation_id="putNote",
        openapi_extra={
            "requestBody": {"required": True, "content": {"text/plain": {"schema": {"type": "string"}}}}
        },
    )
    async def put_note(name: str, request: Request):
        return {
            "name": name, "text": (await request.body()).decode(),
            "type": request.headers.get("content-type"),
        }

    @app.get("/stock/{site}/{item_id}", operation_id="getStock")
    def get_stock(
        site: str, item_id: str, x_trace: Annotated[str | None, Header()] = None,
        visitor: Annotated[str | None, Cookie()] = None,
    ):
        return {"site": site, "item": item_id, "trace": x_trace, "visitor": visitor}

    # The shop has such a path too.
    @app.patch("/products/{product_id}", operation_id="updateProduct")
    def update_product(product_id: str, change: ItemChange):
        return {"id": product_id, **change.model_dump(exclude_unset=True), "environment": environment}

    @app.post("/products/{product_id}/reviews", operation_id="addReview", status_code=201)
    def add_review(product_id: str, change: ItemChange):
        return {"id": "w-1", "product": product_id}

    @app.get("/denied", operation_id="getDenied")
    def get_denied():
        raise HTTPException(401, "who are you?")

    return app
