"""The pages of the repository as pages of the site: the same text, with links that lead somewhere there."""

import os
import re
from pathlib import Path

LANGUAGES = ("en", "zh")
FENCE = re.compile(r"^( *)(`{3,})")
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^()\s]+)\)")
LANGUAGE_LINE = re.compile(r"^(English · \[中文\]|\[English\]\([^)]*\) · 中文).*\n+", re.M)
LIST_ITEM = re.compile(r"^( *)([-*]|\d+\.) ")

# Pages outside docs, by their place in the repository.
OUTSIDE = {
    "CONTRIBUTING.md": "project/contributing.md",
    "CHANGELOG.md": "project/changelog.md",
    "SECURITY.md": "project/security.md",
}
HOME = {"en": "README.md", "zh": "README.zh.md"}


class Guides:
    """Which file of the repository is which page of the site, in both languages."""

    def __init__(self, root, schemas, repository):
        self.root = root
        self.repository = repository
        # From any place in the repository to the place on the site, for links.
        self.places = {"docs/adr": "adr/index.md", "docs/rules": "rules/index.md"}
        # From the place on the site to the file, for each language.
        self.sources = {language: {} for language in LANGUAGES}
        for file in sorted((root / "docs").rglob("*.md")):
            path = file.relative_to(root).as_posix()
            if path.startswith("docs/zh/"):
                place = path.removeprefix("docs/zh/")
                self.sources["zh"][place] = path
            else:
                place = path.removeprefix("docs/").replace("rules/README.md", "rules/index.md")
                self.sources["en"][place] = path
            self.places[path] = place
        for path, place in OUTSIDE.items():
            self.places[path] = place
            self.sources["en"][place] = path
        for language, path in HOME.items():
            self.places[path] = "index.md"
            self.sources[language]["index.md"] = path
        # A page that has no Chinese one is there in English, so that every link leads somewhere.
        self.sources["zh"] = {**self.sources["en"], **self.sources["zh"]}
        for drawing in sorted((root / "docs").rglob("*.svg")):
            path = drawing.relative_to(root).as_posix()
            self.places[path] = path.removeprefix("docs/")
        for schema in schemas:
            self.places[schema] = "schemas/" + os.path.basename(schema)

    def text(self, language, place):
        source = self.sources[language][place]
        text = (self.root / source).read_text(encoding="utf-8")
        if source.startswith("docs/rules/"):
            text = rule_index(text, language) if place == "rules/index.md" else rule(text, language)
        text = LANGUAGE_LINE.sub("", text)
        out, fence = [], None
        for line in text.split("\n"):
            marks = FENCE.match(line)
            if fence is None and marks:
                fence = marks.group(2)
            elif fence is not None:
                if line.strip() == fence:
                    fence = None
            else:
                line = self._links(line, language, source, place)
            out.append(line)
        return blocks("\n".join(out))

    def _links(self, line, language, source, place):
        """Links of a line, but for those in code."""
        code = [span.span() for span in re.finditer(r"`[^`]*`", line)]

        def replaced(found):
            inside = any(begin < found.start() and found.end() < end for begin, end in code)
            return found.group(0) if inside else self._link(found, language, source, place)

        return LINK.sub(replaced, line)

    def _link(self, found, language, source, place):
        mark, text, target = found.groups()
        if re.match(r"[a-z]+:", target) or target.startswith("#"):
            return found.group(0)
        path, _, anchor = target.partition("#")
        there = os.path.normpath(os.path.join(os.path.dirname(source), path))
        if there in self.places:
            if is_chinese(self.sources[language].get(self.places[there], "")) and not is_chinese(source):
                # An English page among the Chinese ones: the headings of the page that it leads to are translated.
                anchor = ""
            link = os.path.relpath(self.places[there], os.path.dirname(place) or ".")
            return f"{mark}[{text}]({link}{'#' + anchor if anchor else ''})"
        if not (self.root / there).exists():
            raise SystemExit(f"{source}: '{target}' does not exist; correct the link")
        if self.repository:
            return f"[{text}]({self.repository}/{there})"
        return f'<span class="gpuspec-source" title="{there}" markdown="span">{text}</span>'


def is_chinese(source):
    return source.startswith("docs/zh/") or source == HOME["zh"]


def blocks(text):
    """Lists and blocks as Python-Markdown reads them: an empty line before a list, four spaces a level."""
    out, fence, lists, previous = [], None, [], ""
    for line in text.split("\n"):
        marks = FENCE.match(line)
        item = None if fence else LIST_ITEM.match(line)
        if fence is None and line.strip() and not line.startswith(" ") and not item:
            lists = [] if not previous.strip() or not lists else lists
        if item:
            indent = len(item.group(1))
            while lists and indent < lists[-1][0]:
                lists.pop()
            if not lists or indent > lists[-1][0]:
                if not lists and previous.strip() and not previous.startswith("#"):
                    out.append("")
                lists.append((indent, indent + len(item.group(2)) + 1))
            line = "    " * (len(lists) - 1) + line[indent:]
        elif lists and line.startswith(" " * lists[0][1]):
            # A paragraph or block inside an item, of the innermost list that it is indented for.
            depth = max(number for number, each in enumerate(lists, 1) if line.startswith(" " * each[1]))
            line = "    " * depth + line[lists[depth - 1][1]:]
        if fence is None and marks:
            fence = marks.group(2)
        elif fence is not None and line.strip() == fence:
            fence = None
        if fence is None and not marks and line.startswith("|") and previous.strip() and not previous.startswith("|"):
            out.append("")
        out.append(line)
        previous = line
    return "\n".join(out)


def rule(text, language):
    """A rule's page in one language; the file has both, with the examples between them."""
    english, _, rest = text.partition("\n## 中文\n")
    chinese, _, source = rest.partition("\n---\n")
    if language == "en":
        return f"{english}\n{source}"
    title = english.split("\n", 1)[0]
    examples = english[english.index("\nBad:"):] if "\nBad:" in english else ""
    examples = examples.replace("\nBad:\n", "\n错误示例：\n").replace("\nGood:\n", "\n正确示例：\n")
    facts = re.search(r"Severity: ([a-z]+)\. Group: ([^.\n]+)\.", english)
    level = f"严重程度：{facts.group(1)}。分组：{facts.group(2)}。\n" if facts else ""
    return f"{title}\n{chinese}\n{level}{examples}\n{source}"


def rule_index(text, language):
    """The list of rules in one language: the third column is English, the fourth Chinese."""
    heads = {"en": "| rule | severity | what it finds |", "zh": "| 规则 | 严重程度 | 发现什么 |"}
    keep = 2 if language == "en" else 3
    out = []
    for line in text.split("\n"):
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) == 4:
            if cells[0] == "rule":
                line = heads[language]
            elif not cells[0].startswith("-"):
                line = f"| {cells[0]} | {cells[1]} | {cells[keep]} |"
            else:
                line = "|---|---|---|"
        out.append(line)
    text = "\n".join(out)
    return text.replace("# Rules of the inspector", "# 检查规则", 1) if language == "zh" else text


def decisions(guides):
    """The list of decisions, which the repository shows as a folder."""
    lines = ["# Decisions", "", "Decisions, and the alternatives that were tried.", ""]
    for place, source in sorted(guides.sources["en"].items()):
        if place.startswith("adr/"):
            title = (guides.root / source).read_text(encoding="utf-8").split("\n", 1)[0].lstrip("# ")
            lines.append(f"- [{title}]({place.removeprefix('adr/')})")
    return "\n".join(lines) + "\n"
