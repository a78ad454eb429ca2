// Extracts the texts that people read from a file: prose, comments and messages, with their positions.

import jsTokens from "js-tokens";

/**
 * The kind of a text. `prose` is an article or a page: its spelling is checked, but not its phrases.
 *
 * @typedef {"docs" | "comment" | "message" | "content" | "prose"} Kind
 *
 * One line of a text: its content, and the line and column of its first character in the file, both starting at 1.
 * @typedef {{ text: string, line: number, column: number }} Line
 *
 * @typedef {{ kind: Kind, lines: Line[] }} Text
 */

/** A string with fewer words is a key, a name or a value, not a message. */
const MESSAGE_WORDS = 4;

const GENERATED =
  /(^|\/)(snapshots|__snapshots__|fixtures|testing|node_modules|target|schemas)\/|\.snap$|(^|\/)(package-lock\.json|Cargo\.lock|words\.txt)$|^docs\/rules\.md$|^web\/src\/content_types\.ts$|^checks\/language\/examples\.mjs$|^site-schema\/tests\/content\//;
const TESTS = /(^|\/)tests?\/|\.(test|spec)\.\w+$/;
const RUST = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|b?'(?:\\.|[^'\\\n])'|r(#*)"[\s\S]*?"\1|"(?:\\[\s\S]|[^"\\])*"/g;
const RUST_TESTS = /^#\[cfg\(test\)\]\n(?:pub )?mod \w+ \{/m;
const CSS = /\/\*[\s\S]*?\*\//g;
const SHELL = /(?<=^|\s)#[^\n]*|"(?:\\[\s\S]|[^"\\])*"|'[^']*'/g;
const YAML = /(?<=^|\s)#[^\n]*/gm;
const TOML = /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*/g;

/**
 * Returns the texts of a file, or an empty list if the check reads none of it.
 *
 * @param {string} path
 * @param {string} source
 * @returns {Text[]}
 */
export function textsOf(path, source) {
  if (GENERATED.test(path)) return [];
  if (path.startsWith("content/")) return content(path, source);
  if (path.endsWith(".md")) return [whole("docs", source)];
  if (path.endsWith(".rs")) return rust(path, source);
  if (/\.(ts|tsx|mjs)$/.test(path)) return script(path, source);
  if (path.endsWith(".css")) return tokens(source, CSS, () => "comment");
  if (/\.sh$|(^|\/)site-place$/.test(path)) return shell(path, source);
  if (/\.ya?ml$|\.toml$/.test(path)) return tokens(source, YAML, () => "comment");
  return [];
}

/** @param {string} path @param {string} source @returns {Text[]} */
function content(path, source) {
  const kind = /^content\/(articles|pages)\//.test(path) ? "prose" : "content";
  const matter = path.endsWith(".mdx") ? /^\+\+\+\n[\s\S]*?\n\+\+\+\n/.exec(source) : null;
  if (matter !== null) {
    const prose = source.slice(0, matter[0].length).replace(/[^\n]/g, "") + source.slice(matter[0].length);
    return [...tokens(matter[0], TOML, () => kind), whole(kind, prose)];
  }
  return path.endsWith(".toml") ? tokens(source, TOML, () => kind) : [];
}

/** @param {string} path @param {string} source @returns {Text[]} */
function rust(path, source) {
  const tests = TESTS.test(path) ? 0 : (RUST_TESTS.exec(source)?.index ?? source.length);
  const isProgram = /^site-[a-z]+\/src\//.test(path);
  return tokens(source, RUST, (token, index) => {
    if (token.startsWith("/")) return "comment";
    return token.startsWith('"') && isProgram && index < tests && isMessage(token) ? "message" : undefined;
  });
}

/** @param {string} path @param {string} source @returns {Text[]} */
function script(path, source) {
  /** @type {Text[]} */
  const texts = [];
  const places = new Places(source);
  const isTest = TESTS.test(path);
  let index = 0;
  for (const token of jsTokens(source, { jsx: path.endsWith(".tsx") })) {
    if (/Comment$/.test(token.type)) {
      add(texts, "comment", token.value, index, places);
    } else if (/^(String|NoSubstitutionTemplate|Template|JSXText|JSXString)/.test(token.type)) {
      if (!isTest && isMessage(token.value)) add(texts, "message", token.value, index, places);
    }
    index += token.value.length;
  }
  return texts;
}

