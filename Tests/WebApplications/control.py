"""Lets a test look at a server and disturb it, at /-/…, which no description names and no log has.

GET  /-/log        each request: method, path, query, headers, form, status
GET  /-/counts     how many token requests came, and how many got a token, by grant
POST /-/forget     empties both
POST /-/expire     every access token that was issued has expired
POST /-/revoke     every token that was issued is refused, and every refresh token
POST /-/clock      {"seconds": 3600}   shifts the clock of the server, in its Date too
POST /-/lifetime   {"seconds": 60}     of access tokens from now on; null leaves expires_in out
POST /-/reuse      {"allowed": true}   whether a refresh token may be used twice, instead of ending its session
POST /-/cut        {"after": "nothing"}   closes the next answer to a token request, which was carried out:
                   before its first byte, after its "headers", or in the middle of its "body"
POST /-/hold       keeps back the answers to token requests, which are carried out, until …
POST /-/release    … this
GET  /-/held       how many are kept back
"""

import asyncio
import collections
import email.utils
import json
import time
import urllib.parse

import uvicorn

TOKENS = "/token"


class Control:
    """What tests have asked for, and what they may ask."""

    def __init__(self):
        self.log, self.requested, self.issued = [], collections.Counter(), collections.Counter()
        self.shift, self.lifetime, self.reuse, self.cut = 0, 3600, False, None
        self.held, self.released = 0, asyncio.Event()
        self.released.set()
        # What ends tokens, which belong to the application.
        self.expire = self.revoke = lambda: None

    def now(self) -> float:
        return time.time() + self.shift

    def answer(self, method: str, path: str, given: dict):
        """Does what a test wants; None if that is unknown."""
        match method, path:
            case "GET", "/-/log":
                return self.log
            case "GET", "/-/counts":
                return {"requested": self.requested, "issued": self.issued}
            case "GET", "/-/held":
                return self.held
            case "POST", "/-/forget":
                for record in (self.log, self.requested, self.issued):
                    record.clear()
            case "POST", "/-/expire":
                self.expire()
            case "POST", "/-/revoke":
                self.revoke()
            case "POST", "/-/clock":
                self.shift = given["seconds"]
            case "POST", "/-/lifetime":
                self.lifetime = given["seconds"]
            case "POST", "/-/reuse":
                self.reuse = given["allowed"]
            case "POST", "/-/cut":
                self.cut = given["after"]
            case "POST", "/-/hold":
                self.released.clear()
            case "POST", "/-/release":
                self.released.set()
            case _:
                return None
        return {}


class Controlled:
    """An ASGI application that can be looked at and disturbed."""

    def __init__(self, app, control: Control):
        self.app, self.control = app, control

    async def __call__(self, scope, receive, send):
        body, path = await self.body(receive), scope["path"]
        if path.startswith("/-/"):
            given = json.loads(body) if body else {}
            answer = self.control.answer(scope["method"], path, given)
            return await self.send_json(send, 404 if answer is None else 200, answer)
        messages = await self.messages(scope, body)
        status = messages[0]["status"]
        fields = [*messages[0].get("headers", []), (b"date", self.date)]
        self.record(scope, body, status)
        cut = None
        if path == TOKENS:
            self.control.held += 1
            await self.control.released.wait()
            self.control.held -= 1
            self.control.cut, cut = None, self.control.cut
        if cut == "nothing":
            return await self.close(receive, send)
        await send({**messages[0], "headers": fields})
        if cut == "headers":
            return await self.close(receive, send)
        content = b"".join(message.get("body", b"") for message in messages[1:])
        if cut == "body":
            content = content[:len(content) // 2]
        await send({"type": "http.response.body", "body": content, "more_body": cut is not None})
        if cut:
            await self.close(receive, send)

    async def messages(self, scope, body: bytes) -> list:
        """Asks the application, and returns all that it answers."""
        messages, asked = [], False

        async def receive():
            nonlocal asked
            if asked:
                await asyncio.Event().wait()
            asked = True
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message):
            messages.append(message)

        await self.app(scope, receive, send)
        return messages

    @staticmethod
    async def body(receive) -> bytes:
        body, more = b"", True
        while more:
            message = await receive()
            body += message.get("body", b"")
            more = message.get("more_body", False)
        return body

    @staticmethod
    async def close(receive, send):
        """Closes the connection; ASGI has no way to do that, so the server's own transport must."""
        send.__self__.transport.close()
        while (await receive())["type"] != "http.disconnect":
            pass

    async def send_json(self, send, status: int, answer):
        content = json.dumps(answer).encode()
        fields = [
            (b"content-type", b"application/json"), (b"content-length", str(len(content)).encode()),
            (b"date", self.date)]
        await send({"type": "http.response.start", "status": status, "headers": fields})
        await send({"type": "http.response.body", "body": content})

    @property
    def date(self) -> bytes:
        return email.utils.formatdate(self.control.now(), usegmt=True).encode()

    def record(self, scope, body: bytes, status: int):
        headers = {name.decode().lower(): value.decode() for name, value in scope["headers"]}
        form = {}
        if headers.get("content-type", "").startswith("application/x-www-form-urlencoded"):
            form = dict(urllib.parse.parse_qsl(body.decode(), keep_blank_values=True))
        record = {
            "method": scope["method"],
            "path": scope["path"],
            "query": scope["query_string"].decode(),
            "headers": headers,
            "form": form,
            "status": status,
        }
        self.control.log.append(record)
        if scope["path"] == TOKENS:
            grant = form.get("grant_type", "none")
            self.control.requested[grant] += 1
            if status == 200:
                self.control.issued[grant] += 1
        print(json.dumps(record), flush=True)


def serve(make, environment: str, listener) -> None:
    """Answers the connections of a socket until the process ends.

    The application is made by `make`, which gets a control and the address.
    """

    async def answer():
        control = Control()
        app = make(environment, control, f"http://127.0.0.1:{listener.getsockname()[1]}")
        config = uvicorn.Config(
            Controlled(app, control), log_level="error", lifespan="off", date_header=False)
        await uvicorn.Server(config).serve(sockets=[listener])

    asyncio.run(answer())
