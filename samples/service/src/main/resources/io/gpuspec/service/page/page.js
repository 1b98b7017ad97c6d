// The page of the service. It calls the endpoints that every other program calls, and shows their answers as text.
"use strict";

const MOST_BYTES = 4 * 1024 * 1024;
// So many alternatives and reasons are shown at once; the rest can be opened.
const FIRST = 6;

const EXAMPLES = {
  manifests: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: llm
spec:
  replicas: 3
  selector:
    matchLabels: {app: llm}
  template:
    metadata:
      labels: {app: llm}
      annotations:
        eks.tke.cloud.tencent.com/gpu-type: T4
    spec:
      containers:
      - name: llm
        image: registry.example/llm:v1
        resources:
          requests: {cpu: 3, memory: 10Gi}
          limits: {memory: 10Gi, nvidia.com/gpu: 1}
---
apiVersion: v1
kind: Pod
metadata:
  name: notebook
  annotations:
    eks.tke.cloud.tencent.com/gpu-type: T4
spec:
  containers:
  - name: notebook
    image: registry.example/notebook:v1
    resources:
      limits: {cpu: 6, memory: 512m, nvidia.com/gpu: 1}
`,
  nodes: `{"kind": "List", "items": [
  {"kind": "Node", "metadata": {"name": "t4-1", "labels": {"accelerator": "nvidia-t4", "workload": "inference"}},
   "status": {"allocatable": {"cpu": "47500m", "memory": "190Gi", "nvidia.com/gpu": "4"}}},
  {"kind": "Node", "metadata": {"name": "t4-2", "labels": {"accelerator": "nvidia-t4", "workload": "inference"}},
   "status": {"allocatable": {"cpu": "47500m", "memory": "190Gi", "nvidia.com/gpu": "4"}}},
  {"kind": "Node", "metadata": {"name": "a100-1", "labels": {"nvidia.com/gpu.product": "NVIDIA-A100-SXM4-80GB", "nvidia.com/gpu.count": "8"}},
   "spec": {"taints": [{"key": "workload", "value": "training", "effect": "NoSchedule"}]},
   "status": {"allocatable": {"cpu": "127", "memory": "1031Gi", "nvidia.com/gpu": "8"}}}]}
`
};

let language = "en";
// Counts the questions of each kind, so that a late answer does not replace a newer one.
const asked = {manifests: 0, nodes: 0};

const at = id => document.getElementById(id);

function word(name, ...values) {
  const [one, many = one] = WORDS[language][name].split("|");
  return (Number(values[0]) === 1 ? one : many).replace(/\{(\d)\}/g, (_, i) => String(values[i]));
}

// An element with text and elements in it. Text is only ever text: nothing here reads HTML.
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children.filter(child => child !== undefined && child !== ""));
  return element;
}

// What the library wrote and no language changes, such as the title of a source.
function english(tag, text, attributes = {}) {
  return make(tag, {lang: language === "en" ? undefined : "en", ...attributes}, text);
}

// What the library says, in the page's language if that has it. A catalog's sentence can begin with what it is of.
function told(tag, text, of = "", attributes = {}) {
  const found = language === "zh" ? phrase(of ? `${of}: ${text}` : text) ?? (of ? phrase(text) : undefined) : undefined;
  if (found === undefined) {
    return english(tag, text, attributes);
  }
  return make(tag, attributes, [`${of}：`, `${of}: `].reduce((left, start) => of && left.startsWith(start) ? left.slice(start.length) : left, found));
}

function notes(all) {
  const seen = new Map(all.map(note => [note.message, note]));
  return list(word("notes"), [...seen.values()].map(note => told("li", note.message, note.id)));
}

// --- languages

function preferred() {
  const chosen = new URLSearchParams(location.search).get("lang") ?? remembered();
  return WORDS[chosen] ? chosen : navigator.language.startsWith("zh") ? "zh" : "en";
}

function remembered() {
  try {
    return localStorage.getItem("gpuspec.language");
  } catch {
    return null; // Some browsers do not allow it.
  }
}

function speak(chosen) {
  language = chosen;
  document.documentElement.lang = chosen === "zh" ? "zh-CN" : "en";
  for (const element of document.querySelectorAll("[data-word]")) {
    element.textContent = word(element.dataset.word);
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", word(element.dataset.label));
  }
  const other = chosen === "zh" ? "en" : "zh";
  at("language").textContent = other === "zh" ? "中文" : "English";
  at("language").lang = other;
}

// What the language needs before the library's answers can be shown in it.
async function spoken() {
  if (language === "zh") {
    await readPhrases();
  }
}

function switchLanguage() {
  speak(language === "zh" ? "en" : "zh");
  try {
    localStorage.setItem("gpuspec.language", language);
  } catch {
    // It is asked again the next time.
  }
  for (const [name, question] of Object.entries(QUESTIONS)) {
    if (!at(`${name}-answer`).hidden && at(name).value.trim()) {
      question(false);
    }
  }
}

// --- the service

async function call(path, parameters, body) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value));
  let response;
  try {
    response = await fetch(query.size ? `${path}?${query}` : path, body === undefined
      ? {} : {method: "POST", body, headers: {"Content-Type": "text/plain; charset=utf-8"}});
  } catch {
    return {problems: [word("unreachable")]};
  }
  try {
    const answer = await response.json();
    return response.ok || answer.problems ? answer : {problems: [`${response.status} ${response.statusText}`]};
  } catch {
    return {problems: [`${response.status} ${response.statusText}`]};
  }
}

function refused(problems) {
  return make("div", {class: "problem"}, make("strong", {}, word("refused")),
    make("ul", {}, ...problems.map(problem => told("li", problem))));
}

// --- manifests

async function askManifests(isFocused) {
  const text = at("manifests").value;
  const provider = at("provider").value;
  const target = at("target").value;
  const mine = begin("manifests", text);
  if (mine === 0) {
    return;
  }
  const nodes = at("nodes").value;
  const [matches, findings, own] = await Promise.all([
    call("match/file", {provider}, text), call("inspect", {provider, lang: language}, text),
    nodes.trim() ? call("match/file/own", {}, JSON.stringify({manifests: text, nodes})) : undefined, spoken()]);
  const from = provider || findings.target;
  const migrated = target && from && from !== target ? await call("migrate", {from, to: target}, text) : undefined;
  if (mine !== asked.manifests) {
    return;
  }
  at("matches").replaceChildren(...(matches.problems ? [refused(matches.problems)] : showMatches(matches, provider, own)));
  at("findings").replaceChildren(...(findings.problems ? [refused(findings.problems)] : showFindings(findings, text)));
  at("migrated-part").hidden = !target;
  if (target) {
    at("migrated").replaceChildren(...showMigrated(from, target, migrated));
  }
  end("manifests", isFocused, findings.summary ? counts(findings.summary) : "");
}

function showMatches(answer, provider, own) {
  const clouds = [...answer.providers ?? [{provider, ...answer}]];
  if (own?.workloads) {
    clouds.push({provider: word("ownNodes"), ...own});
  }
  const workloads = new Map();
  for (const cloud of clouds) {
    const seen = new Map();
    for (const each of cloud.workloads) {
      const name = [each.kind, each.namespace ? `${each.namespace}/${each.name}` : each.name, each.task].filter(part => part).join(" ");
      // Two can have the same name.
      const number = (seen.get(name) ?? 0) + 1;
      seen.set(name, number);
      const key = `${name}\n${number}`;
      workloads.set(key, [...(workloads.get(key) ?? []), {cloud: cloud.provider, match: each}]);
    }
  }
  const shown = [...workloads].map(([key, matches]) => workload(key.split("\n")[0], matches));
  if (!shown.length) {
    shown.push(make("p", {}, word("noWorkload")));
  }
  return [...(own?.problems ? [refused(own.problems)] : []), ...shown, ...notes(clouds.flatMap(cloud => cloud.notes))];
}

function workload(name, matches) {
  const heads = ["cloud", "shape", "unused", "price"].map(head => make("th", {scope: "col"}, word(head)));
  const rows = matches.map(({cloud, match}) => make("tr", {class: standing(match)},
    make("th", {scope: "row"}, cloud),
    cell("shape", mark(match), match.spec ? shape(match.spec) : word(standing(match))),
    cell("unused", match.waste ? unused(match.waste) : "–"),
    cell("price", match.spec ? price(match.spec) : "–")));
  return make("article", {class: "workload"}, make("h3", {}, name),
    make("table", {}, make("caption", {class: "hidden"}, word("matches") + word("colon") + name),
      make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows)),
    ...matches.map(({cloud, match}) => reasons(cloud, match, matches.length === 1)));
}

function cell(head, ...children) {
  return make("td", {"data-head": word(head) + word("colon")}, ...children);
}

function standing(match) {
  return match.matched ? "matched" : match.judged === false ? "unjudged" : "unmatched";
}

// A sign beside the words, so that colour is not all there is.
function mark(match) {
  return make("span", {class: "mark", "aria-hidden": "true"}, {matched: "✓ ", unmatched: "✗ ", unjudged: "? "}[standing(match)]);
}

function shape(spec) {
  const parts = [spec.name];
  if (spec.gpu && !spec.name.startsWith(spec.gpu)) {
    parts.push(`${spec.gpu} ×${spec.gpus}`);
  }
  if (spec.cpu) {
    parts.push(word("cores", cores(spec.cpu)));
  }
  if (spec.memory) {
    parts.push(size(spec.memory));
  }
  const nodes = spec.plan?.nodes;
  return (nodes > 1 ? `${nodes} × ` : "") + parts.filter(part => part).join(" · ");
}

function cores(cpu) {
  return cpu.endsWith("m") ? String(Number(cpu.slice(0, -1)) / 1000) : cpu;
}

// Bytes and mebibytes that are no whole number of gibibytes would be long to read.
function size(memory) {
  const [, number, unit] = memory.match(/^(\d+)(Ki|Mi)?$/) ?? [];
  const gibibytes = Number(number) * {Ki: 2 ** 10, Mi: 2 ** 20}[unit] / 2 ** 30 || Number(number) / 2 ** 30;
  return gibibytes >= 1 ? word("about", `${Number(gibibytes.toFixed(1))}Gi`) : memory;
}

function unused(waste) {
  const parts = [];
  if (waste.gpus) {
    parts.push(word("gpusUnused", waste.gpus));
  }
  if (waste.cpu && waste.cpu !== "0") {
    parts.push(word("cores", cores(waste.cpu)));
  }
  if (waste.memory && waste.memory !== "0") {
    parts.push(size(waste.memory));
  }
  return parts.join(" · ") || word("none");
}

function price(spec) {
  const known = spec.plan?.totalPrice ?? spec.price;
  return known ? word("priceOf", known.amount, known.currency, WORDS[language][known.per] ?? known.per) : word("unknown");
}

function reasons(cloud, match, isOpen) {
  const parts = [];
  if (match.error) {
    parts.push(told("p", match.error, "", {class: "problem"}));
  }
  if (match.requested) {
    const wanted = Object.entries(match.requested).map(([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`);
    parts.push(make("p", {}, word("requested") + word("colon"), english("code", wanted.join(", "))));
  }
  if (match.largestRequests) {
    parts.push(make("p", {}, word("largestRequests", match.largestRequests.cpu, match.largestRequests.memory)));
  }
  if (match.spec?.citation) {
    parts.push(make("p", {}, word("source") + word("colon"), citation(match.spec.citation)));
  }
  parts.push(...notes(match.notes));
  parts.push(...list(word("alternatives"), match.alternatives.map(each => make("li", {}, shape(each)))));
  if (!match.error) {
    parts.push(...list(word("rejected"), match.rejected.map(each => make("li", {}, make("strong", {}, each.name), word("colon"),
      ...[...each.reasons, each.toFit].filter(part => part)
        .flatMap((part, i) => [i ? word("semicolon") : "", told("span", part, each.name)])))));
  }
  return make("details", {open: isOpen}, make("summary", {}, cloud + word("colon") + word("details")), ...parts);
}