/** @param {string} path @param {string} source @returns {Text[]} */
function shell(path, source) {
  return tokens(source, SHELL, (token) => {
    if (token.startsWith("#")) return "comment";
    return token.startsWith('"') && !TESTS.test(path) && isMessage(token) ? "message" : undefined;
  });
}

/** @param {string} literal */
function isMessage(literal) {
  return literal.split(/\s+/).filter((word) => /[a-z]{2}/i.test(word)).length >= MESSAGE_WORDS;
}

/** @param {Kind} kind @param {string} source @returns {Text} */
function whole(kind, source) {
  return { kind, lines: source.split("\n").map((text, index) => ({ text, line: index + 1, column: 1 })) };
}

/**
 * @param {string} source
 * @param {RegExp} pattern
 * @param {(token: string, index: number) => Kind | undefined} kindOf
 * @returns {Text[]}
 */
function tokens(source, pattern, kindOf) {
  /** @type {Text[]} */
  const texts = [];
  const places = new Places(source);
  for (const match of source.matchAll(pattern)) {
    const kind = kindOf(match[0], match.index);
    if (kind !== undefined) add(texts, kind, match[0], match.index, places);
  }
  return texts;
}

/**
 * Adds a token without its comment or string marks. A comment on the next line continues the previous one.
 *
 * @param {Text[]} texts
 * @param {Kind} kind
 * @param {string} token
 * @param {number} index
 * @param {Places} places
 */
function add(texts, kind, token, index, places) {
  const isComment = /^(?:\/\/|\/\*|#)/.test(token);
  const lines = [];
  let offset = index;
  const bare = isComment
    ? token
    : token.replace(/^(?:"""|["'`}])|(?:"""|["'`]|\$\{)$/g, (marks) => " ".repeat(marks.length));
  for (const raw of bare.split("\n")) {
    lines.push(isComment ? comment(raw, offset, places) : literal(raw, offset, places));
    offset += raw.length + 1;
  }
  const last = texts.at(-1);
  const line = lines[0]?.line ?? 0;
  if (isComment && last?.kind === kind && last.lines.at(-1)?.line === line - 1) {
    last.lines.push(...lines);
  } else {
    texts.push({ kind, lines });
  }
}

/** @param {string} raw @param {number} offset @param {Places} places @returns {Line} */
function comment(raw, offset, places) {
  const mark = /^\s*(?:\/\/[/!]?|\/\*+|\*(?!\/)|#+!?)? ?/.exec(raw)?.[0].length ?? 0;
  const { line, column } = places.at(offset + mark);
  return { text: raw.slice(mark).replace(/\s*\*\/$/, ""), line, column };
}

/** Blanks escapes and values, so that each character keeps its column. @param {string} raw @param {number} offset @param {Places} places @returns {Line} */
function literal(raw, offset, places) {
  const indent = /^\s*/.exec(raw)?.[0].length ?? 0;
  const { line, column } = places.at(offset + indent);
  const text = raw
    .slice(indent)
    .replace(/\\["nrt\\]|\\$/g, (mark) => (mark === '\\"' ? ' "' : " ".repeat(mark.length)))
    .replace(/\$?\{[^{}]*\}/g, (value) => "X".padEnd(value.length));
  // Markdown reads four leading spaces as code, and two trailing spaces as a line break.
  const blank = /^\s*/.exec(text)?.[0].length ?? 0;
  return { text: text.slice(blank).trimEnd(), line, column: column + blank };
}

/** The lines of a source, by index. */
class Places {
  /** @param {string} source */
  constructor(source) {
    this.starts = [0];
    for (let at = source.indexOf("\n"); at !== -1; at = source.indexOf("\n", at + 1))
      this.starts.push(at + 1);
  }

  /** The line and column of an index, from 1. @param {number} index */
  at(index) {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.starts[middle] ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: index - (this.starts[low] ?? 0) + 1 };
  }
}
