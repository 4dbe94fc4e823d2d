"""Signs in by a browser, by what it shows, and by a device, at servers that do as they should and others."""

import json
import os
import pathlib
import re
import socket
import sys
import tempfile
import threading
import time
import traceback
import urllib.parse

from authlib.oauth2.rfc7636 import create_s256_code_challenge

from person import PATIENCE, Browser, Server, check, code_flow, code_flow_with_secret, device_flow, discovery, job
from scene import Scene
from terminal import UP, ctrl

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
    with Scene(job, SECRET="secret-of-job") as scene:
        check("Lantern" in scene.run("items list"), "there are no items")
        scene.expect_stored()
        scene.server.control("expire")
        check("Lantern" in scene.run("items list"), "there are no items after a renewal")
        scene.run("session logout")
        check(scene.server.requests("/revoke"), "the token was not revoked")
        scene.expect_nothing()


@case([code_flow], [discovery], [code_flow_with_secret], [None, "session login --scheme Browser", "y", "shell"])
def the_browser_signs_in(auth, *words):
    with Scene(auth, SECRET="secret-of-counter") as scene:
        address = scene.begin(*words)
        fields = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(address).query))
        check(fields["response_type"] == "code" and fields["code_challenge_method"] == "S256", fields)
        check(len(fields["state"]) >= 22 and len(fields["code_challenge"]) == 43, fields)
        check("socket:" not in scene.opener.path.with_suffix(".descriptors").read_text(), "xdg-open has a socket")
        port, _ = scene.loopback(address)
        page = scene.browser.sign_in(address)
        check(page.status == 200 and "<script" not in page.text, page.text)
        check(page.headers["Cache-Control"] == "no-store", page.headers)
        scene.await_prompt()
        scene.expect_stored()
        check(scene.metadata_requests() == (1 if auth is discovery else 0), "the metadata were asked for",
              scene.metadata_requests(), "times")
        check(not scene.is_open(port), "the port is still open")
        check("Lantern" in scene.run("items list"), "there are no items")
        scene.server.control("expire")
        check("Lantern" in scene.run("items list"), "there are no items after a renewal")
        check(len(scene.server.requests("/token", grant_type="refresh_token")) == 1, "it was not renewed once")
        old = scene.credential()
        scene.run("session refresh")
        check(scene.credential() != old, "'session refresh' changes nothing")
        check("items:read" in scene.run("session status"), "the scopes are not shown")
        token = scene.credential()["refresh_token"]
        scene.run("session logout")
        check(scene.server.requests("/revoke", token=token), "the session was not revoked")
        scene.expect_nothing(port)


@case()
def xdg_open_fails():
    with Scene(code_flow, browser="fails") as scene:
        scene.sign_in()
        check("Lantern" in scene.run("items list"), "there are no items")


@case()
def two_logins_in_a_row():
    with Scene(discovery) as scene:
        scene.sign_in()
        first = scene.credential()
        scene.sign_in()
        check(scene.credential() != first, "the second login changes nothing")
        challenges = {record["query"] for record in scene.server.requests("/authorize") if record["method"] == "GET"}
        check(len(challenges) == 2, "two logins have the same request")


@case()
def shells_share_a_renewal():
    with Scene(code_flow) as scene:
        scene.sign_in()
        scene.server.control("expire")
        shells = [scene.script("items", "list") for _ in range(4)]
        for shell in shells:
            output, errors = shell.communicate(timeout=PATIENCE)
            check("Lantern" in output, output, errors)
        check(len(scene.server.requests("/token", grant_type="refresh_token")) == 1, "each has renewed")


@case()
def a_stolen_refresh_token_ends_the_session():
    with Scene(code_flow) as scene:
        scene.sign_in()
        form = {"grant_type": "refresh_token", "client_id": "shell", "refresh_token": scene.credential()["refresh_token"]}
        check(scene.browser.visit(f"{scene.server.issuer}/token", form).status == 200, "the thief gets nothing")
        scene.server.control("expire")
        scene.start("items list")
        scene.await_text(r"session login|sign in")
        scene.interrupt()
        scene.expect_nothing()


@case()
def a_refused_login_keeps_the_session():
    with Scene(discovery) as scene:
        scene.sign_in()
        first = scene.credential()
        scene.server.control("on access_denied")
        scene.browser.sign_in(scene.begin())
        scene.await_prompt()
        check(scene.credential() == first, "the session has changed")
        check("Lantern" in scene.run("items list"), "there are no items")


