// The color in the place of a picture until it is there.

export function tintClass(tint: string): string {
  return `tint-${tint}`;
}

/** Adds the rules of the tints that a page uses to its style sheet: which they are is known when its body is. */
export function withTints(html: string): string {
  const tints = new Set([...html.matchAll(/<img\b[^>]*\btint-([0-9a-f]{6})\b/g)].map(([, tint]) => tint));
  const rules = [...tints].sort().map((tint) => `.tint-${tint}{background:#${tint}}`);
  return html.replace("</style>", () => `${rules.join("")}</style>`);
}
