"""Signs in with Chromium, by its remote debugging protocol, and photographs the page that comes last."""

import base64
import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time
import urllib.request

import websocket

from person import PASSWORD, PATIENCE, ROOT, USER, check, discovery, wait
from scene import Scene

FOLDER = ROOT / ".build/browser"
WIDTHS = [360, 1200]


class Chromium:
    """A browser without a window, with a profile of its own, as long as this lives."""

    def __init__(self, folder):
        self.count = 0
        # Chromium's sandbox does not work for root.
        options = ["--no-sandbox"] if os.geteuid() == 0 else []
        self.log = open(folder / "chromium.log", "wb")
        self.process = subprocess.Popen(
            ["chromium", "--headless", "--disable-gpu", "--no-first-run", "--no-proxy-server",
             "--remote-debugging-port=0", f"--user-data-dir={folder}/profile", *options, "about:blank"],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, env={**os.environ, "HOME": str(folder)})
        port = folder / "profile/DevToolsActivePort"
        end = time.monotonic() + 6 * PATIENCE
        # It starts slowly on a machine that is busy.
        while not (port.exists() and port.read_text().count("\n")):
            check(self.process.poll() is None and time.monotonic() < end, "Chromium does not start:",
                  pathlib.Path(self.log.name).read_text())
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(0.05)
        address = f"http://127.0.0.1:{port.read_text().splitlines()[0]}/json/list"
        pages = wait("Chromium has no page", lambda: [
            page for page in json.load(urllib.request.urlopen(address)) if page["type"] == "page"])
        self.connection = websocket.create_connection(
            pages[0]["webSocketDebuggerUrl"], timeout=PATIENCE, suppress_origin=True)
        self.call("Page.enable")

    def end(self):
        self.connection.close()
        self.process.terminate()
        self.process.wait()
        self.log.close()

    def call(self, method, **parameters):
        self.count += 1
        self.connection.send(json.dumps({"id": self.count, "method": method, "params": parameters}))
        while (answer := json.loads(self.connection.recv())).get("id") != self.count:
            pass
        check("error" not in answer, method, answer.get("error"))
        return answer["result"]

    def value(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        return answer["result"].get("value")

    def await_page(self, condition):
        """Waits until a page is there for which an expression is true."""
        return wait(f"there is no page with {condition}", lambda: self.value(
            f"document.readyState == 'complete' && !!({condition})"))

    def photograph(self, width, path):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=640, deviceScaleFactor=1, mobile=width < 500)
        check(self.value("document.documentElement.scrollWidth") <= width, "the page is wider than", width)
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    with Scene(discovery) as scene:
        chromium = Chromium(scene.folder)
        try:
            address = scene.begin()
            port, path = scene.loopback(address)
            chromium.call("Page.navigate", url=address)
            chromium.await_page("document.forms.length")
            for name, value in [("user", USER), ("password", PASSWORD)]:
                chromium.value(f"document.getElementsByName('{name}')[0].value = '{value}'")
            chromium.value("document.querySelector('button[value=allow]').click()")
            chromium.await_page(f"location.port == '{port}'")
            scene.await_prompt()
            scene.expect_stored()
            check("Lantern" in scene.run("items list"), "there are no items")
            text = chromium.value("document.body.innerText")
            check("signed in" in text.lower() and "close" in text.lower(), "the page says", repr(text))
            check(chromium.value("document.scripts.length") == 0, "the page has scripts")
            check(chromium.value("performance.getEntriesByType('resource').length") == 0, "the page loads something")
            html = chromium.value("document.documentElement.outerHTML")
            history = json.dumps(chromium.call("Page.getNavigationHistory")["entries"])
            for kind, value in scene.server.secrets():
                check(value not in html, f"the {kind} is in the page")
                check(kind == "code" or value not in history, f"the {kind} is in the browser's history")
            for width in WIDTHS:
                picture = FOLDER / f"{width}.png"
                chromium.photograph(width, picture)
                print(picture)
        finally:
            chromium.end()
    print(f"Chromium has signed in; its last page says: {' '.join(text.split())}")


if __name__ == "__main__":
    sys.exit(main())
