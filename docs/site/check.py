"""Checks the built site: every internal link and anchor, no address that a page loads from elsewhere, and a browser."""

import functools
import http.server
import json
import shutil
import sys
import tempfile
import threading
import time
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parent.parent.parent
SITE = ROOT / "target" / "site"
SHOTS = ROOT / "target" / "site-screenshots"
# Attributes whose address a browser loads without being asked.
LOADS = {("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src"), ("video", "src"), ("audio", "src"), ("embed", "src"), ("object", "data")}


class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.anchors, self.links, self.loads, self.text = set(), [], [], []
        self.code = 0
        self.language = ""

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag == "html":
            self.language = values.get("lang", "")
        if values.get("id"):
            self.anchors.add(values["id"])
        if tag == "a" and values.get("name"):
            self.anchors.add(values["name"])
        if tag == "a" and values.get("href") is not None:
            self.links.append(values["href"])
        if tag == "link" and values.get("href"):
            (self.links if values.get("rel") in ("alternate", "prev", "next") else self.loads).append(values["href"])
        for name, value in attributes:
            if (tag, name) in LOADS and value:
                self.loads.append(value)
        self.code += tag in ("code", "pre", "script", "style", "svg")

    def handle_endtag(self, tag):
        self.code -= tag in ("code", "pre", "script", "style", "svg")

    def handle_data(self, data):
        if not self.code:
            self.text.append(data)


def links():
    """Problems of links, and how many pages and links were seen."""
    pages = {}
    for file in sorted(SITE.rglob("*.html")):
        if file.relative_to(SITE).parts[0] != "javadoc":
            page = Page()
            page.feed(file.read_text(encoding="utf-8"))
            pages[file] = page
    problems, followed, outside = [], 0, set()
    for file, page in pages.items():
        where = file.relative_to(SITE)
        chinese = where.parts[0] == "zh"
        if page.language != ("zh" if chinese else "en"):
            problems.append(f"{where}: its language is '{page.language}'")
        twin = SITE / (Path(*where.parts[1:]) if chinese else Path("zh") / where)
        if not any(resolved(file, each) == twin for each in page.links):
            problems.append(f"{where}: no link to the same page in the other language")
        # What Markdown did not read as such.
        for mark in ("```", "](", "|---"):
            if mark in "".join(page.text):
                problems.append(f"{where}: '{mark}' is shown as text")
        for address in page.loads:
            if urlsplit(address).scheme or address.startswith("//"):
                problems.append(f"{where}: loads '{address}' from elsewhere")
            elif not resolved(file, address).is_file():
                problems.append(f"{where}: '{address}' is not there")
        for address in page.links:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                outside.add(address)
                continue
            followed += 1
            there = resolved(file, address)
            if not there.is_file():
                problems.append(f"{where}: '{address}' leads nowhere")
            elif parts.fragment and there in pages and unquote(parts.fragment) not in pages[there].anchors:
                problems.append(f"{where}: '{address}' has no such heading")
    for style in SITE.rglob("assets/**/*.css"):
        text = style.read_text(encoding="utf-8")
        if "url(http" in text or "url(//" in text or "@import" in text:
            problems.append(f"{style.relative_to(SITE)}: loads something from elsewhere")
    return problems, len(pages), followed, len(outside)


def resolved(file, address):
    path = unquote(urlsplit(address).path)
    there = Path(file.parent, path) if path else file
    there = Path(functools.reduce(lambda done, part: done.parent if part == ".." else done / part, there.parts[1:], Path(there.anchor)))
    return there / "index.html" if there.is_dir() else there


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


class Browser:
    """Headless Chromium on the built site, and everything that it asks for."""

    def __init__(self, home):
        from selenium import webdriver

        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for flag in (
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", f"--user-data-dir={home}", "--hide-scrollbars",
            "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
        ):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
        service = webdriver.ChromeService(executable_path=shutil.which("chromedriver"))
        self.driver = webdriver.Chrome(options=options, service=service)

    def screen(self, scheme, width):
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride", {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
        )
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def requested(self):
        addresses = set()
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                addresses.add(message["params"]["request"]["url"])
        return addresses

    def until(self, script, what):
        end = time.monotonic() + 30
        while time.monotonic() < end:
            found = self.driver.execute_script(script)
            if found:
                return found
            time.sleep(0.1)
        raise AssertionError(f"{self.driver.current_url}: {what}")


PAGES = ["index.html", "shapes/eks.html", "mig-layouts/a100-40gb.html", "diagnosis/messages.html"]
SCREENS = [("light", 1280), ("dark", 1280), ("light", 390), ("dark", 390)]
SEARCHES = {"": ("time slices", "sharing.html"), "zh/": ("节点池", "node-pools.html")}


def browse(base):
    """What was tried; an AssertionError says what does not work."""
    shutil.rmtree(SHOTS, ignore_errors=True)
    SHOTS.mkdir(parents=True)
    tried = Counter()
    with tempfile.TemporaryDirectory() as home:
        browser = Browser(home)
        try:
            driver = browser.driver
            for scheme, width in SCREENS:
                browser.screen(scheme, width)
                for language in ("", "zh/"):
                    for page in PAGES:
                        opened(browser, base, language, page, scheme, width)
                        tried["pages opened"] += 1
            browser.screen(*SCREENS[0])
            for language in ("", "zh/"):
                tables(browser, base + language + "shapes/eks.html")
                search(browser, base + language, *SEARCHES[language])
                switch(browser, base, language)
                tried["languages with tables, search and language switch"] += 1
            requested = browser.requested()
            elsewhere = [each for each in requested if not each.startswith((base, "data:", "blob:", "chrome", "about:"))]
            assert not elsewhere, f"requested from elsewhere: {elsewhere}"
            tried["addresses requested, none of them elsewhere"] = len(requested)
            severe = [each["message"] for each in driver.get_log("browser") if each["level"] == "SEVERE"]
            assert not severe, f"errors in the console: {severe}"
        finally:
            browser.driver.quit()
    return tried