@case()
def a_refused_request_offers_to_sign_in():
    with Scene(code_flow) as scene:
        address = scene.begin("items list", "y")
        scene.browser.sign_in(address)
        scene.await_text("Lantern")
        scene.await_prompt()
        scene.expect_stored()


# Without a browser.

@case(["opens"], ["no desktop"])
def the_address_can_be_copied(browser):
    with Scene(code_flow, browser=browser, columns=60) as scene:
        scene.start("session login")
        scene.await_text("its code:")
        check(re.search(r"^http\S+redirect_uri=\S+S256\S+$", scene.since, re.M), "the address is broken:", scene.since)
        scene.interrupt()


@case()
def without_a_terminal_nothing_waits_for_a_browser():
    with Scene(code_flow) as scene:
        process = scene.script("session", "login")
        _, errors = process.communicate(timeout=PATIENCE)
        check(process.returncode == 2 and "not a terminal" in errors, process.returncode, errors)
        check(not scene.opener.called, "a browser was opened")


@case(["no desktop", "address"], ["over ssh", "code"], ["no xdg-open", "address"])
def the_result_is_typed(browser, what):
    with Scene(code_flow, browser=browser) as scene:
        address = scene.begin()
        port, _ = scene.loopback(address)
        back = scene.browser.redirect(address)
        scene.await_text("its code:")
        scene.shell.settle()
        scene.shell.send((back if what == "address" else code_of(back)) + "\r")
        scene.await_prompt()
        scene.expect_stored()
        # What was typed is no line of the history either.
        scene.shell.settle()
        scene.shell.type(UP)
        check(scene.shell.text(scene.shell.cursor[0]) == f"{scene.PROMPT} session login", "Up shows another line")
        scene.shell.type(ctrl("u"))
        check(not scene.is_open(port), "the port is still open")
        check("Lantern" in scene.run("items list"), "there are no items")


@case(["state=another"], [""])
def an_address_of_another_login_is_refused(field):
    with Scene(code_flow, browser="no desktop") as scene:
        address = scene.begin()
        port, _ = scene.loopback(address)
        back = re.sub(r"&?state=[^&]*", f"&{field}" if field else "", scene.browser.redirect(address))
        scene.await_text("its code:")
        scene.shell.settle()
        scene.shell.send(back + "\r")
        scene.await_text(r"another sign-in")
        if not scene.is_at_prompt():
            scene.interrupt()
        scene.expect_nothing(port)
        check(not scene.server.requests("/token"), "the code was exchanged")


@case()
def what_is_typed_by_mistake_is_asked_for_again():
    with Scene(code_flow, browser="over ssh") as scene:
        address = scene.begin()
        port, path = scene.loopback(address)
        denied = scene.browser.redirect(address, "deny")
        back = scene.browser.redirect(address)
        scene.await_text("its code:")
        for text, message in [
                ("items list", "a code has no spaces"), ("yes", "neither a code nor the whole address"),
                (address, f"it leads to {scene.server.issuer}, and not to http://127.0.0.1:{port}{path}"),
                (re.sub("state=[^&]*", "state=another", back), "its 'state' is missing, or is that of another sign-in"),
                (denied, "you or the server declined; open the address again")]:
            scene.shell.settle()
            scene.shell.send(text + "\r")
            scene.await_text(re.escape(message) + r"[^\n]*\n.*its code:")
        check(not scene.server.requests("/token"), "the token endpoint was asked")
        scene.shell.settle()
        scene.shell.send(back + "\r")
        scene.await_prompt()
        scene.expect_stored()
        check(len(scene.server.requests("/token")) == 1, "the token endpoint was asked more than once")


