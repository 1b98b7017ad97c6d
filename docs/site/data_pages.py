"""Pages that are made of the library's data: catalogs, MIG layouts, diagnosis, schemas, Javadoc."""

import functools
import html
import json
import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

from babel.messages.pofile import read_po

DESCRIPTION = {
    "en": "Which node a GPU workload on Kubernetes gets, why, and the manifests for it.",
    "zh": "Kubernetes 上的 GPU 工作负载会得到哪种节点、为什么，以及相应的清单。",
}
PALETTES = {
    "en": ["Colours of the system; switch to light", "Light; switch to dark", "Dark; switch to the system's"],
    "zh": ["跟随系统；切换到浅色", "浅色；切换到深色", "深色；切换到跟随系统"],
}
CLOUDS = {
    "tke": {"name": "TKE", "targets": ["tke", "tke/gpu", "tke/qgpu"]},
    "eks": {"name": "EKS", "targets": ["eks", "eks/nodegroup"]},
    "ack": {"name": "ACK", "targets": ["ack", "ack/cgpu", "ack/eci"]},
}
TARGET_GUIDES = {
    "tke": "tke", "tke/gpu": "tke-gpu", "tke/qgpu": "tke-qgpu", "eks": "eks", "eks/nodegroup": "eks", "ack": "ack",
    "ack/cgpu": "ack", "ack/eci": "ack",
}
# What `gpuspec schema` calls them.
SCHEMA_KINDS = {"gpu-workload": "intent", "overlay": "overlay", "catalog": "catalog", "settings": "settings"}

SCHEMAS = {
    "gpu-workload": {
        "en": "intents and platform objects ([guide](intents.md))",
        "zh": "意图与平台对象（[指南](intents.md)）",
    },
    "overlay": {"en": "overlays ([guide](overlays.md))", "zh": "覆盖层（[指南](overlays.md)）"},
    "catalog": {"en": "catalogs ([guide](catalog-format.md))", "zh": "规格目录（[指南](catalog-format.md)）"},
    "settings": {"en": "`.gpuspec.yaml` ([guide](inspect.md))", "zh": "`.gpuspec.yaml`（[指南](inspect.md)）"},
    "uses": {"en": "tables of uses ([guide](recommend.md))", "zh": "用途表（[指南](recommend.md)）"},
    "match": {
        "en": "answers: `match -o json`, `GpuJson.write` ([guide](matching.md))",
        "zh": "回答：`match -o json`、`GpuJson.write`（[指南](matching.md)）",
    },
    "problems": {
        "en": "known problems of `diagnose` ([guide](diagnose.md))",
        "zh": "`diagnose` 的已知问题（[指南](diagnose.md)）",
    },
    "symptoms": {
        "en": "symptoms of `diagnose` ([guide](diagnose.md))",
        "zh": "`diagnose` 的症状（[指南](diagnose.md)）",
    },
}
UNITS = {"": 1, "Ki": 2**10, "Mi": 2**20, "Gi": 2**30, "Ti": 2**40}