// A list with a heading; what is beyond the first can be opened.
function list(title, items) {
  if (!items.length) {
    return [];
  }
  const parts = [make("p", {class: "list-title"}, title), make("ul", {}, ...items.slice(0, FIRST))];
  if (items.length > FIRST) {
    parts.push(make("details", {class: "more"}, make("summary", {}, word("more", items.length - FIRST)), make("ul", {}, ...items.slice(FIRST))));
  }
  return [make("div", {class: "list"}, ...parts)];
}

function citation(source) {
  if (typeof source === "string") {
    return english("cite", source);
  }
  const text = `${source.title}, ${source.date} (${source.status})`;
  return source.url?.startsWith("https://")
    ? english("a", text, {href: source.url, rel: "noreferrer"}) : english("cite", text);
}

function counts(summary) {
  return ["errors", "warnings", "infos"].map(severity => word(severity, summary[severity])).join(word("comma"));
}

function showFindings(answer, text) {
  const lines = text.split(/\r\n|\n|\r/);
  const summary = make("p", {}, counts(answer.summary));
  if (!answer.findings.length) {
    return [make("p", {class: "good"}, word("noFindings"))];
  }
  return [summary, make("ol", {class: "findings"}, ...answer.findings.map(each => finding(each, lines)))];
}

function finding(each, lines) {
  const place = make("button", {type: "button", class: "place"}, word("line", each.line, each.column));
  place.addEventListener("click", () => select(each.line, each.column));
  return make("li", {class: each.suppressed ? "suppressed" : each.severity},
    make("p", {}, make("span", {class: "severity"}, each.suppressed ? word("suppressed") : word(each.severity)), " ",
      make("code", {}, each.rule), ` ${each.kind} ${each.name} `, place),
    make("p", {}, each.message),
    ...excerpt(lines[each.line - 1], each.column),
    make("p", {}, word("fix") + word("colon") + each.fix.description),
    make("p", {class: "source"}, word("source") + word("colon"), citation(each.citation)));
}