# What a server, or somebody in its place, does wrong: the switch, the configuration, whether a browser is
# opened, what is said, and how many requests the token endpoint may get.
@case(
    ["wrong-iss", discovery, True, r"issuer|iss\b", 0],
    ["no-iss", discovery, True, r"issuer|iss\b", 0],
    ["access_denied", code_flow, True, r"declined", 0],
    ["temporarily_unavailable", code_flow, True, r"cannot do it now", 0],
    ["only-plain", discovery, False, r"S256|PKCE", 0],
    ["other-issuer", discovery, False, r"another issuer", 0],
    ["no-metadata", discovery, False, r"metadata", 0],
    ["redirected-metadata", discovery, False, r"oauth-authorization-server redirects to http\S+, which is not asked", 0],
    ["garbage-metadata", discovery, False, r"metadata|JSON", 0],
    ["replayed", code_flow, True, r"used already", 1],
    ["garbage-token", code_flow, True, r"access_token|JSON|unusable", 1],
    ["redirected-token", code_flow, True, r"redirect|307", 1],
)
def a_server_that_misbehaves(switch, auth, opens, message, requests):
    with Scene(auth, switch) as scene:
        port = None
        if opens:
            address = scene.begin()
            port, _ = scene.loopback(address)
            page = scene.browser.sign_in(address)
            check(port == urllib.parse.urlsplit(page.address).port, "the browser is at", page.address)
            check("<script" not in page.text and "\x1b" not in page.text, page.text)
            scene.await_prompt()
        else:
            scene.run("session login")
            check(not scene.opener.called, "a browser was opened")
        check(re.search(message, scene.since), f"'{message}' is not said:", scene.since)
        check("so.\x1b" not in scene.written, "an escape sequence of the server is live")
        scene.expect_nothing(port)
        check(len(scene.server.requests("/token")) == requests, "the token endpoint got", requests)
        others = [record for record in scene.server.requests() if record["server"] == "other"]
        check(not others, "the other origin got", others)


@case(["wrong-state"], ["no-state"])
def a_state_of_another_login_is_refused(switch):
    with Scene(code_flow, switch) as scene:
        address = scene.begin()
        port, _ = scene.loopback(address)
        page = scene.browser.sign_in(address)
        check(page.status >= 400, "the browser is told that all is well:", page.text)
        if not scene.is_at_prompt():
            scene.interrupt()
        scene.expect_nothing(port)
        check(not scene.server.requests("/token"), "the code was exchanged")


@case()
def tokens_for_another_api():
    with Scene(code_flow, "other-resource") as scene:
        scene.sign_in()
        scene.start("items list")
        scene.await_text(r"(?i)sign in|401|unauthor")
        if not scene.is_at_prompt():
            scene.interrupt()
        check(len(scene.server.requests("/items")) <= 3, "it does not give up")


@case()
def endpoints_that_move():
    with Scene(discovery) as scene:
        port = scene.sign_in()
        scene.server.control("on moved", "expire")
        scene.start("items list")
        scene.await_text(r"(?i)moved|no longer|another|other|changed|sign in")
        if not scene.is_at_prompt():
            scene.interrupt()
        scene.start("session logout")
        scene.shell.wait("it does not end", scene.is_at_prompt)
        check(not scene.server.strays(), "the other origin got", scene.server.strays())


@case()
def endpoints_that_move_are_agreed_to_again():
    with Scene(None) as scene:
        address = scene.begin("session login --scheme Discovered", "y", "shell")
        scene.browser.sign_in(address)
        scene.await_prompt()
        scene.expect_stored()
        scene.opener.end()
        scene.server.control("on moved")
        scene.start("session login --scheme Discovered")
        scene.await_text(f"{scene.server.other}.*Go on")
        scene.interrupt()
        check(not scene.opener.called, "a browser was opened")
        check("Lantern" in scene.run("items list"), "the session is lost")


@case()
def endpoints_that_move_after_the_question():
    with Scene(None, "moving") as scene:
        address = scene.begin("session login --scheme Discovered", "y", "shell")
        check(address.startswith(scene.server.issuer), "the browser was sent to", address)
        # What was agreed to is what is used: it is asked for once.
        scene.browser.sign_in(address)
        scene.await_prompt()
        scene.expect_stored()
        check(scene.metadata_requests() == 1, "the metadata were asked for", scene.metadata_requests(), "times")
        check(not scene.server.strays(), "the other origin got", scene.server.strays())


@case()
def a_server_without_revocation():
    with Scene(discovery, "no-revocation") as scene:
        port = scene.sign_in()
        check("signed out" in scene.run("session logout"), "nothing is said")
        scene.expect_nothing(port)


