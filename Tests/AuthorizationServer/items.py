"""The API: items for those who have a token."""

from flask import Flask, Response, jsonify, request

from store import Store


def description(issuer: str, api: str) -> dict:
    scopes = {"items:read": "See items", "items:write": "Add items"}
    schema = {"type": "object", "properties": {"id": {"type": "string"}, "name": {"type": "string"}}}
    answer = {"description": "Items", "content": {"application/json": {"schema": {"type": "array", "items": schema}}}}
    return {
        "openapi": "3.1.0", "info": {"title": "Items", "version": "1.0"}, "servers": [{"url": api}],
        "security": [{"Browser": ["items:read"]}, {"Discovered": ["items:read"]}],
        "paths": {
            "/items": {
                "get": {"operationId": "listItems", "tags": ["items"], "responses": {"200": answer}},
                "post": {"operationId": "addItem", "tags": ["items"], "requestBody": {
                    "content": {"application/json": {"schema": schema}}},
                    "responses": {"201": {"description": "Added"}}},
            },
            "/weather": {"get": {"operationId": "readWeather", "security": [], "responses": {
                "200": {"description": "The weather"}}}},
        },
        "components": {"securitySchemes": {
            "Browser": {"type": "oauth2", "flows": {"authorizationCode": {
                "authorizationUrl": f"{issuer}/authorize", "tokenUrl": f"{issuer}/token", "scopes": scopes}}},
            "Discovered": {
                "type": "openIdConnect", "openIdConnectUrl": f"{issuer}/.well-known/openid-configuration"},
        }},
    }


def make(store: Store, issuer: str, api: str) -> Flask:
    app = Flask(__name__)
    known = [{"id": "i-1", "name": "Lantern"}, {"id": "i-2", "name": "Compass"}]

    @app.before_request
    def authorize():
        if not request.path.startswith("/items"):
            return None
        word, _, text = request.headers.get("Authorization", "").partition(" ")
        if word.lower() != "bearer":
            return refusal(401, "")
        with store.lock:
            token = store.valid(text.strip(), "items")
        if token is None:
            return refusal(401, 'error="invalid_token"')
        needed = "items:read" if request.method == "GET" else "items:write"
        if needed not in token.scope.split():
            return refusal(403, f'error="insufficient_scope", scope="{needed}"')
        return None

    def refusal(status: int, why: str):
        return Response(status=status, headers={"WWW-Authenticate": f"Bearer {why}".strip()})

    @app.get("/items")
    def list_items():
        return jsonify(known)

    @app.post("/items")
    def add_item():
        known.append({"id": f"i-{len(known) + 1}", "name": request.get_json()["name"]})
        return jsonify(known[-1]), 201

    @app.get("/weather")
    def weather():
        return jsonify(wind=4)

    @app.get("/openapi.json")
    def openapi():
        return jsonify(description(issuer, api))

    return app
