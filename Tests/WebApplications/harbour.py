"""A harbour, whose tokens `authorization.py` issues at another origin: the variable ISSUER is its address."""

import json
import os
import urllib.parse
import urllib.request
from typing import Annotated

from fastapi import Depends, FastAPI, HTTPException, Request, Security
from fastapi.security import OAuth2, SecurityScopes

import control


def introspect(issuer: str, token: str) -> dict | None:
    """Asks the authorization server about an access token; None if it is not valid."""
    fields = {
        "Authorization": "Basic cmVzb3VyY2U6c2VjcmV0LW9mLXJlc291cmNl",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    body = urllib.parse.urlencode({"token": token, "token_type_hint": "access_token"}).encode()
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with direct.open(urllib.request.Request(f"{issuer}/introspect", body, fields)) as answer:
        found = json.load(answer)
    return found if found["active"] else None


def make(environment: str, control: control.Control, address: str) -> FastAPI:
    app = FastAPI(title="Harbour", version="1.0", description="Boats, for jobs alone.")
    issuer = os.environ["ISSUER"]
    boats = [{"id": "b-1", "name": "Gull"}, {"id": "b-2", "name": "Heron"}]
    flow = {"tokenUrl": f"{issuer}/token", "scopes": {"read": "See boats", "write": "Add boats"}}
    scheme = OAuth2(flows={"clientCredentials": flow}, scheme_name="Jobs", auto_error=False)

    def signed_in(
        request: Request, scopes: SecurityScopes, declared: Annotated[object, Depends(scheme)]
    ) -> dict:
        word, _, token = request.headers.get("authorization", "").partition(" ")
        if word.lower() != "bearer":
            raise HTTPException(401, "a token is needed", {"WWW-Authenticate": "Bearer"})
        found = introspect(issuer, token.strip())
        if found is None:
            raise HTTPException(401, "the token is expired or unknown", {
                "WWW-Authenticate": 'Bearer error="invalid_token"'})
        if not set(scopes.scopes) <= set(found["scope"].split()):
            raise HTTPException(403, "the token lacks a scope", {
                "WWW-Authenticate":
                    f'Bearer error="insufficient_scope", scope="{" ".join(scopes.scopes)}"'})
        return found

    Reader = Annotated[dict, Security(signed_in, scopes=["read"])]
    Writer = Annotated[dict, Security(signed_in, scopes=["write"])]

    @app.get("/boats", operation_id="listBoats")
    def list_boats(caller: Reader):
        return boats

    @app.post("/boats", operation_id="addBoat", status_code=201)
    def add_boat(caller: Writer):
        boats.append({"id": f"b-{len(boats) + 1}", "name": caller["client_id"]})
        return boats[-1]

    @app.get("/weather", operation_id="readWeather", openapi_extra={"security": []})
    def read_weather():
        return {"wind": 4}

    return app


def serve(environment: str, listener) -> None:
    control.serve(make, environment, listener)