@case()
def without_a_refresh_token():
    with Scene(code_flow, "no-refresh") as scene:
        scene.sign_in()
        check("Lantern" in scene.run("items list"), "there are no items")
        scene.server.control("expire")
        scene.start("items list")
        scene.await_text(r"(?i)sign in|session login")
        if not scene.is_at_prompt():
            scene.interrupt()


# The port.

@case()
def other_requests_to_the_port():
    with Scene(code_flow) as scene:
        address = scene.begin()
        port, path = scene.loopback(address)
        with socket.create_connection(("127.0.0.1", port)):
            # One that says nothing keeps nobody waiting.
            for target, form, fields in [
                    ("/favicon.ico", None, {}), ("/", None, {}), (f"{path}/more?code=x", None, {}),
                    (f"{path}?code=x", {}, {}), (f"{path}?code=x", None, {"Host": f"shop.example:{port}"})]:
                page = scene.browser.visit(f"http://127.0.0.1:{port}{target}", form, fields)
                check(page.status >= 400 and "<script" not in page.text, target, page.status, page.text)
            page = scene.browser.sign_in(address)
            check(page.status == 200, page.text)
            scene.await_prompt()
            scene.expect_stored()
            check(not scene.is_open(port), "the port is still open")


@case(["code=stolen&state=guessed"], ["code=stolen"], ["code=stolen&state="], [""])
def an_answer_of_somebody_else(query):
    with Scene(code_flow) as scene:
        address = scene.begin()
        port, path = scene.loopback(address)
        page = scene.browser.visit(f"http://127.0.0.1:{port}{path}?{query}")
        check(page.status == 400 and "stolen" not in page.text, page.status, page.text)
        check(not scene.server.requests("/token"), "the code was exchanged")
        # The user's own answer is still awaited.
        page = scene.browser.sign_in(address)
        check(page.status == 200, page.text)
        scene.await_prompt()
        scene.expect_stored()
        check(not scene.is_open(port), "the port is still open")


@case()
def a_second_answer_is_refused():
    with Scene(code_flow, "slow-token") as scene:
        address = scene.begin()
        port, path = scene.loopback(address)
        back, pages = scene.browser.redirect(address), []
        first = threading.Thread(target=lambda: pages.append(scene.browser.visit(back)), daemon=True)
        first.start()
        scene.await_server("the code is not exchanged", scene.is_exchanging)
        try:
            page = scene.browser.visit(back)
            check(page.status >= 400, "a second answer is taken:", page.status, page.text)
        except OSError:
            pass
        scene.server.control("release")
        scene.await_prompt()
        first.join()
        scene.expect_stored()
        check(len(scene.server.requests("/token")) == 1, "the code was exchanged twice")
        check(not scene.is_open(port), "the port is still open")


@case([[]], [["slow-token"]])
def ctrl_c_ends_it(switches):
    with Scene(code_flow, *switches) as scene:
        address = scene.begin()
        port, _ = scene.loopback(address)
        check(scene.is_open(port), "the port is closed")
        if switches:
            back = scene.browser.redirect(address)
            threading.Thread(target=lambda: attempt(scene.browser, back), daemon=True).start()
            scene.await_server("the code is not exchanged", scene.is_exchanging)
        scene.interrupt()
        scene.expect_nothing(port)
        check(scene.opener.is_running(), "the browser was ended too")
        scene.server.control("release", "off slow-token")
        scene.sign_in()


@case()
def ctrl_c_ends_a_search():
    with Scene(discovery, "slow-metadata") as scene:
        scene.start("session login")
        scene.await_server("the metadata is not asked for", lambda: scene.server.has_arrived(
            "/.well-known/oauth-authorization-server"))
        scene.interrupt()
        scene.server.control("release")
        scene.expect_nothing()
        check(not scene.opener.called, "a browser was opened")


def attempt(browser, address):
    try:
        browser.visit(address)
    except OSError:
        pass


# Devices.

def device_of(scene):
    """Begins to sign in; returns the page that the device shows and its code."""
    scene.opener.end()
    scene.start("session login")
    code = scene.await_text(r"\b[A-Z]{4}-[A-Z]{4}\b")[0]
    address = scene.await_text(r"http\S+/device\b")[0]
    return address, code


