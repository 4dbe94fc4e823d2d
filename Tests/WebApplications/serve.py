"""Serves an application on a free port of this machine: serve.py warehouse live [PORT].

Its address is the first line on standard output; then comes one line of JSON for each request.
"""

import importlib
import json
import socket
import sys

import uvicorn


async def log(request, call_next):
    response = await call_next(request)
    record = {
        "method": request.method,
        "path": request.url.path,
        "query": request.url.query,
        "headers": dict(request.headers),
        "status": response.status_code,
    }
    print(json.dumps(record), flush=True)
    return response


name, environment = sys.argv[1:3]
module = importlib.import_module(name)
listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
listener.bind(("127.0.0.1", int(sys.argv[3]) if len(sys.argv) > 3 else 0))
# What connects from now on waits, so the address can be used as soon as it is read.
listener.listen(128)
print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
if hasattr(module, "serve"):
    module.serve(environment, listener)
else:
    app = module.make(environment)
    app.middleware("http")(log)
    uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off")).run(sockets=[listener])
