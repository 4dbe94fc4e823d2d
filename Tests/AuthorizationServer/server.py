#!/usr/bin/env python3
"""An authorization server and an API that takes its tokens, each on a free port of this machine.

    server.py LOG [SWITCH…]

A third one, at which nothing is, stands for another origin. The first line on standard output is an object
with their addresses, `issuer`, `api` and `other`. LOG gets a line of
JSON for each request, with its answer, and for each secret that is issued. `store.py` lists the switches,
with which the server misbehaves. `POST /control`, with the field `do`, changes that later: `on NAME`,
`off NAME`, `expire`, which lets all access tokens expire, and `release`, for which slow answers wait.
"""

import html
import io
import json
import os
import sys
import threading
import urllib.parse

# It is on this machine alone.
os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"

from authlib.oauth2 import OAuth2Error  # noqa: E402
from flask import Flask, Response, abort, jsonify, redirect, request  # noqa: E402
from werkzeug.serving import WSGIRequestHandler, make_server  # noqa: E402

import grants  # noqa: E402
import items  # noqa: E402
from store import SWITCHES, Log, Store  # noqa: E402

PAGE = """<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title>
<h1>{title}</h1>
<p>{text}</p>
{form}
"""
FORM = """<form method="post">
{more}<p><label>User <input name="user" autocomplete="username"></label></p>
<p><label>Password <input name="password" type="password" autocomplete="current-password"></label></p>
<p><button name="answer" value="allow">Allow</button> <button name="answer" value="deny">Deny</button></p>
</form>"""
CODE = '<p><label>Code <input name="user_code" value="{code}"></label></p>\n'


def page(title, text, form="", status=200):
    return Response(
        PAGE.format(title=html.escape(title), text=html.escape(text), form=form), status,
        {"Cache-Control": "no-store"}, mimetype="text/html")


def spoiled(location: str, store: Store, issuer: str) -> str:
    """The address to which the browser is sent back, with the issuer, unless a switch wants it otherwise."""
    parts = urllib.parse.urlsplit(location)
    fields = dict(urllib.parse.parse_qsl(parts.query))
    if not store.has("no-iss"):
        fields["iss"] = f"{issuer}/another" if store.has("wrong-iss") else issuer
    if store.has("wrong-state"):
        fields["state"] = "another-state"
    if store.has("no-state"):
        fields.pop("state", None)
    for error in ("access_denied", "temporarily_unavailable"):
        if store.has(error):
            fields = {key: fields[key] for key in ("state", "iss") if key in fields}
            fields |= {"error": error, "error_description": "The server says so.\x1b[31m"}
    return urllib.parse.urlunsplit(parts._replace(query=urllib.parse.urlencode(fields)))


