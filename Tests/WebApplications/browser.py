"""An API whose users sign in with a browser or a code, and the authorization server in one.

Each client behaves in its own way: `app` well, `denied` declines, `state` and `issuer` answer for another sign-in,
`spent` gets codes that were used. The issuer `/plain` offers no S256.
"""

import base64
import hashlib
import secrets
import urllib.parse

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, RedirectResponse

SCOPES = {"read": "See it"}


def make(environment: str) -> FastAPI:
    app = FastAPI(title="Browser", version="1.0", description="Users sign in with a browser.")
    codes, devices, tokens = {}, {}, set()

    def base(request: Request) -> str:
        return str(request.base_url).rstrip("/")

    async def form(request: Request) -> dict:
        return dict(urllib.parse.parse_qsl((await request.body()).decode()))

    def refuse(code: str) -> JSONResponse:
        return JSONResponse({"error": code}, 400)

    def issue() -> dict:
        access, refresh = f"access-{secrets.token_urlsafe(24)}", f"refresh-{secrets.token_urlsafe(24)}"
        tokens.update([access, refresh])
        return {"access_token": access, "refresh_token": refresh, "token_type": "Bearer", "expires_in": 600}

    @app.get("/authorize", include_in_schema=False)
    def authorize(request: Request):
        asked, client = request.query_params, request.query_params["client_id"]
        answer = {"state": asked["state"], "iss": base(request)}
        if client == "denied":
            answer["error"] = "access_denied"
        else:
            answer["code"] = secrets.token_urlsafe(24)
            codes[answer["code"]] = (client, asked["redirect_uri"], asked["code_challenge"])
        if client in ("state", "issuer"):
            answer["iss" if client == "issuer" else "state"] = "https://other.example"
        return RedirectResponse(f"{asked['redirect_uri']}?{urllib.parse.urlencode(answer)}", 302)

    @app.post("/device", include_in_schema=False)
    async def device(request: Request):
        code = secrets.token_urlsafe(24)
        devices[code] = False
        return {
            "device_code": code, "user_code": "WDJB-MJHT", "verification_uri": f"{base(request)}/activate",
            "expires_in": 300, "interval": 1}

    @app.post("/activate", include_in_schema=False)
    def activate():
        devices.update({code: True for code in devices})
        return {}

    @app.post("/token", include_in_schema=False)
    async def token(request: Request):
        given = await form(request)
        if given["grant_type"] == "authorization_code":
            client, redirect, challenge = codes.pop(given["code"], (None, None, None))
            made = hashlib.sha256(given["code_verifier"].encode()).digest()
            made = base64.urlsafe_b64encode(made).rstrip(b"=").decode()
            if (given["client_id"], given["redirect_uri"], made) != (client, redirect, challenge):
                return refuse("invalid_grant")
            return refuse("invalid_grant") if client == "spent" else issue()
        if given["grant_type"] == "refresh_token":
            known = given["refresh_token"] in tokens and given["client_id"] == "app"
            tokens.discard(given["refresh_token"])
            return issue() if known else refuse("invalid_grant")
        if given["device_code"] not in devices:
            return refuse("invalid_grant")
        return issue() if devices[given["device_code"]] else refuse("authorization_pending")

    @app.post("/revoke", include_in_schema=False)
    async def revoke(request: Request):
        tokens.discard((await form(request))["token"])
        return {}

    @app.get("/.well-known/oauth-authorization-server/{name}", include_in_schema=False)
    @app.get("/.well-known/oauth-authorization-server", include_in_schema=False)
    def metadata(request: Request, name: str = ""):
        at = base(request)
        return {
            "issuer": f"{at}/{name}" if name else at, "authorization_endpoint": f"{at}/authorize",
            "token_endpoint": f"{at}/token", "revocation_endpoint": f"{at}/revoke",
            "authorization_response_iss_parameter_supported": True,
            "code_challenge_methods_supported": ["plain"] if name == "plain" else ["S256"]}

    @app.get("/me", operation_id="readMe")
    def read_me(request: Request):
        known = request.headers.get("authorization", "").removeprefix("Bearer ") in tokens
        return {"name": "ann"} if known else JSONResponse({"detail": "sign in"}, 401)

    made = app.openapi

    def described():
        text = made()
        web = {"authorizationUrl": "/authorize", "tokenUrl": "/token", "scopes": SCOPES}
        device = {"deviceAuthorizationUrl": "/device", "tokenUrl": "/token", "scopes": SCOPES}
        text["components"] = {"securitySchemes": {
            "Web": {"type": "oauth2", "flows": {"authorizationCode": web}},
            "Device": {"type": "oauth2", "flows": {"deviceAuthorization": device}}}}
        text["security"] = [{"Web": ["read"]}, {"Device": ["read"]}]
        return text

    app.openapi = described
    return app
