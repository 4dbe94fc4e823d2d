"""A server of the Model Context Protocol whose users sign in, by the SDK's own authorization (RFC 9728, 7591, 8707).

It serves Streamable HTTP on a free port of 127.0.0.1 and prints the port; it issues its tokens itself. --issuer URL
has another server issue them, --audience URL issues them for another server, --describes PATH describes the server at
another path, and --closed registers no clients but knows the client 'given'. --device issues codes for devices too, which
POST /activate enters, and with --pageless nothing else. The tool 'write' needs the scope of its name, which --stingy
never grants, and --grudging refuses the tool even so. With --unprotected the server does not say that it supports PKCE. POST /expire ends all access tokens, POST /forget all tokens, GET /clients
counts the registered clients and the refresh tokens, and GET /requests the requests by their paths.
"""

import argparse
import asyncio
import collections
import json
import secrets
import socket
import time
import urllib.parse

import jwt
import uvicorn
from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.auth.provider import (
    AccessToken, AuthorizationCode, RefreshToken, construct_redirect_uri)
from mcp.server.auth.settings import AuthSettings, ClientRegistrationOptions, RevocationOptions
from mcp.server.mcpserver import MCPServer
from mcp.shared.auth import OAuthClientInformationFull, OAuthToken
from starlette.requests import Request
from starlette.responses import JSONResponse

KEY = "only the servers of these tests know this key"


class Issuer:
    """Issues tokens to everybody; a code or a refresh token is good for one use."""

    def __init__(self, audience, stingy):
        self.audience, self.stingy = audience, stingy
        self.clients, self.codes, self.refreshes = {}, {}, {}
        self.number = 0

    async def get_client(self, client_id):
        if client_id == "given":
            # Any port of this machine is right for it (RFC 8252, section 7.3).
            return AnyPort(client_id="given", redirect_uris=None, token_endpoint_auth_method="none", scope="notes")
        return self.clients.get(client_id)

    async def register_client(self, client_info):
        assert client_info.token_endpoint_auth_method == "none" and client_info.application_type == "native"
        self.clients[client_info.client_id] = client_info

    async def authorize(self, client, params):
        code = secrets.token_urlsafe(24)
        self.codes[code] = AuthorizationCode(
            code=code, scopes=params.scopes or [], expires_at=time.time() + 60, client_id=client.client_id,
            code_challenge=params.code_challenge, redirect_uri=params.redirect_uri,
            redirect_uri_provided_explicitly=params.redirect_uri_provided_explicitly, resource=params.resource)
        return construct_redirect_uri(str(params.redirect_uri), code=code, state=params.state)

    async def load_authorization_code(self, client, code):
        return self.codes.get(code)

    async def exchange_authorization_code(self, client, code):
        del self.codes[code.code]
        return self.issue(client.client_id, code.scopes, code.resource)

    async def load_refresh_token(self, client, token):
        return self.refreshes.get(token)

    async def exchange_refresh_token(self, client, token, scopes):
        del self.refreshes[token.token]
        return self.issue(client.client_id, scopes, token.resource)

    def issue(self, client, scopes, resource):
        if self.stingy:
            scopes = [scope for scope in scopes if scope != "write"]
        claims = {
            "aud": self.audience or resource, "n": self.number, "jti": secrets.token_hex(8), "scope": scopes,
            "client": client}
        refresh = f"refresh-{secrets.token_urlsafe(24)}"
        self.refreshes[refresh] = RefreshToken(token=refresh, client_id=client, scopes=scopes, resource=resource)
        return OAuthToken(
            access_token=jwt.encode(claims, KEY, "HS256"), refresh_token=refresh, expires_in=600,
            scope=" ".join(scopes))

    async def load_access_token(self, token):
        try:
            claims = jwt.decode(token, KEY, ["HS256"], options={"verify_aud": False})
        except jwt.InvalidTokenError:
            return None
        if claims["n"] != self.number:
            return None
        return AccessToken(
            token=token, client_id=claims["client"], scopes=claims["scope"], resource=claims["aud"], subject="ann")

    async def verify_token(self, token):
        return await self.load_access_token(token)

    async def revoke_token(self, token):
        self.refreshes.clear()
        self.number += 1


class AnyPort(OAuthClientInformationFull):
    def validate_redirect_uri(self, redirect_uri):
        assert redirect_uri.host == "127.0.0.1"
        return redirect_uri


