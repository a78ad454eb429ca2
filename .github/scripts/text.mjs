// Quotes text, possibly by strangers, in our comments.

/** GitHub accepts comments of up to 65,536 characters. */
export const COMMENT_CHARACTERS = 60_000;

/** Characters that are invisible, or that change the order of others. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const INLINE_CHARACTERS = 400;

/**
 * The start of a text, cut after a line, with open constructs closed.
 * @param {string} markdown @param {number} characters @param {string} note a sentence that says where the rest is
 */
export function cut(markdown, characters, note) {
  if (markdown.length <= characters) return markdown;
  const head = markdown.slice(0, characters);
  let kept = head.slice(0, head.lastIndexOf("\n") + 1);
  const fences = kept.match(/^`{3,}/gm) ?? [];
  if (fences.length % 2 === 1) kept += `${fences.at(-1)}\n`;
  const opened = (kept.match(/<details>/g) ?? []).length - (kept.match(/<\/details>/g) ?? []).length;
  return `${kept}${"\n</details>\n".repeat(Math.max(0, opened))}\n${note}\n`;
}

/**
 * Text in a fence that its content can't close. Without lines, the fence is empty, without an empty line.
 * @param {string | string[]} text or its lines @param {string} language
 */
export function fenced(text, language) {
  const lines = typeof text === "string" ? text.replace(/\n$/, "").split("\n") : text;
  const fence = "`".repeat(Math.max(3, longest(lines.join("\n")) + 1));
  return [`${fence}${language}`, ...lines, `${fence}\n`].join("\n");
}

/** A short text as inline code: no part of it becomes Markdown, a mention or a link. @param {string} text */
export function inline(text) {
  const visible = text.replace(INVISIBLE, "\u{fffd}");
  const short = visible.length > INLINE_CHARACTERS ? `${visible.slice(0, INLINE_CHARACTERS)}…` : visible;
  const ticks = "`".repeat(longest(short) + 1);
  return `${ticks} ${short} ${ticks}`;
}

/** The length of the longest run of backticks. @param {string} text */
function longest(text) {
  return (text.match(/`+/g) ?? []).reduce((most, ticks) => Math.max(most, ticks.length), 0);
}
