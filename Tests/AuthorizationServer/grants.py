"""The grants and endpoints of the authorization server, made with Authlib."""

import secrets
import time
import urllib.parse

from authlib.integrations.flask_oauth2 import AuthorizationServer
from authlib.oauth2.rfc6749 import ClientMixin, grants
from authlib.oauth2.rfc6749.errors import InvalidGrantError
from authlib.oauth2.rfc6750 import BearerTokenGenerator
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oauth2.rfc8628 import (
    DEVICE_CODE_GRANT_TYPE, DeviceAuthorizationEndpoint, DeviceCodeGrant, DeviceCredentialDict)
from authlib.oauth2.rfc8628.errors import ExpiredTokenError

from store import Code, Store, Token

USERS = {"ann": "password-of-ann"}
SCOPES = ["items:read", "items:write"]
METHODS = ["client_secret_basic", "none"]
# Seconds between the requests for a device's token.
INTERVAL = 1
# Seconds for which an access token is good.
LIFETIME = 3600


class Client(ClientMixin):
    def __init__(self, name: str, secret: str, kinds: list[str]):
        self.name, self.secret, self.kinds = name, secret, kinds

    def get_client_id(self):
        return self.name

    def get_default_redirect_uri(self):
        return None

    def get_allowed_scope(self, scope):
        wanted = scope.split() if scope else SCOPES
        return " ".join(name for name in wanted if name in SCOPES) or None

    def check_redirect_uri(self, redirect_uri):
        """Any port of this machine, as RFC 8252 wants it in section 7.3."""
        parts = urllib.parse.urlsplit(redirect_uri)
        return parts.scheme == "http" and parts.hostname == "127.0.0.1" and not parts.fragment

    def check_client_secret(self, client_secret):
        return bool(self.secret) and secrets.compare_digest(self.secret.encode(), client_secret.encode())

    def check_endpoint_auth_method(self, method, endpoint):
        return method == ("client_secret_basic" if self.secret else "none")

    def check_response_type(self, response_type):
        return response_type == "code" and "authorization_code" in self.kinds

    def check_grant_type(self, grant_type):
        return grant_type in self.kinds


CLIENTS = {
    client.name: client for client in [
        Client("shell", "", ["authorization_code", "refresh_token", DEVICE_CODE_GRANT_TYPE]),
        Client("counter", "secret-of-counter", ["authorization_code", "refresh_token"]),
        Client("job", "secret-of-job", ["client_credentials"]),
    ]
}


def is_user(name: str, password: str) -> bool:
    known = USERS.get(name, "").encode()
    return bool(known) and secrets.compare_digest(known, password.encode())


class OnlyS256(CodeChallenge):
    SUPPORTED_CODE_CHALLENGE_METHOD = ["S256"]


def make(app, store: Store, address: str) -> AuthorizationServer:
    """The server of an application: its grants, and its endpoints by their names."""

    class AuthorizationCode(grants.AuthorizationCodeGrant):
        TOKEN_ENDPOINT_AUTH_METHODS = METHODS

        def generate_authorization_code(self):
            return store.secret("code")

        def save_authorization_code(self, code, request):
            data = request.payload.data
            store.codes[code] = Code(
                code, request.client.name, request.payload.redirect_uri, request.scope, request.user,
                data.get("code_challenge", ""), data.get("code_challenge_method", ""))

        def query_authorization_code(self, code, client):
            found = store.codes.get(code)
            if not found or found.client != client.name:
                return None
            if found.is_used or store.has("replayed"):
                # RFC 6749, section 4.1.2: somebody has had the code.
                for token in store.tokens:
                    if token.family is found:
                        store.end(token)
                raise InvalidGrantError("The code has been used before.")
            return found

        def delete_authorization_code(self, authorization_code):
            authorization_code.is_used = True

        def authenticate_user(self, authorization_code):
            return authorization_code.account

    class Refresh(grants.RefreshTokenGrant):
        INCLUDE_NEW_REFRESH_TOKEN = True
        TOKEN_ENDPOINT_AUTH_METHODS = METHODS

        def authenticate_refresh_token(self, refresh_token):
            return store.renewable(refresh_token)

        def authenticate_user(self, refresh_token):
            return refresh_token.account

        def revoke_old_credential(self, refresh_token):
            refresh_token.is_used = True

    class ClientCredentials(grants.ClientCredentialsGrant):
        TOKEN_ENDPOINT_AUTH_METHODS = METHODS

    class Device(DeviceCodeGrant):
        TOKEN_ENDPOINT_AUTH_METHODS = METHODS

        def query_device_credential(self, device_code):
            if store.has("expired_token"):
                raise ExpiredTokenError()
            return store.devices.get(device_code)

        def query_user_grant(self, user_code):
            return store.answers.get(user_code)

        def should_slow_down(self, credential):
            """Whether a request comes too early; the time that must pass grows with each (RFC 8628, section 3.5)."""
            now, last = time.monotonic(), credential.get("last", 0)
            credential["last"] = now
            is_first = not last
            if store.has("slow_down") and is_first or not is_first and now - last < credential["interval"] * 0.9:
                credential["interval"] += 5
                return True
            return False

    class DeviceAuthorization(DeviceAuthorizationEndpoint):
        CLIENT_AUTH_METHODS = METHODS
        INTERVAL = INTERVAL

        def generate_device_code(self):
            return store.secret("device")

        def get_verification_uri(self):
            return f"{address}/device"

        def save_device_credential(self, client_id, scope, data):
            store.devices[data["device_code"]] = DeviceCredentialDict(
                client_id=client_id, scope=scope or " ".join(SCOPES), user_code=data["user_code"],
                interval=data["interval"], expires_at=time.time() + data["expires_in"])

    class Revocation(RevocationEndpoint):
        CLIENT_AUTH_METHODS = METHODS

        def query_token(self, token_string, token_type_hint):
            return store.find(token_string)

        def revoke_token(self, token, request):
            store.end(token)

    def save(token, request):
        old, code = getattr(request, "refresh_token", None), getattr(request, "authorization_code", None)
        store.tokens.append(Token(
            token["access_token"], token.get("refresh_token"), request.client.name,
            request.user or request.client.name, token.get("scope", ""), time.time() + LIFETIME,
            old.family if old else code or object(), old,
            audience="another" if store.has("other-resource") else "items"))

    def refresh(**_):
        return store.secret("refresh")

    server = AuthorizationServer(app, CLIENTS.get, save)
    server.register_token_generator("default", BearerTokenGenerator(
        lambda **_: store.secret("access"), None if store.has("no-refresh") else refresh,
        lambda client, grant: LIFETIME))
    server.register_grant(AuthorizationCode, [OnlyS256(required=True)])
    for grant in (Refresh, ClientCredentials, Device):
        server.register_grant(grant)
    for endpoint in (DeviceAuthorization, Revocation):
        server.register_endpoint(endpoint)
    return server
