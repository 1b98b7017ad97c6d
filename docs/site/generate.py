"""Builds the site: pages of the repository, pages made of the library's data, and MkDocs for each language."""

import logging
import os
import re
import shutil
import sys
import time
import zipfile
from pathlib import Path

import jieba
import yaml
from mkdocs.commands.build import build
from mkdocs.config import load_config

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))

import data_pages  # noqa: E402
import guides as repository_pages  # noqa: E402
import site_hooks  # noqa: E402

STAGE = ROOT / "target" / "site-source"
SITE = ROOT / "target" / "site"
JAVADOC_MODULES = [
    "gpu-spec-core", "gpu-spec-advise", "gpu-spec-fleet", "gpu-provider-tke", "gpu-provider-eks", "gpu-provider-ack", "gpu-manifest-builder",
    "gpu-manifest-claims",
    "gpu-manifest-inspect",
    "verification/provider-contract",
]


def schemas():
    return sorted(
        file.relative_to(ROOT).as_posix()
        for file in ROOT.glob("gpu-*/src/main/resources/**/*.schema.json")
    )


def openapi():
    """The service's own description of its endpoints, if it has one."""
    return next(iter(sorted((ROOT / "samples/service/src/main/resources").rglob("*openapi*"))), None)


def copy_javadoc(module):
    """Copies a module's Javadoc, a folder or a jar, if it has been built."""
    there = SITE / "javadoc" / os.path.basename(module)
    folder, jar = built_javadoc(module)
    if folder:
        shutil.copytree(folder, there)
    elif jar:
        with zipfile.ZipFile(jar) as archive:
            archive.extractall(there)


def built_javadoc(module):
    target = ROOT / module / "target"
    folders = [each for each in (target / "reports/apidocs", target / "apidocs") if (each / "index.html").exists()]
    return next(iter(folders), None), next(iter(sorted(target.glob("*-javadoc.jar"))), None)


def navigation(language, pages):
    sections = yaml.safe_load((HERE / "nav.yml").read_text(encoding="utf-8"))
    named = [page for section in sections for page in section["pages"]]
    missing = [page for page in named if page not in pages]
    if missing:
        raise SystemExit(f"docs/site/nav.yml: {missing} do not exist; correct the names")
    # Lists of their own lead to these.
    listed = re.compile(r"(rules|adr|mig-layouts)/")
    others = sorted(page for page in pages if page not in named and not listed.match(page))
    nav = []
    for section in sections:
        entries = section["pages"] or others
        if entries:
            nav.append({section[language]: entries})
    return nav


def site(language, pages, schema_files, data):
    source = STAGE / language
    for place, text in pages.items():
        file = source / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    shutil.copytree(HERE / "assets", source / "assets")
    shutil.copytree(ROOT / "docs/growth", source / "growth")
    (source / "schemas").mkdir()
    for schema in schema_files:
        file = source / "schemas" / os.path.basename(schema)
        file.write_text(data.schema(schema, language), encoding="utf-8")
    described = openapi()
    if described:
        shutil.copy(described, source)
    config = load_config(
        str(HERE / "mkdocs.yml"),
        docs_dir=str(source),
        site_dir=str(SITE if language == "en" else SITE / language),
        nav=navigation(language, pages),
        hooks=[str(HERE / "site_hooks.py")],
    )
    config.theme["language"] = language
    config.theme.dirs.insert(0, str(HERE / "theme"))
    config.mdx_configs["toc"]["slugify"] = site_hooks.slug
    for palette, name in zip(config.theme["palette"], data_pages.PALETTES[language]):
        palette["toggle"]["name"] = name
    config.site_description = data_pages.DESCRIPTION[language]
    build(config)
    # A page for addresses that do not exist would need to know where the site will be.
    (Path(config.site_dir) / "404.html").unlink(missing_ok=True)


def main():
    logging.basicConfig(level=logging.WARNING, format="docs/site/build: %(levelname)s %(message)s")
    jieba.setLogLevel(logging.WARNING)
    begin = time.monotonic()
    for folder in (STAGE, SITE):
        shutil.rmtree(folder, ignore_errors=True)
    schema_files = schemas()
    data = data_pages.Data(ROOT, ROOT / os.environ["GPUSPEC_JAR"], schema_files, openapi())
    known = repository_pages.Guides(ROOT, schema_files, os.environ.get("GPUSPEC_REPOSITORY", "").rstrip("/"))
    counter = WarningCounter()
    logging.getLogger("mkdocs").addHandler(counter)
    SITE.mkdir(parents=True)
    copied = [os.path.basename(module) for module in JAVADOC_MODULES if any(built_javadoc(module))]
    for language in repository_pages.LANGUAGES:
        pages = {place: known.text(language, place) for place in known.sources[language]}
        pages["adr/index.md"] = repository_pages.decisions(known)
        pages.update(data.pages(language, copied))
        site(language, pages, schema_files, data)
    for module in JAVADOC_MODULES:
        copy_javadoc(module)
    if counter.count:
        raise SystemExit(f"docs/site/build: {counter.count} warnings; see above")
    built = len([file for file in SITE.rglob("*.html") if "javadoc" not in file.parts])
    print(f"{built} pages in {SITE.relative_to(ROOT)}, Javadoc of {len(copied)} modules, {time.monotonic() - begin:.0f} s")


class WarningCounter(logging.Handler):
    def __init__(self):
        super().__init__(logging.WARNING)
        self.count = 0

    def emit(self, record):
        self.count += 1


if __name__ == "__main__":
    main()
