// The only place where text goes into the page unescaped: styles, data and HTML that this build made itself.
// Content never comes here as markup; as data, it is escaped so that it can't end its element.

/** Data for scripts; browsers don't run it. */
export function DataScript({ type, data }: { type: string; data: unknown }) {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React would escape the quotes of JSON in a script
  return <script type={type} dangerouslySetInnerHTML={{ __html: json }} />;
}

/** A script of this source tree, and data for it: the attributes `data-…`. */
export function InlineScript({ code, data }: { code: string; data: Record<`data-${string}`, string> }) {
  if (/<\/script|<!--/i.test(code)) throw new Error("a script must contain neither </script nor <!--");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React would escape the quotes of a script
  return <script {...data} dangerouslySetInnerHTML={{ __html: code }} />;
}

/** HTML that React has rendered before. */
export function Markup({ html, data }: { html: string; data: Record<`data-${string}`, string> }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React would escape its own elements
  return <div {...data} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** Styles of this source tree. */
export function InlineStyle({ css }: { css: string }) {
  if (/<\/style/i.test(css)) throw new Error("a style sheet must not contain </style");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React would escape the quotes of a style sheet
  return <style dangerouslySetInnerHTML={{ __html: css }} />;
}
