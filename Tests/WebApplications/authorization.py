"""An authorization server for machines and for users with a password, made with Authlib.

A refresh token is used once; a second use ends the session. `control.py` says how a test disturbs it.
"""

import os
import secrets
import threading

from a2wsgi import WSGIMiddleware
from authlib.integrations.flask_oauth2 import AuthorizationServer
from authlib.oauth2.rfc6749 import ClientMixin, TokenMixin, grants
from authlib.oauth2.rfc6750 import BearerTokenGenerator
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc7662 import IntrospectionEndpoint
from flask import Flask, jsonify

import control
import tokens

# It is on this machine alone.
os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"

USERS = {"ann": "password-of-ann"}
CLIENT_METHODS = ["client_secret_basic", "client_secret_post", "none"]


class Client(ClientMixin):
    def __init__(self, name: str, secret: str, method: str, scopes: list[str], kinds: list[str]):
        self.name, self.secret, self.method = name, secret, method
        self.scopes, self.kinds = scopes, kinds

    def get_client_id(self):
        return self.name

    def get_allowed_scope(self, scope):
        wanted = scope.split() if scope else self.scopes
        return " ".join(name for name in wanted if name in self.scopes) or None

    def check_client_secret(self, client_secret):
        return secrets.compare_digest(self.secret.encode(), client_secret.encode())

    def check_endpoint_auth_method(self, method, endpoint):
        return method == self.method

    def check_grant_type(self, grant_type):
        return grant_type in self.kinds


MACHINE, PERSON = ["client_credentials"], ["password", "refresh_token"]
CLIENTS = {
    client.name: client for client in [
        Client("job", "secret-of-job", "client_secret_basic", ["read", "write"], MACHINE),
        Client("poster", "secret-of-poster", "client_secret_post", ["read", "write"], MACHINE),
        Client("reader", "secret-of-reader", "client_secret_basic", ["read"], MACHINE),
        Client("desk", "secret-of-desk", "client_secret_basic", ["read", "write"], PERSON),
        Client("app", "", "none", ["read", "write"], PERSON),
        Client("resource", "secret-of-resource", "client_secret_basic", [], []),
    ]
}


class Password(grants.ResourceOwnerPasswordCredentialsGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = CLIENT_METHODS

    def authenticate_user(self, username, password):
        known = USERS.get(username, "").encode()
        return username if known and secrets.compare_digest(known, password.encode()) else None


def make(environment: str, control: control.Control, address: str):
    app = Flask(__name__)
    app.config["OAUTH2_SCOPES_SUPPORTED"] = ["read", "write"]
    store = tokens.Tokens(control)
    # Two requests with the same refresh token are not both granted.
    lock = threading.Lock()

    class Held(TokenMixin):
        """A token of the store, as Authlib wants it."""

        def __init__(self, token: tokens.Token):
            self.token = token

        def check_client(self, client):
            return client.name == self.token.client

        def get_scope(self):
            return " ".join(self.token.scopes)

        def get_expires_in(self):
            return int(self.token.expires - self.token.issued)

        def is_expired(self):
            return control.now() >= self.token.expires

        def is_revoked(self):
            return self.token.is_revoked

    class Refresh(grants.RefreshTokenGrant):
        INCLUDE_NEW_REFRESH_TOKEN = True
        TOKEN_ENDPOINT_AUTH_METHODS = CLIENT_METHODS

        def authenticate_refresh_token(self, refresh_token):
            token = store.renewable(refresh_token)
            return Held(token) if token else None

        def authenticate_user(self, refresh_token):
            return refresh_token.token.account

        def revoke_old_credential(self, refresh_token):
            refresh_token.token.is_used = True

    class ClientCredentials(grants.ClientCredentialsGrant):
        TOKEN_ENDPOINT_AUTH_METHODS = CLIENT_METHODS

    def find(text: str) -> Held | None:
        for token in store.all:
            if text in (token.access, token.refresh):
                return Held(token)
        return None

    class Revocation(RevocationEndpoint):
        CLIENT_AUTH_METHODS = CLIENT_METHODS

        def query_token(self, token_string, token_type_hint):
            return find(token_string)

        def revoke_token(self, token, request):
            store.end(token.token)

    class Introspection(IntrospectionEndpoint):
        def check_permission(self, token, client, request):
            return client.name == "resource"

        def query_token(self, token_string, token_type_hint):
            return find(token_string)

        def introspect_token(self, token):
            return {
                "client_id": token.token.client, "username": token.token.account,
                "scope": token.get_scope(), "iss": address, "token_type": "Bearer",
                "iat": int(token.token.issued), "exp": int(token.token.expires),
            }

    def save(token, request):
        old = getattr(request, "refresh_token", None)
        store.issue(
            request.user, request.client.name, token["scope"].split(), old.token if old else None,
            access=token["access_token"], refresh=token.get("refresh_token"))

    def text(kind: str):
        return lambda **_: f"{kind}-{secrets.token_urlsafe(24)}"

    server = AuthorizationServer(app, CLIENTS.get, save)
    server.register_token_generator("default", BearerTokenGenerator(
        text("access"), text("refresh"), lambda client, grant: control.lifetime))
    for grant in (Password, Refresh, ClientCredentials):
        server.register_grant(grant)
    for endpoint in (Revocation, Introspection):
        server.register_endpoint(endpoint)

    @app.post("/token")
    def token():
        with lock:
            return server.create_token_response()

    @app.post("/revoke")
    def revoke():
        with lock:
            return server.create_endpoint_response(Revocation.ENDPOINT_NAME)

    @app.post("/introspect")
    def introspect():
        return server.create_endpoint_response(Introspection.ENDPOINT_NAME)

    @app.get("/.well-known/oauth-authorization-server")
    @app.get("/.well-known/openid-configuration")
    def metadata():
        return jsonify(
            issuer=address, token_endpoint=f"{address}/token",
            authorization_endpoint=f"{address}/authorize", jwks_uri=f"{address}/keys",
            revocation_endpoint=f"{address}/revoke", introspection_endpoint=f"{address}/introspect",
            grant_types_supported=[*MACHINE, *PERSON], scopes_supported=["read", "write"],
            token_endpoint_auth_methods_supported=CLIENT_METHODS,
            revocation_endpoint_auth_methods_supported=CLIENT_METHODS,
            response_types_supported=["code"], subject_types_supported=["public"],
            id_token_signing_alg_values_supported=["RS256"])

    return WSGIMiddleware(app)


def serve(environment: str, listener) -> None:
    control.serve(make, environment, listener)