WORDS = {
    "en": {
        "name": "Shape", "gpu": "GPU", "gpus": "GPUs", "part": "Part of a card", "gpuMemory": "GPU memory", "cpu": "CPU",
        "memory": "Memory", "price": "Price per hour", "source": "Source", "arch": "CPU architecture",
        "filter": "Filter rows", "all": "all", "count": "{shown} of {all} rows",
        "message": "Message", "title": "What it means", "program": "Program", "severity": "Severity", "cause": "Cause.",
        "checks": "To make sure:", "fix": "Fix.", "example": "Example", "rows": "Table of {0}",
        "sourcesBelow": "Sources of the rows:", "seen": "You see", "means": "It means", "sources": "Source", "colon": ": ",
        "error": "error", "warning": "warning", "info": "info",
    },
    "zh": {
        "name": "规格", "gpu": "GPU", "gpus": "GPU 数", "part": "卡的份额", "gpuMemory": "显存", "cpu": "CPU",
        "memory": "内存", "price": "每小时价格", "source": "出处", "arch": "CPU 架构",
        "filter": "筛选行", "all": "全部", "count": "显示 {shown} 行，共 {all} 行",
        "message": "报错", "title": "含义", "program": "程序", "severity": "严重程度", "cause": "原因。",
        "checks": "用来确认的命令：", "fix": "改法。", "example": "例子", "rows": "{0} 的表格",
        "sourcesBelow": "各行的出处：", "seen": "看到", "means": "说明", "sources": "出处", "colon": "：",
        "error": "错误", "warning": "警告", "info": "提示",
    },
}
class Data:
    """What the library says, read once for both languages."""

    def __init__(self, root, jar, schemas, openapi):
        self.root = root
        self.jar = jar
        self.schemas = schemas
        self.openapi = openapi
        targets = [target for cloud in CLOUDS.values() for target in cloud["targets"]]
        with ThreadPoolExecutor(2) as pool:
            answers = pool.map(
                lambda target: self._run("-jar", str(jar), "catalog", "--provider", target, "-o", "json"), targets
            )
            drawings = pool.submit(self._run, "-cp", str(jar), str(root / "docs/site/MigDrawings.java"))
            self.catalogs = {target: json.loads(answer)["specs"] for target, answer in zip(targets, answers)}
            self.layouts = layouts(drawings.result())
        data = root / "gpu-manifest-inspect/src/main/resources/io/gpuspec/diagnosis"
        self.problems = []
        for file in sorted(data.glob("*.json")):
            document = json.loads(file.read_text(encoding="utf-8"))
            for problem in document.get("problems", []) if not file.name.endswith(".schema.json") else []:
                self.problems.append({**problem, "citation": document["citations"][problem["citation"]]})
        self.symptoms = json.loads((data / "symptoms.json").read_text(encoding="utf-8"))
        self.chinese = catalog(root / "samples/cli/src/main/resources/io/gpuspec/cli/zh-diagnosis.po")

    def told(self, language, value):
        """A text of a problem or symptom in the page's language, as `gpuspec diagnose --lang` has it."""
        return self.chinese.get(value, value) if language == "zh" else value

    def _run(self, *arguments):
        result = subprocess.run(
            ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", *arguments], capture_output=True, text=True, check=False
        )
        if result.returncode:
            raise SystemExit(f"docs/site/build: java {' '.join(arguments)}: {result.stderr}")
        return result.stdout

    def schema(self, file, language):
        """The text of a schema: in the page's language, whole and with all names, where the command line writes it."""
        kind = SCHEMA_KINDS.get(short(file))
        if kind is None:
            return (self.root / file).read_text(encoding="utf-8")
        return self._run("-jar", str(self.jar), "schema", kind, "--lang", language)

    def pages(self, language, javadoc):
        pages = {f"shapes/{cloud}.md": self._shapes(language, cloud) for cloud in CLOUDS}
        pages["diagnosis/symptoms.md"] = self._symptoms(language)
        xids = [each for each in self.problems if each["id"].startswith("xid-")]
        others = [each for each in self.problems if not each["id"].startswith("xid-")]
        titles = {
            "en": ("Messages and what they mean", "XIDs of the driver"),
            "zh": ("报错及其含义", "驱动的 XID"),
        }[language]
        pages["diagnosis/messages.md"] = self._problems(language, titles[0], others)
        pages["diagnosis/xid.md"] = self._problems(language, titles[1], xids)
        pages.update(self._mig(language))
        pages["schemas.md"] = self._schemas(language)
        pages["java-api.md"] = java_api(language, javadoc)
        return pages

    def _shapes(self, language, cloud):
        words = WORDS[language]
        name = CLOUDS[cloud]["name"]
        lines = [
            # The table needs the width.
            "---", "hide: [toc]", "---", "",
            {"en": f"# Shapes of {name}", "zh": f"# {name} 的规格"}[language],
            "",
            {
                "en": "What `gpuspec catalog` lists. Click a heading to sort by it, and again for the other direction; "
                "the fields above a table choose rows. Prices are those of the source, in its region, on its date.",
                "zh": "`gpuspec catalog` 列出的内容。点击表头按该列排序，再点一次反向；表格上方的输入框用来筛选行。"
                "价格来自所写的出处、地域和日期。",
            }[language],
            "",
        ]
        for target in CLOUDS[cloud]["targets"]:
            specs = self.catalogs[target]
            columns = ["name", "gpu", "gpus", "part", "gpuMemory", "cpu", "memory", "price", "arch", "source"]
            used = [column for column in columns if any(cell(spec, column)[0] for spec in specs)]
            sources = list(dict.fromkeys(cited(spec) for spec in specs))
            rows = [
                [(str(sources.index(cited(spec)) + 1), None, f"#{anchor(target, sources.index(cited(spec)))}") if column == "source"
                 else cell(spec, column) for column in used]
                for spec in specs
            ]
            lines += [
                f"## {target}", "",
                {
                    "en": f"Edition {specs[0]['edition']}, {len(specs)} shapes. "
                    f"[How requests are read there](../catalogs/{TARGET_GUIDES[target]}.md).",
                    "zh": f"版本 {specs[0]['edition']}，共 {len(specs)} 个规格。"
                    f"[那里怎样理解请求](../catalogs/{TARGET_GUIDES[target]}.md)。",
                }[language],
                "",
                table(words, used, rows, {"gpu", "gpus", "arch"}, target),
                "",
                words["sourcesBelow"],
                "",
                *[
                    f'{number}. <span id="{anchor(target, number - 1)}"></span>{linked(title, url)}'
                    for number, (title, url) in enumerate(sources, 1)
                ],
                "",
            ]
        return "\n".join(lines)

    def _symptoms(self, language):
        words = WORDS[language]
        told = functools.partial(self.told, language)
        lines = [
            {"en": "# Diagnosis by symptom", "zh": "# 按症状诊断"}[language], "",
            {
                "en": "For symptoms that no message names. The checks are in the order in which they exclude causes; "
                "`gpuspec diagnose --symptom` leads through the same. If there is a message, look for it in "
                "[messages](messages.md) or [XIDs](xid.md), or give the whole text to [`gpuspec diagnose`](../diagnose.md).",
                "zh": "没有报错时用。检查按排除原因的顺序排列，`gpuspec diagnose --symptom` 给出同样的步骤。"
                "有报错时，请查[报错](messages.md)或 [XID](xid.md)，或者把整段文字交给 [`gpuspec diagnose`](../diagnose.md)。",
            }[language],
            "",
        ]
        for symptom in self.symptoms["symptoms"]:
            lines += [f"## {text(sentence(told(symptom['title'])))} {{ #{symptom['id']} }}", "", f"`gpuspec diagnose --symptom {symptom['id']}`", ""]
            for number, step in enumerate(symptom["steps"], 1):
                lines += [f"### {number}. {text(told(step['question']))} {{ #{symptom['id']}-{number} }}", "", code(step["command"]), ""] if step.get("command") else [
                    f"### {number}. {text(told(step['question']))} {{ #{symptom['id']}-{number} }}", ""]
                lines += [f"| {words['seen']} | {words['means']} |", "|---|---|"]
                for answer in step["answers"]:
                    lines.append(f"| {cell_text(told(answer['seen']))} | {cell_text(told(answer['means']))} |")
                lines.append("")
            lines += [source(words, self.symptoms["citations"][symptom["citation"]]), ""]
        return "\n".join(lines)

    def _problems(self, language, title, problems):
        words = WORDS[language]
        told = functools.partial(self.told, language)
        lines = [
            f"# {title}", "",
            {
                "en": f"The {len(problems)} problems of this kind that `gpuspec diagnose` knows. Text in braces stands for what differs "
                "from case to case. Give `gpuspec diagnose` the whole text, and it fills them in.",
                "zh": f"`gpuspec diagnose` 认识的此类问题，共 {len(problems)} 个。花括号里的文字代表每次不同的内容。"
                "把整段文字交给 `gpuspec diagnose`，它会填上这些内容。",
            }[language],
            "",
        ]
        columns = ["message", "title", "program", "severity"]
        xid = all(each["id"].startswith("xid-") for each in problems)
        rows = [
            [
                (each["title"] if xid else each["messages"][0], None, "#" + each["id"]), (told(each["cause"] if xid else each["title"]), None, None),
                (each["program"], None, None), (words[each.get("severity", "error")], None, None),
            ]
            for each in problems
        ]
        lines += [table(words, columns, rows, {"program", "severity"}, title), ""]
        programs = list(dict.fromkeys(each["program"] for each in problems))
        for program in programs:
            lines += [f"## {program}", ""]
            for each in (one for one in problems if one["program"] == program):
                lines += [f"### {text(sentence(told(each['title'])))} {{ #{each['id']} }}", "", code("\n".join(each["messages"]), "text"), ""]
                if each.get("versions"):
                    lines += [f"*{text(told(each['versions']))}*", ""]
                lines += [f"**{words['cause']}** {text(told(each['cause']))}", ""]
                if each.get("checks"):
                    lines += [words["checks"], "", code("\n".join(each["checks"])), ""]
                lines += [f"**{words['fix']}** {text(told(each['fix']))}", "", source(words, each["citation"]), ""]
        return "\n".join(lines)

    def _mig(self, language):
        pages = {}
        index = [
            {"en": "# MIG layouts, drawn", "zh": "# MIG 布局图"}[language], "",
            {
                "en": "Every layout of a GPU to which no instance can be added, for profiles without media engines "
                "(`1g.5gb+me` and the like). [The guide](../mig.md) says how they are found.",
                "zh": "每种 GPU 的全部布局（不能再加入任何实例），只画不带媒体引擎的规格（不含 `1g.5gb+me` 之类）。"
                "[指南](../mig.md)说明它们怎样得出。",
            }[language],
            "",
            {"en": "| GPU | layouts | placements | from |", "zh": "| GPU | 布局数 | 位置 | 依据 |"}[language],
            "|---|---|---|---|",
        ]
        for gpu in self.layouts:
            name = re.sub(r"[^a-z0-9]+", "-", gpu["name"].lower()).strip("-")
            drawn = gpu["layouts"]
            label = f"[{gpu['name']}]({name}.md)" if drawn else gpu["name"]
            index.append(f"| {label} | {len(drawn)} | {gpu['geometry']} | {cell_text(gpu['from'])} |")
            if drawn:
                lines = [
                    {"en": f"# MIG layouts of {gpu['name']}", "zh": f"# {gpu['name']} 的 MIG 布局"}[language], "",
                    {
                        "en": f"{len(drawn)} layouts; placements: {gpu['geometry']} ({text(gpu['from'])}). "
                        "Green is an instance, grey a slice that no further instance can use. [All GPUs](index.md).",
                        "zh": f"共 {len(drawn)} 种布局；位置：{gpu['geometry']}（{text(gpu['from'])}）。"
                        "绿色是实例，灰色是没有实例能再使用的切片。[全部 GPU](index.md)。",
                    }[language],
                    "", '<div class="gpuspec-layouts" data-search-exclude>',
                ]
                for line, svg in drawn:
                    lines.append(f"<figure>{labelled(svg, line)}</figure>")
                lines += ["</div>", ""]
                pages[f"mig-layouts/{name}.md"] = "\n".join(lines)
        pages["mig-layouts/index.md"] = "\n".join(index) + "\n"
        return pages

    def _schemas(self, language):
        lines = [
            "# JSON Schema" + ("s" if language == "en" else ""), "",
            {
                "en": "JSON Schema 2020-12; each is also in the jar. [Editors](editors.md) complete and check files with them.",
                "zh": "JSON Schema 2020-12，jar 里也有。[编辑器](editors.md)用它们补全和检查文件。",
            }[language],
            "",
            {"en": "| schema | of | title |", "zh": "| schema | 用于 | 标题 |"}[language], "|---|---|---|",
        ]
        known = list(SCHEMAS)
        for schema in sorted(self.schemas, key=lambda each: (short(each) not in known, known.index(short(each)) if short(each) in known else each)):
            title = json.loads((self.root / schema).read_text(encoding="utf-8")).get("title", "")
            what = SCHEMAS.get(short(schema), {}).get(language, "")
            lines.append(f"| [{os.path.basename(schema)}](schemas/{os.path.basename(schema)}) | {what} | {cell_text(title)} |")
        if self.openapi:
            lines += ["", {
                "en": f"The endpoints of [the service](service.md) are described by [{self.openapi.name}]({self.openapi.name}).",
                "zh": f"[服务](service.md)的接口见 [{self.openapi.name}]({self.openapi.name})。",
            }[language]]
        return "\n".join(lines) + "\n"


