"""Access tokens, and refresh tokens that are used once."""

import dataclasses
import itertools
import secrets

from control import Control


@dataclasses.dataclass
class Token:
    """An access token, and the refresh token that was issued with it."""

    access: str
    refresh: str | None
    account: str | None
    client: str | None
    scopes: list[str]
    # All tokens that come from one sign-in have the same number.
    session: int
    issued: float
    expires: float
    is_used: bool = False
    is_revoked: bool = False


class Tokens:
    def __init__(self, control: Control):
        self.control, self.all, self.sessions = control, [], itertools.count(1)
        control.expire, control.revoke = self.expire, self.revoke

    def issue(
        self, account: str | None, client: str | None, scopes: list[str], renewing: Token | None = None,
        is_renewable: bool = False, access: str | None = None, refresh: str | None = None,
    ) -> Token:
        if is_renewable and not refresh:
            refresh = f"refresh-{secrets.token_urlsafe(24)}"
        now, lifetime = self.control.now(), self.control.lifetime
        token = Token(
            access or f"access-{secrets.token_urlsafe(24)}", refresh, account, client, scopes,
            renewing.session if renewing else next(self.sessions),
            now, now + (3600 if lifetime is None else lifetime))
        self.all.append(token)
        return token

    def valid(self, access: str) -> Token | None:
        """An access token that is neither revoked nor expired."""
        for token in self.all:
            if secrets.compare_digest(token.access.encode(), access.encode()):
                if not token.is_revoked and self.control.now() < token.expires:
                    return token
        return None

    def renewable(self, refresh: str) -> Token | None:
        """The token with a refresh token that may be used.

        One that was used before has been stolen by somebody: its session ends.
        """
        token = next((token for token in self.all if token.refresh == refresh), None)
        if token is None or token.is_revoked:
            return None
        if token.is_used and not self.control.reuse:
            self.end(token)
            return None
        return token

    def end(self, token: Token):
        for other in self.all:
            if other.session == token.session:
                other.is_revoked = True

    def expire(self):
        for token in self.all:
            token.expires = 0

    def revoke(self):
        for token in self.all:
            token.is_revoked = True
