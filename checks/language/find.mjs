// Finds phrases and misspelled words: textlint reads Markdown and applies the patterns, and cspell checks the words.

import { readFileSync } from "node:fs";
import { TextlintKernel } from "@textlint/kernel";
import markdown from "@textlint/textlint-plugin-markdown";
import pattern from "@textlint-rule/textlint-rule-pattern";
import { PATTERNS } from "./patterns.mjs";

/**
 * A phrase or a word, from the line and column of its first character to the line of its last.
 *
 * @typedef {{ line: number, column: number, last: number, level: "error" | "warning", message: string }} Hit
 *
 * @typedef {import("./texts.mjs").Text} Text
 * @typedef {import("./patterns.mjs").Pattern} Pattern
 */

/** Dictionaries of cspell beyond the default ones. */
const DICTIONARIES = [
  "bash",
  "css",
  "fullstack",
  "html",
  "networking-terms",
  "node",
  "npm",
  "rust",
  "typescript",
];

const kernel = new TextlintKernel();
const plugin = /** @type {any} */ (markdown).default ?? markdown;
const rule = /** @type {any} */ (pattern).default ?? pattern;

/**
 * Finds phrases in the texts of one file. Doesn't read quoted or fenced code.
 *
 * @param {Text[]} texts
 * @returns {Promise<Hit[]>}
 */
export async function findPhrases(texts) {
  const read = texts.filter((text) => text.kind !== "prose");
  if (read.length === 0) return [];
  const document = join(read);
  const { messages } = await kernel.lintText(document.text, {
    ext: ".md",
    plugins: [{ pluginId: "markdown", plugin }],
    rules: [{ ruleId: "pattern", rule, options: { patterns: PATTERNS.map(textlintPattern) } }],
  });
  const byMessage = new Map(PATTERNS.map((known) => [message(known), known]));
  /** @type {Hit[]} */
  const hits = [];
  for (const found of messages) {
    const known = byMessage.get(found.message);
    if (known === undefined) throw new Error(`textlint says: ${found.message}`);
    const { line, column, kind } = document.place(found.range[0]);
    const phrase = document.text.slice(found.range[0], found.range[1]).replace(/\s+/g, " ").trim();
    // Content tells true stories about one person, and its editors don't maintain the patterns.
    if (kind === "content" && known.name === "she") continue;
    const level = kind === "content" ? "warning" : known.level;
    const { line: last } = document.place(found.range[1] - 1);
    hits.push({ line, column, last, level, message: `${known.name}: "${phrase}": ${known.advice}` });
  }
  return hits;
}

/**
 * Finds words that neither cspell nor words.txt contains. They are warnings, because many are names.
 *
 * @param {Text[]} texts
 * @returns {Promise<Hit[]>}
 */
export async function findWords(texts) {
  if (texts.length === 0) return [];
  const document = join(texts);
  const { spellCheckDocument } = await import("cspell-lib");
  const { issues } = await spellCheckDocument(
    { uri: "text.md", text: document.text, languageId: "markdown", locale: "en-US" },
    { generateSuggestions: false, noConfigSearch: true },
    await settings(),
  );
  /** @type {Hit[]} */
  const hits = [];
  for (const issue of issues) {
    const { line, column } = document.place(issue.offset);
    hits.push({ line, column, last: line, level: "warning", message: `unknown word "${issue.text}"` });
  }
  return hits;
}

/** @param {Pattern} known */
function message(known) {
  return `${known.name}: ${known.advice}`;
}

/** @param {Pattern} known */
function textlintPattern(known) {
  const { source, flags } = known.pattern;
  return {
    message: message(known),
    pattern: `/${source}/${flags}`,
    allowNodeTypes: known.headings === false ? ["Header"] : [],
  };
}

/** @type {Promise<any> | undefined} */
let loaded;

/** cspell's own settings with the project's words, loaded once. */
function settings() {
  loaded ??= (async () => {
    // Loading the dictionaries takes a second, so it happens only for changes with text.
    const { getDefaultSettings, mergeSettings } = await import("cspell-lib");
    const words = readFileSync(new URL("words.txt", import.meta.url), "utf8");
    return mergeSettings(await getDefaultSettings(), {
      language: "en-US",
      dictionaries: DICTIONARIES,
      words: words.split("\n").filter((word) => word !== "" && !word.startsWith("#")),
      // Code in Markdown, fact tokens, link targets, and hexadecimal digits.
      ignoreRegExpList: [
        "/```[^]*?```/g",
        "/`[^`]*`/g",
        "/\\{[\\w-]*\\}/g",
        "/\\]\\([^)]*\\)/g",
        "/\\b[0-9a-f]{7,}\\b/g",
        "Urls",
      ],
    });
  })();
  return loaded;
}

/** Joins texts into one document of Markdown, which knows where each character comes from. @param {Text[]} texts */
function join(texts) {
  /** @type {{ at: number, line: number, column: number, kind: import("./texts.mjs").Kind }[]} */
  const starts = [];
  let text = "";
  for (const { kind, lines } of texts) {
    for (const line of lines) {
      starts.push({ at: text.length, line: line.line, column: line.column, kind });
      text += `${line.text}\n`;
    }
    text += "\n";
  }
  return {
    text,
    /** @param {number} index */
    place(index) {
      const start = starts.findLast(({ at }) => at <= index) ?? { at: 0, line: 1, column: 1, kind: "docs" };
      return { line: start.line, column: start.column + index - start.at, kind: start.kind };
    },
  };
}