def catalog(file):
    """The translations of a PO file, by their English."""
    with file.open("rb") as lines:
        return {message.id: message.string for message in read_po(lines) if message.id}


def short(schema):
    return os.path.basename(schema).removesuffix(".schema.json")


def layouts(printed):
    gpus = []
    for line in printed.splitlines():
        fields = line.split("\t")
        if fields[0] == "GPU":
            gpus.append({"name": fields[1], "geometry": fields[2], "from": fields[3], "layouts": []})
        elif fields[0] == "LAYOUT":
            gpus[-1]["layouts"].append([fields[1], ""])
        else:
            gpus[-1]["layouts"][-1][1] += line.strip()
    return gpus


def labelled(svg, line):
    """The layout's text is what a screen reader says of the drawing."""
    return svg.replace("<svg ", f'<svg aria-label="{html.escape(line)}" ', 1)


def cell(spec, column):
    """What a cell shows, the number that it is sorted by, and where it leads."""
    if column == "part":
        part = spec.get("fraction", "")
        return (part, float(Fraction(part)) if part else None, None)
    if column == "gpuMemory":
        return measured(spec.get(column), quantity)
    if column == "cpu":
        value = spec.get("cpu", "")
        if isinstance(value, list):
            return (", ".join(value), quantity(value[-1]), None)
        return measured(value, quantity)
    if column == "memory":
        value = spec.get("memory", "")
        if isinstance(value, dict):
            return (f"{value['min']} – {value['max']}", quantity(value["max"]), None)
        return measured(value, quantity)
    if column == "price":
        price = spec.get("price")
        if not price:
            return ("", None, None)
        return (f"{price['amount']} {price['currency']}", float(price["amount"]), None)
    if column == "gpus":
        return (str(spec["gpus"]), spec["gpus"], None)
    if column == "source":
        return (*cited(spec), None)
    return (spec.get(column, ""), None, None)


