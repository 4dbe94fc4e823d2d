"""Every security scheme of OpenAPI that needs no browser, each with operations that check it.

The variable ISSUER is the address of `authorization.py`, whose tokens the scheme OpenID takes; without it
there is no such scheme. `control.py` says how a test looks at what was sent, and disturbs the server.
"""

import base64
import binascii
import os
import secrets
from typing import Annotated

from fastapi import Depends, FastAPI, Form, HTTPException, Query, Request, Response, Security
from fastapi.responses import JSONResponse, RedirectResponse
from fastapi.security import (
    APIKeyCookie, APIKeyHeader, APIKeyQuery, HTTPBasic, HTTPBearer, OAuth2, OAuth2PasswordBearer,
    OpenIdConnect, SecurityScopes)

import control
import harbour
import tokens

HEADER_KEY, QUERY_KEY, COOKIE_KEY = "key-of-header", "key-of-query", "key-of-cookie"
BEARER = "token-of-bearer"
USERS = {"ann": "password-of-ann"}
CLIENTS = {"job": "secret-of-job"}
SCOPES = {"read": "Read notes", "write": "Write notes"}

def same(given: str | None, wanted: str) -> bool:
    return given is not None and secrets.compare_digest(given.encode(), wanted.encode())


def challenge(scheme: str, **parameters: str) -> dict[str, str]:
    fields = {"realm": "schemes", **parameters}
    return {
        "WWW-Authenticate": f"{scheme} " + ", ".join(f'{name}="{fields[name]}"' for name in fields)}


def saw(scheme: str, account: str | None = None, scopes: list[str] | None = None) -> dict:
    return {"schemes": [scheme], "account": account, "scopes": scopes or []}


def key(scheme: str, given: str | None, wanted: str) -> dict:
    if same(given, wanted):
        return saw(scheme)
    raise HTTPException(401, "no such key" if given else "a key is needed", challenge("ApiKey"))


def authorization(request: Request, kind: str) -> str | None:
    """What follows the name of a scheme in the field Authorization."""
    word, _, rest = request.headers.get("authorization", "").partition(" ")
    return rest.strip() if word.lower() == kind else None