// Columns count characters, of which some are two units of a text here.
function offset(line, column) {
  return [...line].slice(0, column - 1).join("").length;
}

// The value at a column: to the end of a quoted text, or to what ends a value.
function valueAt(line, column) {
  const rest = line.slice(offset(line, column));
  const value = rest.match(/^"(?:[^"\\]|\\.)*"|^'(?:[^']|'')*'|^[^\s,{}[\]#]+/);
  return value ? value[0] : rest.slice(0, 1);
}

// The line, with carets under the value. Wide characters are two columns, as in the text of the inspector.
function excerpt(line, column) {
  if (line === undefined) {
    return [];
  }
  const value = valueAt(line, column);
  const indent = line.length - line.trimStart().length;
  const start = offset(line, column);
  const cut = Math.min(indent, start);
  const blank = text => text.replace(/[^\t]/gu, letter => /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]/u.test(letter) ? "\u3000" : " ");
  const before = line.slice(cut, start);
  // A long line is scrolled, by keyboard too.
  return [make("pre", {class: "excerpt", tabindex: line.length > 40 ? "0" : undefined},
    before, make("mark", {}, value), line.slice(start + value.length), "\n",
    make("span", {class: "caret", "aria-hidden": "true"}, blank(before) + "^".repeat([...value].length || 1)))];
}