def cited(spec):
    citation = spec["citation"]
    return f"{citation['title']}, {citation['date']} ({citation['status']})", citation.get("url")


def anchor(target, number):
    return f"{target.replace('/', '-')}-source-{number + 1}"


def linked(title, url):
    return f"[{text(title)}]({url})" if url else text(title)


def measured(value, number):
    return (str(value), number(str(value)), None) if value else ("", None, None)


def quantity(value):
    digits, unit = re.fullmatch(r"([0-9.]+)([A-Za-z]*)", value).groups()
    return float(digits) / 1000 if unit == "m" else float(digits) * UNITS[unit]


NUMBERS = {"gpus", "part", "gpuMemory", "cpu", "memory", "price"}


def table(words, columns, rows, choices, name):
    """A table that tables.js makes sortable; one line, so that it is one block of HTML."""
    out = [
        f'<div class="gpuspec-rows" tabindex="0" role="region" aria-label="{html.escape(words["rows"].format(name))}"'
        f' data-search-exclude data-filter="{words["filter"]}" data-all="{words["all"]}" data-count="{words["count"]}">',
        '<table class="gpuspec-table"><thead><tr>',
    ]
    for column in columns:
        out.append(f'<th scope="col"{" data-choice" if column in choices else ""}>{words[column]}</th>')
    out.append("</tr></thead><tbody>")
    for row in rows:
        out.append("<tr>")
        for column, (shown, number, link) in zip(columns, row):
            is_number = column in NUMBERS
            attributes = ' class="number" data-sort="' + ("" if number is None else f"{number:.10g}") + '"' if is_number else ""
            content = html.escape(shown)
            if link:
                content = f'<a href="{html.escape(link)}">{content}</a>'
            out.append(f"<td{attributes}>{content}</td>")
        out.append("</tr>")
    out.append("</tbody></table></div>")
    return "".join(out)