def opened(browser, base, language, page, scheme, width):
    driver = browser.driver
    driver.get(base + language + page)
    wide = driver.execute_script("return document.documentElement.scrollWidth")
    assert wide <= width, f"{language}{page}: {wide} pixels wide on a screen of {width}"
    wanted = "slate" if scheme == "dark" else "default"
    shown = driver.execute_script("return document.body.getAttribute('data-md-color-scheme')")
    assert shown == wanted, f"{language}{page}: '{shown}' where the system is {scheme}"
    name = f"{language.strip('/') or 'en'}-{page.replace('/', '-').removesuffix('.html')}-{scheme}-{width}.png"
    driver.save_screenshot(str(SHOTS / name))


def tables(browser, address):
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys

    driver = browser.driver
    driver.get(address)
    area = driver.find_element(By.CSS_SELECTOR, ".gpuspec-rows")
    form = driver.find_element(By.CSS_SELECTOR, ".gpuspec-filters")
    heads = area.find_elements(By.CSS_SELECTOR, "th")
    price = next(index for index, head in enumerate(heads) if "Price" in head.text or "价格" in head.text)

    def column(number, attribute):
        return driver.execute_script(
            "return [...arguments[0].querySelectorAll('tbody tr')].filter(row => !row.hidden)"
            ".map(row => arguments[2] ? row.cells[arguments[1]].getAttribute(arguments[2]) : row.cells[arguments[1]].textContent)",
            area, number, attribute,
        )

    before = column(price, "data-sort")
    # By keyboard alone.
    button = heads[price].find_element(By.TAG_NAME, "button")
    driver.execute_script("arguments[0].focus()", button)
    button.send_keys(Keys.ENTER)
    assert heads[price].get_attribute("aria-sort") == "ascending", "a heading does not say that it sorts"
    up = [float(each) for each in column(price, "data-sort") if each]
    assert up == sorted(up) and len(up) > 20, f"not sorted by price: {up}"
    button.send_keys(Keys.SPACE)
    down = column(price, "data-sort")
    known = [float(each) for each in down if each]
    assert known == sorted(up, reverse=True), f"not sorted by price, greatest first: {down}"
    assert all(down[: len(known)]), "rows without a price are not the last"
    assert Counter(down) == Counter(before), "sorting has lost rows"

    form.find_element(By.TAG_NAME, "input").send_keys("g5.x")
    assert column(0, None) == ["g5.xlarge"], f"filtered by name: {column(0, None)}"
    assert form.find_element(By.TAG_NAME, "output").text.startswith(("1 of ", "显示 1 ")), "the count is wrong"
    driver.execute_script("const f = arguments[0]; f.value = ''; f.dispatchEvent(new Event('input'))", form.find_element(By.TAG_NAME, "input"))
    choice = form.find_element(By.TAG_NAME, "select")
    choice.send_keys("T4")
    gpus = set(column(1, None))
    assert gpus == {"T4"}, f"filtered by GPU: {gpus}"


def search(browser, base, words, page):
    from selenium.webdriver.common.by import By

    browser.driver.get(base + "start.html")
    # The file with what can be found is fetched when the page is there.
    field = browser.driver.find_element(By.CSS_SELECTOR, "input.md-search__input")
    browser.driver.execute_script("document.getElementById('__search').click()")
    field.send_keys(words)
    found = browser.until(
        "const found = [...document.querySelectorAll('.md-search-result__link')].map(each => each.pathname);"
        "return found.length ? found : null", f"the search for '{words}' finds nothing",
    )
    assert any(each.endswith(page) for each in found), f"the search for '{words}' finds {found}, and not {page}"


def switch(browser, base, language):
    from selenium.webdriver.common.by import By

    browser.driver.get(base + language + "rules/shape-none.html")
    browser.driver.find_element(By.CSS_SELECTOR, ".gpuspec-language").click()
    other = base + ("zh/" if not language else "") + "rules/shape-none.html"
    browser.until(f"return location.href === {json.dumps(other)}", f"the language switch does not lead to {other}")


def main():
    problems, pages, followed, outside = links()
    for problem in problems:
        print(f"docs/site/check: {problem}", file=sys.stderr)
    print(f"{pages} pages, {followed} internal links followed, {outside} addresses elsewhere not followed, {len(problems)} problems")
    if problems:
        raise SystemExit(1)
    if not shutil.which("chromium") or not shutil.which("chromedriver"):
        print("not tried in a browser: chromium and chromedriver are not installed")
        return
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(SITE)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    begin = time.monotonic()
    try:
        tried = browse("http://{}:{}/".format(*server.server_address))
    except AssertionError as failure:
        raise SystemExit(f"docs/site/check: {failure}") from failure
    finally:
        server.shutdown()
    print(f"Chromium: {', '.join(f'{count} {what}' for what, count in tried.items())}, {time.monotonic() - begin:.0f} s; screenshots in {SHOTS.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