@case([None], ["slow_down"])
def a_device_signs_in(switch):
    with Scene(device_flow, *([switch] if switch else [])) as scene:
        address, code = device_of(scene)
        scene.await_server("it does not ask for the token", scene.polls)
        page = scene.browser.sign_in(address, user_code=code)
        check(page.status == 200, page.text)
        scene.await_prompt()
        scene.expect_stored()
        times = [record["time"] for record in scene.polls()]
        least = 5.5 if switch else 0.9
        check(all(later - sooner >= least for sooner, later in zip(times, times[1:])), "it asks too often:", times)
        check("Lantern" in scene.run("items list"), "there are no items")
        scene.server.control("expire")
        check("Lantern" in scene.run("items list"), "there are no items after a renewal")
        scene.run("session logout")
        scene.expect_nothing()


@case()
def a_device_is_also_a_browser():
    with Scene(device_flow) as scene:
        address, code = device_of(scene)
        scene.shell.settle()
        scene.shell.send("\r")
        scene.await_server("no browser is opened", lambda: scene.opener.called)
        check(scene.opener.called[1] == [f"{address}?user_code={code}"], "xdg-open got", scene.opener.called)
        scene.browser.sign_in(scene.opener.called[1][0], user_code=code)
        scene.await_prompt()
        scene.expect_stored()


@case([device_flow], [discovery])
def a_script_signs_in_a_device(auth):
    with Scene(auth) as scene:
        process = scene.script("session", "login")
        text = process.stderr.readline()
        code, address = re.search(r"[A-Z]{4}-[A-Z]{4}", text)[0], re.search(r"http\S+/device\b", text)[0]
        scene.browser.sign_in(address, user_code=code)
        _, errors = process.communicate(timeout=PATIENCE)
        check(process.returncode == 0, "it ends with", process.returncode, errors)
        scene.expect_stored()
        check(not any(value in text + errors for _, value in scene.server.secrets()), "a secret is shown")


@case([device_flow, "over ssh"], [discovery, "over ssh"], [code_flow, "opens"])
def a_job_shows_where_to_sign_in(auth, browser):
    with Scene(auth, browser=browser) as scene:
        scene.start("session login &")
        if auth is code_flow:
            address, fields = scene.await_text(r"job 1: (http\S+/authorize\?\S+)")[1], {}
            scene.await_server("no browser is opened", lambda: scene.opener.called)
            check(scene.opener.called[1] == [address], "xdg-open got", scene.opener.called)
        else:
            code, address = scene.await_text(r"job 1: enter the code ([A-Z]{4}-[A-Z]{4}) at (http\S+/device)\b").groups()
            fields = {"user_code": code}
        scene.await_prompt()
        scene.browser.sign_in(address, **fields)
        scene.await_server("nothing is stored", lambda: scene.stored)
        scene.run("wait 1")
        scene.expect_stored()
        check("signed in to it:dev" in scene.run("jobs show 1"), "the job says nothing")


@case()
def a_job_without_a_browser_says_what_to_do():
    with Scene(code_flow, browser="over ssh") as scene:
        scene.start("session login &")
        scene.await_text("no browser can be opened here, so sign in without '&'")
        scene.expect_nothing()


@case(["expired_token", r"took too long"], [None, r"declined"])
def a_device_is_refused(switch, message):
    with Scene(device_flow, *([switch] if switch else [])) as scene:
        address, code = device_of(scene)
        if not switch:
            scene.browser.sign_in(address, "deny", user_code=code)
        scene.await_prompt()
        check(re.search(message, scene.since), f"'{message}' is not said:", scene.since)
        scene.expect_nothing()


@case()
def ctrl_c_ends_a_device():
    with Scene(device_flow) as scene:
        device_of(scene)
        scene.await_server("it does not ask for the token", scene.polls)
        scene.interrupt()
        scene.expect_nothing()
        count = len(scene.polls())
        address, code = device_of(scene)
        scene.browser.sign_in(address, user_code=code)
        scene.await_prompt()
        scene.expect_stored()
        devices = [record["form"]["device_code"] for record in scene.polls()]
        check(len(set(devices)) == 2 and devices[:count] == devices[:1] * count, "the first one still asks:", devices)


@case(["no desktop"], ["over ssh"])
def without_a_browser_a_device_is_discovered(browser):
    with Scene(discovery, browser=browser) as scene:
        address, code = device_of(scene)
        scene.browser.sign_in(address, user_code=code)
        scene.await_prompt()
        scene.expect_stored()


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
