// Text of strangers, made fit to stand in a comment of ours.

/** GitHub takes comments of up to 65,536 characters. */
export const COMMENT_CHARACTERS = 60_000;

/** An invisible character that keeps its neighbours from being read as one. */
const JOINER = "\u2060";

/** Markdown that calls nobody, loads nothing, hides nothing, and can't pass for our marker. */
export function tamed(markdown) {
  return markdown
    .replaceAll("<!--", "&lt;!--")
    .replace(/<(?=\/?(?:img|picture|source|video|audio|a|iframe|svg)\b)/gi, "&lt;")
    .replaceAll("![", `!${JOINER}[`)
    .replace(/@(?=[\w-])/g, `@${JOINER}`)
    .replace(/#(?=\d)/g, `#${JOINER}`);
}

/** The beginning of a text, cut after a line, with what was open closed. */
export function cut(markdown, characters, told) {
  if (markdown.length <= characters) return markdown;
  const head = markdown.slice(0, characters);
  let kept = head.slice(0, head.lastIndexOf("\n") + 1);
  const fences = kept.match(/^`{3,}/gm) ?? [];
  if (fences.length % 2 === 1) kept += `${fences.at(-1)}\n`;
  const opened = (kept.match(/<details>/g) ?? []).length - (kept.match(/<\/details>/g) ?? []).length;
  return `${kept}${"\n</details>\n".repeat(Math.max(0, opened))}\n${told}\n`;
}

/** Text in a fence that nothing within it can close. */
export function fenced(text, language) {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n?$/, "\n")}${fence}\n`;
}
