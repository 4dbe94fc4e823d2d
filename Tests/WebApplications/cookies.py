"""A sign-in by a cookie."""

from typing import Annotated

from fastapi import Cookie, FastAPI, Response
from pydantic import BaseModel


class User(BaseModel):
    user: str


def make(environment: str) -> FastAPI:
    app = FastAPI(title="Cookies", version="1.0")

    @app.post("/{version}/sign-in")
    def sign_in(version: str, user: User, response: Response):
        response.set_cookie("session", user.user, httponly=True)
        return {}

    @app.get("/{version}/own")
    def own(version: str, session: Annotated[str | None, Cookie()] = None):
        return {"cookie": session}

    return app
