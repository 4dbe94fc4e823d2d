"""A Jupyter server, whose token is `sesame`, and whose files are in the folder in which it starts."""

import asyncio
import json

from jupyter_server.serverapp import ServerApp
from tornado.httpserver import HTTPServer


def log(handler):
    request = handler.request
    record = {
        "method": request.method,
        "path": request.path,
        "query": request.query,
        "headers": {name.lower(): value for name, value in request.headers.items()},
        "status": handler.get_status(),
    }
    print(json.dumps(record), flush=True)


def serve(environment: str, listener) -> None:
    """Answers the connections of a socket until the process ends."""

    async def answer():
        app = ServerApp.instance()
        app.initialize(
            ["--no-browser", "--allow-root", "--log-level=ERROR", "--IdentityProvider.token=sesame"],
            new_httpserver=False)
        app.web_app.settings["log_function"] = log
        listener.setblocking(False)
        HTTPServer(app.web_app).add_sockets([listener])
        await asyncio.Event().wait()

    asyncio.run(answer())
