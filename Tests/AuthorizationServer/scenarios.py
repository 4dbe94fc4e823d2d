"""Signs in at an authorization server."""

import json
import os
import pathlib
import sys
import tempfile
import time
import traceback
import urllib.parse

from authlib.oauth2.rfc7636 import create_s256_code_challenge

from person import Browser, Server, check, discovery
from scene import Scene

cases = []


def case(*rows):
    """A scenario, once for each row of arguments."""
    def add(function):
        cases.extend((function, row) for row in rows or [()])
        return function
    return add


def code_of(address):
    return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(address).query))["code"]


# The server itself: what it lets pass, no scenario would find.

@case()
def the_server_is_strict():
    with tempfile.TemporaryDirectory() as folder:
        server, browser = Server(pathlib.Path(folder)), Browser()
        back = "http://127.0.0.1:9/back"

        def ask(path, **form):
            page = browser.visit(f"{server.issuer}/{path}", form)
            answer = json.loads(page.text)
            return answer.get("error", "fine"), answer

        def code(**more):
            fields = {"response_type": "code", "client_id": "shell", "redirect_uri": back, "state": "s",
                      "code_challenge": create_s256_code_challenge("v" * 43), "code_challenge_method": "S256", **more}
            page = browser.redirect(f"{server.issuer}/authorize?{urllib.parse.urlencode(fields)}")
            return {"grant_type": "authorization_code", "client_id": "shell", "redirect_uri": back,
                    "code": code_of(page), "code_verifier": "v" * 43}

        def renew(tokens):
            return ask("token", grant_type="refresh_token", client_id="shell", refresh_token=tokens["refresh_token"])

        def items(tokens):
            fields = {"Authorization": f"Bearer {tokens['access_token']}"}
            return browser.visit(f"{server.api}/items", fields=fields).status

        check(browser.visit(f"{server.api}/items").status == 401, "items without a token")
        check(ask("token", **code() | {"code_verifier": "w" * 43})[0] == "invalid_grant", "a wrong verifier")
        check(ask("token", **code() | {"redirect_uri": f"{back}/more"})[0] == "invalid_grant", "another redirect")
        used = code()
        error, first = ask("token", **used)
        check(error == "fine" and items(first) == 200, error, "for a code")
        check(ask("token", **used)[0] == "invalid_grant" and items(first) == 401, "a code twice")
        _, first = ask("token", **code())
        _, second = renew(first)
        check(items(second) == 200, "a renewed token")
        check(renew(first)[0] == "invalid_grant" and items(second) == 401, "a refresh token twice")
        _, device = ask("device_authorization", client_id="shell")
        form = {"grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": "shell",
                "device_code": device["device_code"]}
        check(ask("token", **form)[0] == "authorization_pending", "a device that waits")
        check(ask("token", **form)[0] == "slow_down", "a device in a hurry")
        browser.sign_in(device["verification_uri_complete"])
        error, tokens = ask("token", **form)
        check(error == "fine" and items(tokens) == 200, error, "for a device")
        ask("revoke", token=tokens["refresh_token"], client_id="shell")
        check(items(tokens) == 401, "a revoked token")
        server.end()


# What should be.

@case()
def a_program_signs_in_with_a_secret():
    auth = {"flow": "clientCredentials", "clientID": "job", "clientSecret": {"env": "JOB"}}
    with Scene(lambda server: {**discovery(server), **auth}, JOB="secret-of-job") as scene:
        check("Lantern" in scene.run("items list"), "there are no items")
        scene.expect_stored()
        scene.server.control("expire")
        check("Lantern" in scene.run("items list"), "there are no items after a renewal")
        scene.run("session logout")
        check(scene.server.requests("/revoke"), "the token was not revoked")
        scene.expect_nothing()


def main():
    only, failed, start = os.environ.get("ONLY", ""), 0, time.monotonic()
    chosen = [(function, row) for function, row in cases if only in f"{function.__name__} {row}"]
    for function, row in chosen:
        name = " ".join([function.__name__, *(getattr(part, "__name__", str(part)) for part in row)])
        try:
            function(*row)
        except Exception as error:
            failed += 1
            lines = [str(line.lineno) for line in traceback.extract_tb(error.__traceback__)
                     if line.name == function.__name__]
            notes = "\n".join(getattr(error, "__notes__", []))
            print(f"{name}, line {', '.join(lines)}: {error}\n{notes}", flush=True)
    print(f"{len(chosen)} ways to sign in, in {time.monotonic() - start:.1f} s: {failed} fail")
    sys.exit(1 if failed or not chosen else 0)


if __name__ == "__main__":
    main()