def basic(request: Request) -> dict:
    given = authorization(request, "basic")
    try:
        user, _, password = base64.b64decode(given or "", validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        user, password = "", ""
    if user in USERS and same(password, USERS[user]):
        return saw("BasicAuth", user)
    raise HTTPException(
        401, "wrong user or password" if given else "sign in", challenge("Basic", charset="UTF-8"))


def make(environment: str, control: control.Control, address: str) -> FastAPI:
    app = FastAPI(title="Schemes", version="1.0", description="All ways to sign in.")
    issuer = os.environ.get("ISSUER")
    store = tokens.Tokens(control)
    notes = []

    header_key = APIKeyHeader(name="X-API-Key", scheme_name="HeaderKey", auto_error=False)
    query_key = APIKeyQuery(name="api_key", scheme_name="QueryKey", auto_error=False)
    cookie_key = APIKeyCookie(name="key", scheme_name="CookieKey", auto_error=False)
    basic_auth = HTTPBasic(scheme_name="BasicAuth", auto_error=False)
    bearer_auth = HTTPBearer(scheme_name="BearerAuth", auto_error=False)
    password = OAuth2PasswordBearer(
        "token", scheme_name="Password", scopes=SCOPES, refreshUrl="token", auto_error=False)

    def client(scheme: str, url: str) -> OAuth2:
        flows = {"clientCredentials": {"tokenUrl": url, "scopes": SCOPES}}
        return OAuth2(flows=flows, scheme_name=scheme, auto_error=False)

    relative, absolute = client("Client", "/token"), client("ClientAbsolute", f"{address}/token")

    def bearer(request: Request, scheme: str, scopes: list[str], find) -> dict:
        given = authorization(request, "bearer")
        if given is None:
            raise HTTPException(401, "a token is needed", challenge("Bearer"))
        found = find(given)
        if found is None:
            raise HTTPException(401, "the token is expired or unknown", challenge(
                "Bearer", error="invalid_token", error_description="The access token expired"))
        account, granted = found
        if not set(scopes) <= set(granted):
            raise HTTPException(403, "the token lacks a scope", challenge(
                "Bearer", error="insufficient_scope", scope=" ".join(scopes)))
        return saw(scheme, account, granted)

    def own(text: str):
        token = store.valid(text)
        return token and (token.account or token.client, token.scopes)

    def foreign(text: str):
        found = harbour.introspect(issuer, text)
        return found and (found.get("username") or found["client_id"], found["scope"].split())

    def oauth(scheme: str, find=own):
        def check(request: Request, scopes: SecurityScopes) -> dict:
            return bearer(request, scheme, scopes.scopes, find)
        return check

    # What FastAPI makes of a scheme is for the description; the checks are ours, and differ in their answers.
    def needs(scheme, check, scopes: list[str] = []):
        def checked(
            request: Request, wanted: SecurityScopes, declared: Annotated[object, Depends(scheme)]
        ) -> dict:
            return check(request, wanted)
        return Annotated[dict, Security(checked, scopes=scopes)]

    HeaderKey = needs(
        header_key, lambda request, _: key("HeaderKey", request.headers.get("x-api-key"), HEADER_KEY))
    QueryKey = needs(
        query_key, lambda request, _: key("QueryKey", request.query_params.get("api_key"), QUERY_KEY))
    CookieKey = needs(
        cookie_key, lambda request, _: key("CookieKey", request.cookies.get("key"), COOKIE_KEY))
    Basic = needs(basic_auth, lambda request, _: basic(request))
    Bearer = needs(bearer_auth, lambda request, _: bearer(
        request, "BearerAuth", [], lambda text: (None, []) if same(text, BEARER) else None))
    PasswordRead = needs(password, oauth("Password"), ["read"])
    PasswordWrite = needs(password, oauth("Password"), ["write"])
    ClientRead = needs(relative, oauth("Client"), ["read"])
    ClientWrite = needs(relative, oauth("Client"), ["write"])
    AbsoluteRead = needs(absolute, oauth("ClientAbsolute"), ["read"])

    @app.get("/header", operation_id="readHeader")
    def read_header(seen: HeaderKey):
        return seen

    @app.get("/query", operation_id="readQuery")
    def read_query(seen: QueryKey):
        return seen

    @app.get("/query/pages", operation_id="listPages")
    def list_pages(
        request: Request, response: Response, seen: QueryKey,
        page: Annotated[int, Query(ge=1, le=3)] = 1,
    ):
        # It repeats all of its query, as many servers do: the key too.
        if page < 3:
            following = request.url.include_query_params(page=page + 1)
            response.headers["Link"] = f'<{following}>; rel="next"'
        return [{"number": page}]

    @app.get("/cookie", operation_id="readCookie")
    def read_cookie(seen: CookieKey):
        return seen

    @app.get("/basic", operation_id="readBasic")
    def read_basic(seen: Basic):
        return seen

    @app.get("/bearer", operation_id="readBearer")
    def read_bearer(seen: Bearer):
        return seen

    @app.get("/notes", operation_id="listNotes")
    def list_notes(seen: PasswordRead):
        return seen

    @app.post("/notes", operation_id="addNote", status_code=201)
    def add_note(seen: PasswordWrite):
        notes.append(seen["account"])
        return {**seen, "number": len(notes)}

    @app.get("/notes/secret", operation_id="readSecret")
    def read_secret(seen: PasswordRead):
        raise HTTPException(403, "not for you", challenge(
            "Bearer", error="insufficient_scope", scope="admin"))

    @app.get("/jobs", operation_id="listJobs")
    def list_jobs(seen: ClientRead):
        return seen

    @app.post("/jobs", operation_id="addJob", status_code=201)
    def add_job(seen: ClientWrite):
        return seen

    @app.get("/absolute", operation_id="readAbsolute")
    def read_absolute(seen: AbsoluteRead):
        return seen

    if issuer:
        discovered = OpenIdConnect(
            openIdConnectUrl=f"{issuer}/.well-known/openid-configuration", scheme_name="OpenID",
            auto_error=False)

        @app.get("/openid", operation_id="readOpenID")
        def read_openid(seen: needs(discovered, oauth("OpenID", foreign), ["read"])):
            return seen

    # FastAPI has no `and`, and says `or` for it; so these say what they check.
    def declared(*alternatives: dict) -> dict:
        return {"security": list(alternatives)}

    def check_header(request: Request) -> dict:
        return key("HeaderKey", request.headers.get("x-api-key"), HEADER_KEY)

    def first(request: Request, *checks) -> dict:
        for check in checks[:-1]:
            try:
                return check(request)
            except HTTPException:
                pass
        return checks[-1](request)

    @app.get(
        "/both", operation_id="readBoth", openapi_extra=declared({"HeaderKey": [], "BasicAuth": []}))
    def read_both(request: Request):
        account = basic(request)["account"]
        check_header(request)
        return {"schemes": ["HeaderKey", "BasicAuth"], "account": account, "scopes": []}

    @app.get(
        "/either", operation_id="readEither",
        openapi_extra=declared({"HeaderKey": []}, {"BasicAuth": []}))
    def read_either(request: Request):
        return first(request, check_header, basic)

    @app.get(
        "/optional", operation_id="readOptional", openapi_extra=declared({}, {"HeaderKey": []}))
    def read_optional(request: Request):
        return check_header(request) if "x-api-key" in request.headers else saw("none")

    @app.get("/open", operation_id="readOpen", openapi_extra=declared())
    def read_open():
        return {"schemes": [], "account": None, "scopes": []}

    # It says nothing of security, and so has that of the whole description.
    @app.get("/plain", operation_id="readPlain")
    def read_plain(request: Request):
        return check_header(request)

    @app.get("/moved", operation_id="readMoved", openapi_extra=declared({"HeaderKey": []}))
    def read_moved(request: Request, to: str):
        check_header(request)
        return RedirectResponse(to, 307)

    @app.post("/token", include_in_schema=False)
    def token(
        request: Request, grant_type: Annotated[str, Form()], username: Annotated[str, Form()] = "",
        password: Annotated[str, Form()] = "", refresh_token: Annotated[str, Form()] = "",
        scope: Annotated[str, Form()] = "", client_id: Annotated[str, Form()] = "",
        client_secret: Annotated[str, Form()] = "",
    ):
        def refuse(error: str, status: int = 400):
            headers = challenge("Basic") if status == 401 else {}
            return JSONResponse({"error": error}, status, {"Cache-Control": "no-store", **headers})

        scopes = scope.split()
        if not set(scopes) <= set(SCOPES):
            return refuse("invalid_scope")
        # Whoever asks for no scope gets all of them, and those of the old token when it is renewed.
        granted = scopes or list(SCOPES)
        match grant_type:
            case "password":
                if username not in USERS or not same(password, USERS[username]):
                    return refuse("invalid_grant")
                issued = store.issue(username, None, granted, is_renewable=True)
            case "refresh_token":
                old = store.renewable(refresh_token)
                if old is None:
                    return refuse("invalid_grant")
                if not set(scopes) <= set(old.scopes):
                    return refuse("invalid_scope")
                old.is_used = True
                issued = store.issue(old.account, None, scopes or old.scopes, old, is_renewable=True)
            case "client_credentials":
                given = authorization(request, "basic")
                if given is not None:
                    client_id, _, client_secret = base64.b64decode(given).decode().partition(":")
                if client_id not in CLIENTS or not same(client_secret, CLIENTS[client_id]):
                    return refuse("invalid_client", 401)
                issued = store.issue(None, client_id, granted)
            case _:
                return refuse("unsupported_grant_type")
        answer = {
            "access_token": issued.access, "token_type": "bearer", "scope": " ".join(issued.scopes)}
        if control.lifetime is not None:
            answer["expires_in"] = control.lifetime
        if issued.refresh:
            answer["refresh_token"] = issued.refresh
        return JSONResponse(answer, headers={"Cache-Control": "no-store"})

    generated = app.openapi

    def described() -> dict:
        return {**generated(), "security": [{"HeaderKey": []}]}

    app.openapi = described
    return app


def serve(environment: str, listener) -> None:
    control.serve(make, environment, listener)
