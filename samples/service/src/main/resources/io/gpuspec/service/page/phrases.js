// What the library says, in Chinese: by the catalog of the command line, zh.po, which is read here as Phrases.java reads it.
"use strict";

const PHRASES = {exact: new Map(), forms: []};
// How Chinese ends what English ends so.
const ENDS = {";": "；", ".": "。"};
const VALUE = /\{(\*?)([a-z]+)\}/g;
// A Chinese page waits for it once; without it, what the library says stays English.
let phrasesAreRead;

function readPhrases() {
  phrasesAreRead ??= fetch("zh.po").then(response => response.ok ? response.text() : "").then(addPhrases, () => {});
  return phrasesAreRead;
}

function addPhrases(text) {
  let entry = {};
  let part = "";
  for (const line of [...text.split("\n"), 'msgid ""']) {
    const found = line.match(/^(msgctxt|msgid|msgstr)? ?"(.*)"\r?$/);
    if (found?.[1]) {
      part = found[1];
      if (part !== "msgstr" && entry.msgstr !== undefined) {
        addPhrase(entry);
        entry = {};
      }
    }
    if (found) {
      entry[part] = (entry[part] ?? "") + found[2].replace(/\\(.)/g, "$1");
    }
  }
  // What has more words of its own says more exactly what it is.
  PHRASES.forms.sort((a, b) => b.words - a.words);
}

// A context is a place in the text of the command line, which the page does not have.
function addPhrase({msgctxt, msgid, msgstr}) {
  if (msgctxt || !msgid) {
    return;
  }
  const values = [...msgid.matchAll(VALUE)];
  if (!values.length) {
    PHRASES.exact.set(msgid, msgstr);
    return;
  }
  const literals = msgid.split(/\{\*?[a-z]+\}/).map(literal => literal.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  PHRASES.forms.push({
    english: new RegExp(`^${literals.join("(.+?)")}$`), translated: msgstr,
    words: msgid.replace(VALUE, "").length, names: values.map(([, star, name]) => ({name, isWords: star === "*"}))
  });
}

// A sentence in Chinese; undefined if the catalog does not have it.
function phrase(english) {
  const whole = PHRASES.exact.get(english);
  if (whole !== undefined) {
    return whole;
  }
  for (const form of PHRASES.forms) {
    const values = english.match(form.english)?.slice(1);
    // A value that is not itself words does not reach into the next clause.
    if (values && form.names.every(({isWords}, i) => isWords || !values[i].includes("; "))) {
      const byName = new Map(form.names.map(({name, isWords}, i) => [name, isWords ? phrase(values[i]) ?? values[i] : values[i]]));
      return form.translated.replace(VALUE, (written, star, name) => byName.get(name) ?? written);
    }
  }
  return clauses(english);
}

// Sentences and clauses one by one, if any of them is known.
function clauses(english) {
  const parts = english.split(/(?<=[;.]) +/);
  if (parts.length < 2) {
    return undefined;
  }
  const known = parts.map(part => ENDS[part.at(-1)] ? phrase(part.slice(0, -1)) : phrase(part));
  return known.some(each => each !== undefined)
    ? parts.map((part, i) => known[i] === undefined ? `${part} ` : known[i] + (ENDS[part.at(-1)] ?? "")).join("").trim()
    : undefined;
}
