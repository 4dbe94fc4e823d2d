"""What the authorization server has issued, and how it is told to misbehave."""

import json
import secrets
import threading
import time
from dataclasses import dataclass, field

from authlib.oauth2.rfc6749 import AuthorizationCodeMixin, TokenMixin
from authlib.oauth2.rfc8628 import DeviceCredentialDict

SWITCHES = {
    # The answer of the authorization page.
    "wrong-iss": "it names another issuer",
    "no-iss": "it names no issuer, although the metadata says that it does",
    "wrong-state": "its state is another",
    "no-state": "it has no state",
    "access_denied": "it is this error",
    "temporarily_unavailable": "it is this error",
    # The metadata.
    "no-metadata": "there is none",
    "only-plain": "only the challenge method 'plain' is supported",
    "other-issuer": "its issuer is another",
    "moved": "the endpoints are at the other origin",
    "moving": "the endpoints are there in the second answer and all later ones",
    "redirected-metadata": "it is a redirect to the other origin",
    "garbage-metadata": "it is no JSON",
    "slow-metadata": "it comes only after the control 'release'",
    "no-revocation": "tokens cannot be revoked",
    # The answer of the token endpoint.
    "replayed": "codes have been used before: what they gave is revoked",
    "redirected-token": "it is a redirect to the other origin, with the same method and body",
    "garbage-token": "it is no JSON",
    "slow-token": "it comes only after the control 'release'",
    "other-resource": "its token is for another API, which this one refuses",
    "no-refresh": "it has no refresh token",
    # Refresh tokens.
    "leeway": "a used refresh token is good until its successor, or the access token beside that, is used",
    # Devices.
    "slow_down": "the first request for a device's token gets this error",
    "expired_token": "requests for a device's token get this error",
}


class Log:
    """A file with a JSON object in each line: the requests, and the secrets that were issued."""

    def __init__(self, path: str):
        self.file, self.lock = open(path, "a"), threading.Lock()

    def write(self, **record):
        with self.lock:
            self.file.write(json.dumps({**record, "time": time.monotonic()}) + "\n")
            self.file.flush()


@dataclass
class Code(AuthorizationCodeMixin):
    code: str
    client: str
    redirect: str
    scope: str
    account: str
    code_challenge: str
    code_challenge_method: str
    is_used: bool = False

    def get_redirect_uri(self):
        return self.redirect

    def get_scope(self):
        return self.scope


@dataclass
class Token(TokenMixin):
    access: str
    refresh: str | None
    client: str
    account: str
    scope: str
    expires: float
    # What was issued from one login is revoked together.
    family: object
    parent: "Token | None" = None
    is_used: bool = False
    is_confirmed: bool = False
    is_revoked_: bool = False
    audience: str = "items"

    def check_client(self, client):
        return client.name == self.client

    def get_scope(self):
        return self.scope

    def get_expires_in(self):
        return max(0, int(self.expires - time.time()))

    def is_expired(self):
        return time.time() >= self.expires

    def is_revoked(self):
        return self.is_revoked_


@dataclass
class Store:
    log: Log
    switches: set[str]
    codes: dict[str, Code] = field(default_factory=dict)
    tokens: list[Token] = field(default_factory=list)
    devices: dict[str, DeviceCredentialDict] = field(default_factory=dict)
    # The account and whether it has agreed, by the code that the user types.
    answers: dict[str, tuple[str, bool]] = field(default_factory=dict)
    lock: threading.RLock = field(default_factory=threading.RLock)
    # How often the metadata were asked for.
    count: int = 0
    released: threading.Event = field(default_factory=threading.Event)

    def has(self, switch: str) -> bool:
        return switch in self.switches

    def secret(self, kind: str) -> str:
        """Makes a secret, and tells the tests of it."""
        value = f"{kind}-{secrets.token_urlsafe(24)}"
        self.log.write(secret=kind, value=value)
        return value

    def find(self, text: str) -> Token | None:
        return next((token for token in self.tokens if text in (token.access, token.refresh)), None)

    def valid(self, access: str, audience: str) -> Token | None:
        """The token that the text of an access token stands for, unless it is no longer good."""
        token = next((token for token in self.tokens if token.access == access), None)
        if token is None or token.is_revoked_ or token.is_expired() or token.audience != audience:
            return None
        token.is_confirmed = True
        return token

    def renewable(self, refresh: str) -> Token | None:
        token = next((token for token in self.tokens if token.refresh == refresh), None)
        if token is None or token.is_revoked_:
            return None
        if token.is_used:
            heirs = [heir for heir in self.tokens if heir.parent is token]
            if not self.has("leeway") or any(heir.is_used or heir.is_confirmed for heir in heirs):
                self.end(token)
                return None
            for heir in heirs:
                heir.is_revoked_ = True
        return token

    def end(self, token: Token):
        for other in self.tokens:
            if other.family is token.family:
                other.is_revoked_ = True

    def expire(self):
        """Lets all access tokens expire."""
        for token in self.tokens:
            token.expires = 0