def sentence(title):
    return title[:1].upper() + title[1:]


def text(value):
    """Prose of the data: what looks like a tag or an emphasis is text, outside of code."""
    parts = re.split(r"(`[^`]*`)", value)
    return "".join(
        part if index % 2 else re.sub(r"([*_\[\]\\])", r"\\\1", part.replace("&", "&amp;").replace("<", "&lt;"))
        for index, part in enumerate(parts)
    )


def cell_text(value):
    return text(value).replace("|", "&#124;")


def code(value, language="sh"):
    return f"```{language}\n{value}\n```"


def source(words, citation):
    return f"{words['sources']}{words['colon']}{linked(*cited({'citation': citation}))}"


def java_api(language, javadoc):
    lines = ["# Javadoc", ""]
    if javadoc:
        lines += [{"en": "The public API of each module, with examples that are run:", "zh": "每个模块的公共 API，其中的例子都经过运行："}[language], ""]
        up = "" if language == "en" else "../"
        lines += [f'- <a href="{up}javadoc/{module}/index.html">{module}</a>' for module in javadoc]
    else:
        lines += [
            {
                "en": "This build of the site has no Javadoc. These commands build it, and then the site with it:",
                "zh": "本站这次构建不含 Javadoc。下面的命令先构建 Javadoc，再构建包含它的站点：",
            }[language],
            "", "```sh\nmvn -B -ntp -P release -Dmaven.test.skip=true package\ndocs/site/build\n```",
        ]
    return "\n".join(lines) + "\n"