class Devices:
    """Issues codes for devices, which the SDK's own authorization does not."""

    GRANT = "urn:ietf:params:oauth:grant-type:device_code"

    def __init__(self, base, issuer):
        self.base, self.issuer = base, issuer
        self.clients, self.codes = {}, {}

    def respond(self, path, body, metadata):
        """The answer to a request that is about devices; None for others."""
        form = dict(urllib.parse.parse_qsl(body.decode()))
        if path == "/.well-known/oauth-authorization-server":
            return JSONResponse(metadata | {"device_authorization_endpoint": f"{self.base}/device"})
        if path == "/register" and self.GRANT in json.loads(body)["grant_types"]:
            client = secrets.token_hex(8)
            self.clients[client] = json.loads(body)
            return JSONResponse({"client_id": client}, 201)
        if path == "/device":
            assert form["client_id"] in self.clients and form["resource"] == f"{self.base}/mcp"
            code = secrets.token_urlsafe(24)
            self.codes[code] = [form, False]
            return JSONResponse({
                "device_code": code, "user_code": "WDJB-MJHT", "verification_uri": f"{self.base}/activate",
                "expires_in": 300, "interval": 1})
        if path == "/activate":
            for entry in self.codes.values():
                entry[1] = True
            return JSONResponse({})
        if path == "/token" and form["grant_type"] == self.GRANT:
            asked, is_entered = self.codes[form["device_code"]]
            if not is_entered:
                return JSONResponse({"error": "authorization_pending"}, 400)
            tokens = self.issuer.issue(asked["client_id"], asked["scope"].split(), asked["resource"])
            return JSONResponse(tokens.model_dump(exclude_none=True))
        return None


class Gate:
    """Counts requests, answers those about devices, and refuses calls whose tokens lack a scope."""

    def __init__(self, app, base, devices, arguments):
        self.app, self.base, self.devices, self.arguments = app, base, devices, arguments
        self.counts = collections.Counter()

    async def __call__(self, scope, receive, send):
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        request = Request(scope, receive)
        body, path = await request.body(), scope["path"]
        self.counts[path] += 1
        if path == "/requests":
            return await JSONResponse(self.counts)(scope, receive, send)
        if b'"tools/call"' in body and json.loads(body)["params"]["name"] == "write":
            token = request.headers.get("authorization", "").removeprefix("Bearer ")
            try:
                granted = jwt.decode(token, KEY, ["HS256"], options={"verify_aud": False})["scope"]
            except jwt.InvalidTokenError:
                granted = ["write"]
            if "write" not in granted or self.arguments.grudging:
                fields = {"WWW-Authenticate": 'Bearer error="insufficient_scope", scope="notes write"'}
                return await JSONResponse({}, 403, fields)(scope, receive, send)
        metadata = {
            "issuer": f"{self.base}/", "authorization_endpoint": f"{self.base}/authorize",
            "token_endpoint": f"{self.base}/token", "registration_endpoint": f"{self.base}/register"}
        if self.arguments.unprotected and path == "/.well-known/oauth-authorization-server":
            return await JSONResponse(metadata)(scope, receive, send)
        metadata["code_challenge_methods_supported"] = ["S256"]
        if self.arguments.pageless:
            del metadata["authorization_endpoint"]
        if self.devices and (response := self.devices.respond(path, body, metadata)):
            return await response(scope, receive, send)
        unread = [{"type": "http.request", "body": body}]

        async def replay():
            return unread.pop() if unread else await receive()
        return await self.app(scope, replay, send)


def make(base, arguments):
    issuer = Issuer(arguments.audience, arguments.stingy)
    auth = AuthSettings(
        issuer_url=arguments.issuer or base, resource_server_url=base + arguments.describes,
        validate_token_resource=True, required_scopes=["notes"],
        client_registration_options=ClientRegistrationOptions(
            enabled=not arguments.closed, valid_scopes=["notes", "write"], default_scopes=["notes"]),
        revocation_options=RevocationOptions(enabled=True))
    role = {"token_verifier": issuer} if arguments.issuer else {"auth_server_provider": issuer}
    server = MCPServer("notes", version="1.0", log_level="ERROR", auth=auth, **role)

    @server.tool(description="Say who is signed in")
    def who() -> str:
        return get_access_token().subject

    @server.tool(description="Write a note")
    def write() -> str:
        return "written"

    @server.custom_route("/expire", ["POST"])
    async def expire(request):
        issuer.number += 1
        return JSONResponse({})

    @server.custom_route("/forget", ["POST"])
    async def forget(request):
        await issuer.revoke_token(None)
        return JSONResponse({})

    @server.custom_route("/clients", ["GET"])
    async def clients(request):
        return JSONResponse({"clients": len(issuer.clients), "tokens": len(issuer.refreshes)})

    return Gate(server.streamable_http_app(), base, Devices(base, issuer) if arguments.device else None,
                arguments)


def main():
    parser = argparse.ArgumentParser()
    for name in ("--issuer", "--audience"):
        parser.add_argument(name)
    parser.add_argument("--describes", default="/mcp")
    for name in ("--closed", "--device", "--stingy", "--grudging", "--pageless", "--unprotected"):
        parser.add_argument(name, action="store_true")
    arguments = parser.parse_args()
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    port = listener.getsockname()[1]
    app = make(f"http://127.0.0.1:{port}", arguments)
    print(port, flush=True)
    config = uvicorn.Config(app, log_level="critical", timeout_graceful_shutdown=1)
    asyncio.run(uvicorn.Server(config).serve(sockets=[listener]))


if __name__ == "__main__":
    main()