def make(store: Store, issuer: str, other: str) -> Flask:
    """The authorization server; `other` is another origin, at which it has no business."""
    app = Flask(__name__)
    app.config["OAUTH2_SCOPES_SUPPORTED"] = grants.SCOPES
    server = grants.make(app, store, issuer)

    @app.get("/.well-known/oauth-authorization-server")
    @app.get("/.well-known/openid-configuration")
    def metadata():
        if store.has("slow-metadata"):
            store.released.wait()
        if store.has("no-metadata"):
            abort(404)
        if store.has("redirected-metadata"):
            return redirect(f"{other}{request.path}")
        if store.has("garbage-metadata"):
            return Response(b"{\x00\xff", mimetype="application/json")
        with store.lock:
            store.count += 1
        at = other if store.has("moved") or store.has("moving") and store.count > 1 else issuer
        found = {
            "issuer": f"{issuer}/another" if store.has("other-issuer") else issuer,
            "authorization_endpoint": f"{at}/authorize", "token_endpoint": f"{at}/token",
            "device_authorization_endpoint": f"{at}/device_authorization",
            "revocation_endpoint": f"{at}/revoke", "jwks_uri": f"{issuer}/keys",
            "scopes_supported": grants.SCOPES, "response_types_supported": ["code"],
            "grant_types_supported": sorted({kind for client in grants.CLIENTS.values() for kind in client.kinds}),
            "token_endpoint_auth_methods_supported": grants.METHODS,
            "revocation_endpoint_auth_methods_supported": grants.METHODS,
            "code_challenge_methods_supported": ["plain"] if store.has("only-plain") else ["S256"],
            "authorization_response_iss_parameter_supported": True,
            "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": ["RS256"],
        }
        if store.has("no-revocation"):
            del found["revocation_endpoint"]
        return jsonify(found)

    @app.route("/authorize", methods=["GET", "POST"])
    def authorize():
        with store.lock:
            try:
                grant = server.get_consent_grant(end_user=None)
                if grant.request.payload.data.get("code_challenge_method") != "S256":
                    return page("Not possible", "The request has no challenge of the method S256.", status=400)
            except OAuth2Error as error:
                return page("Not possible", f"{error.error}: {error.description}", status=400)
            client, scope = grant.client.name, grant.request.scope
            if request.method == "GET":
                return page("Sign in", f"{client} asks for {scope}.", FORM.format(more=""))
            user = request.form.get("user", "")
            if request.form.get("answer") != "allow":
                user = None
            elif not grants.is_user(user, request.form.get("password", "")):
                return page("Sign in", "The user or the password is wrong.", FORM.format(more=""), 403)
            answer = server.create_authorization_response(grant_user=user, grant=grant)
            answer.location = spoiled(answer.location, store, issuer)
            return answer

    @app.route("/device", methods=["GET", "POST"])
    def device():
        code = request.values.get("user_code", "").strip().upper()
        form = FORM.format(more=CODE.format(code=html.escape(code)))
        if request.method == "GET":
            return page("Sign in a device", "Compare the code with the one that the device shows.", form)
        with store.lock:
            if not any(known.get_user_code() == code for known in store.devices.values()):
                return page("Sign in a device", "There is no such code.", form, 404)
            if not grants.is_user(request.form.get("user", ""), request.form.get("password", "")):
                return page("Sign in a device", "The user or the password is wrong.", form, 403)
            store.answers[code] = (request.form["user"], request.form.get("answer") == "allow")
        return page("Done", "You can go back to the device.")

    @app.post("/token")
    def token():
        if store.has("redirected-token"):
            return redirect(f"{other}/token", 307)
        if store.has("garbage-token"):
            return Response(b"{\x00\xff", mimetype="application/json")
        if store.has("slow-token"):
            store.released.wait()
        with store.lock:
            return server.create_token_response()

    @app.post("/device_authorization")
    def device_authorization():
        with store.lock:
            return server.create_endpoint_response("device_authorization")

    @app.post("/revoke")
    def revoke():
        if store.has("no-revocation"):
            abort(404)
        with store.lock:
            return server.create_endpoint_response("revocation")

    @app.post("/control")
    def control():
        word, _, name = request.form["do"].partition(" ")
        with store.lock:
            if word == "expire":
                store.expire()
            elif word == "release":
                store.released.set()
            elif word == "on" and name in SWITCHES:
                store.switches.add(name)
            elif word == "off" and name in SWITCHES:
                store.switches.discard(name)
            else:
                abort(400)
        return "", 204

    return app


def logged(app, name: str, log: Log):
    """An application whose requests and answers are in the log."""
    def run(environ, start):
        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        environ["wsgi.input"] = io.BytesIO(body)
        fields = {key[5:].replace("_", "-").lower(): value for key, value in environ.items() if key.startswith("HTTP_")}

        log.write(arrived=environ["PATH_INFO"], server=name)

        def started(status, headers, *rest):
            log.write(
                server=name, method=environ["REQUEST_METHOD"], path=environ["PATH_INFO"],
                query=environ["QUERY_STRING"], headers=fields, body=body.decode(errors="replace"),
                form=dict(urllib.parse.parse_qsl(body.decode(errors="replace"))), status=int(status.split()[0]),
                location=dict(headers).get("Location"))
            return start(status, headers, *rest)

        return app(environ, started)
    return run


class Handler(WSGIRequestHandler):
    def log(self, *_):
        pass


def main(path, *words):
    store = Store(Log(path), set())
    for word in words:
        if word not in SWITCHES:
            sys.exit(f"'{word}' is no switch; they are {', '.join(SWITCHES)}")
        store.switches.add(word)
    servers = [make_server("127.0.0.1", 0, None, threaded=True, request_handler=Handler) for _ in range(3)]
    issuer, api, other = (f"http://127.0.0.1:{server.port}" for server in servers)
    servers[0].app = logged(make(store, issuer, other), "issuer", store.log)
    servers[1].app = logged(items.make(store, issuer, api), "api", store.log)
    servers[2].app = logged(Flask(__name__), "other", store.log)
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    print(json.dumps({"issuer": issuer, "api": api, "other": other}), flush=True)
    # Its end is that of the process that has started it.
    sys.stdin.read()


if __name__ == "__main__":
    main(*sys.argv[1:])
