// Problems in the form that Vite's overlay shows.

import { resolve } from "node:path";
import type { ErrorPayload } from "vite";

type ForOverlay = ErrorPayload["err"];

/** Something wrong with the content: site_check::report::ReportedDiagnostic. */
interface Problem {
  file: string;
  place: { line: number; column: number; end_line?: number; end_column?: number } | null;
  code: string;
  severity: "error" | "warning";
  message: string;
  expected: string | null;
  found: string | null;
  help: string;
  /** The part of the line to show, and the column of its first character. */
  source_line: string | null;
  source_column: number | null;
  /** The command that explains the rule. */
  docs: string | null;
}

/** What `cargo site dev` sends. */
export interface Message {
  problems: Problem[];
  /** Why the content can't be read. */
  interruption: string | null;
}

/** The first error with its place and line, and the message and place of each other error. */
export function problemsForOverlay({ problems, interruption }: Message): ForOverlay | undefined {
  if (interruption !== null) return { plugin: "content", message: interruption, stack: "" };
  const [first, ...others] = problems.filter(({ severity }) => severity === "error");
  if (!first) return undefined;
  const { file, place, code, message, expected, found, help, docs } = first;
  const rows = Object.entries({ Expected: expected, Found: found, "What to do": help, More: docs });
  const details = rows.flatMap(([name, text]) => (text ? `${name}: ${text}` : []));
  return {
    plugin: code,
    message: [message, "", ...details].join("\n"),
    id: resolve(file),
    ...(place && { loc: { ...place, file: resolve(file) }, frame: excerpt(first) }),
    // Paths from the root become links that open the editor.
    stack: others.map((other) => `${other.message}\n    at ${at(other)}`).join("\n"),
  };
}

function at({ file, place }: Problem): string {
  return place ? `${resolve(file)}:${place.line}:${place.column}` : resolve(file);
}

/** The line, with the problem marked. */
function excerpt({ source_line, source_column, place }: Problem): string {
  if (source_line === null || !place) return "";
  const { line, column, end_line, end_column } = place;
  const first = source_column ?? 1;
  const lineEnd = first + [...source_line].length;
  const end = end_line === line ? Math.min(end_column ?? 0, lineEnd) : lineEnd;
  const margin = String(line).replaceAll(/./g, " ");
  const marks = " ".repeat(column - first) + "^".repeat(Math.max(1, end - column));
  return `${line} | ${source_line}\n${margin} | ${marks}\n`;
}

/** An error from a component or from Vite, with the stack of its cause. */
export function errorForOverlay(error: Error & Partial<ForOverlay>): ForOverlay {
  const { message, stack = "", cause, id, loc, frame, plugin = "component" } = error;
  const origin = cause instanceof Error ? (cause.stack ?? stack) : stack;
  return { message, stack: origin, plugin, ...(id && { id }), ...(loc && { loc }), ...(frame && { frame }) };
}