// Shows a place in the text that is being written.
function select(line, column) {
  const area = at("manifests");
  const lines = area.value.split("\n");
  if (line > lines.length) {
    return;
  }
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + offset(lines[line - 1], column);
  area.focus();
  area.setSelectionRange(start, start + valueAt(lines[line - 1], column).length);
  const height = parseFloat(getComputedStyle(area).lineHeight);
  area.scrollTop = Math.max(0, (line - 4) * height);
}

function showMigrated(from, target, answer) {
  if (!from) {
    return [make("p", {class: "problem"}, word("migrateFrom"))];
  }
  if (from === target) {
    return [make("p", {}, word("sameCloud"))];
  }
  if (answer.problems) {
    return [refused(answer.problems)];
  }
  const losses = answer.losses.map(loss => make("li", {class: loss.breaking ? "error" : "info"},
    word("line", loss.line, loss.column) + word("colon"), told("span", `${loss.what}: ${loss.why}; ${loss.instead}`)));
  const verdict = !losses.length ? "complete" : answer.complete ? "lost" : "incomplete";
  const parts = [make("p", {class: losses.length ? undefined : "good"}, word(verdict))];
  if (losses.length) {
    parts.push(make("ul", {class: "losses"}, ...losses));
  }
  if (answer.yaml) {
    parts.push(...yaml(answer.yaml, target));
  }
  return parts;
}

function yaml(text, target) {
  const block = make("pre", {class: "yaml", tabindex: "0", "aria-label": word("rewritten", target), role: "region"}, text);
  const copy = make("button", {type: "button", id: "copy"}, word("copy"));
  const save = make("a", {class: "button", id: "download", download: `manifests-${target.replace("/", "-")}.yaml`}, word("download"));
  save.href = URL.createObjectURL(new Blob([text], {type: "application/yaml"}));
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      say("manifests", word("copied"));
    } catch {
      getSelection().selectAllChildren(block);
      say("manifests", word("notCopied"));
    }
  });
  return [make("div", {class: "controls"}, copy, save), block];
}

// --- nodes

async function askNodes(isFocused) {
  const text = at("nodes").value;
  const mine = begin("nodes", text);
  if (mine === 0) {
    return;
  }
  const [answer] = await Promise.all([call("nodes", {}, text), spoken()]);
  if (mine !== asked.nodes) {
    return;
  }
  at("cards").replaceChildren(...(answer.problems ? [refused(answer.problems)] : showNodes(answer)));
  end("nodes", isFocused, answer.problems ? "" : total(answer));
}

function total(answer) {
  const nodes = answer.nodes.reduce((sum, each) => sum + (each.nodes ?? 1), 0);
  return answer.cards === undefined ? "" : word("total", word("cardsOf", answer.cards), word("nodesOf", nodes));
}

