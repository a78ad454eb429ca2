import css from "./table.css?inline";

/** Adds the styles of tables to the style sheet of a page that has one: rich text may, and most does not. */
export function withTableStyles(html: string): string {
  return html.includes("<table") ? html.replace("</style>", () => `${css}</style>`) : html;
}