function showNodes(answer) {
  return [make("p", {}, total(answer)),
    make("div", {class: "nodes"}, ...answer.nodes.map(node)),
    ...notes(answer.notes)];
}

function node(each) {
  const cards = Array.from({length: Math.min(each.gpus, 16)}, () => make("span", {class: "card"}));
  const sizes = [each.cpu ? word("cores", cores(each.cpu)) : "", each.memory ? size(each.memory) : ""].filter(part => part);
  return make("article", {class: "node"},
    make("h3", {}, each.name, each.nodes > 1 ? make("span", {class: "count"}, ` ${word("alike", each.nodes)}`) : ""),
    make("div", {class: "cards", "aria-hidden": "true"}, ...cards),
    make("p", {}, `${word("each")}${word("colon")}`, make("strong", {}, `${each.gpus} × ${each.gpu}`), each.gpuMemory ? ` · ${each.gpuMemory}` : ""),
    make("p", {}, sizes.join(" · ")),
    ...chips(word("selectedBy"), Object.entries(each.labels).map(([name, value]) => `${name}=${value}`)),
    ...chips(word("taints"), each.taints));
}

function chips(title, values) {
  return values.length
    ? [make("div", {class: "chips"}, make("span", {}, title + word("colon")), ...values.map(value => make("code", {}, value)))] : [];
}

// --- what both have in common

const QUESTIONS = {manifests: askManifests, nodes: askNodes};

function say(name, text) {
  at(`${name}-status`).textContent = text;
}

function begin(name, text) {
  const field = at(name);
  if (!text.trim()) {
    field.setAttribute("aria-invalid", "true");
    say(name, word("empty"));
    field.focus();
    return 0;
  }
  field.removeAttribute("aria-invalid");
  at(`${name}-answer`).setAttribute("aria-busy", "true");
  say(name, word("working"));
  asked[name] += 1;
  return asked[name];
}

function end(name, isFocused, summary) {
  const answer = at(`${name}-answer`);
  answer.hidden = false;
  answer.removeAttribute("aria-busy");
  say(name, [word("answered"), summary].filter(part => part).join(" "));
  if (isFocused) {
    answer.focus({preventScroll: true});
    answer.scrollIntoView({block: "start"});
  }
}

function open(tab) {
  for (const each of document.querySelectorAll("[role=tab]")) {
    const isOpen = each === tab;
    each.setAttribute("aria-selected", String(isOpen));
    each.tabIndex = isOpen ? 0 : -1;
    at(each.getAttribute("aria-controls")).hidden = !isOpen;
  }
}

function step(event) {
  const tabs = [...document.querySelectorAll("[role=tab]")];
  const to = {ArrowRight: 1, ArrowLeft: -1}[event.key];
  if (to) {
    const next = tabs[(tabs.indexOf(event.target) + to + tabs.length) % tabs.length];
    open(next);
    next.focus();
    event.preventDefault();
  }
}

async function read(name, input) {
  const file = input.files[0];
  // The same file can be opened again.
  const forget = () => { input.value = ""; };
  if (!file) {
    return;
  }
  if (file.size > MOST_BYTES) {
    say(name, word("tooLarge"));
    forget();
    return;
  }
  try {
    at(name).value = await file.text();
    forget();
    QUESTIONS[name](true);
  } catch {
    say(name, word("unreadable"));
  }
}

async function start() {
  speak(preferred());
  at("language").addEventListener("click", switchLanguage);
  for (const tab of document.querySelectorAll("[role=tab]")) {
    tab.addEventListener("click", () => open(tab));
    tab.addEventListener("keydown", step);
  }
  for (const name of Object.keys(QUESTIONS)) {
    const form = at(`${name}-form`);
    form.noValidate = true; // The message below is said by screen readers and is in the page's language.
    form.addEventListener("submit", event => {
      event.preventDefault();
      QUESTIONS[name](true);
    });
    at(name).addEventListener("keydown", event => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        QUESTIONS[name](true);
      }
    });
    at(`${name}-example`).addEventListener("click", () => {
      at(name).value = EXAMPLES[name];
      at(name).focus();
    });
    at(`${name}-file`).addEventListener("change", event => read(name, event.target));
  }
  const [health] = await Promise.all([call("health", {}), spoken()]);
  for (const target of (health.targets ?? []).filter(each => each !== "own")) {
    at("provider").append(make("option", {value: target}, target));
    at("target").append(make("option", {value: target}, target));
  }
  if (health.problems) {
    say("manifests", health.problems.join(" "));
  }
}

start();
