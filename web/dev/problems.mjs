// Problems in the form that Vite's overlay shows.

import { resolve } from "node:path";

/** @typedef {import("vite").ErrorPayload["err"]} ForOverlay */

/**
 * Something wrong with the content: site_check::report::ReportedDiagnostic.
 * @typedef {object} Problem
 * @property {string} file
 * @property {{ line: number, column: number, end_line?: number, end_column?: number } | null} place
 * @property {string} code
 * @property {"error" | "warning"} severity
 * @property {string} message
 * @property {string | null} expected
 * @property {string | null} found
 * @property {string} help
 * @property {string | null} source_line the part of the line to show
 * @property {number | null} source_column the column of its first character
 * @property {string | null} docs the command that explains the rule
 */
/**
 * What `cargo site dev` sends.
 * @typedef {object} Problems
 * @property {Problem[]} problems
 * @property {string | null} interruption why the content can't be read
 */

/**
 * The first error with its place and line, and the message and place of each other error.
 * @param {Problems} problems
 * @returns {ForOverlay | undefined}
 */
export function problemsForOverlay({ problems, interruption }) {
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

/** @param {Problem} problem */
function at({ file, place }) {
  return place ? `${resolve(file)}:${place.line}:${place.column}` : resolve(file);
}

/** The line, with the problem marked. @param {Problem} problem */
function excerpt({ source_line, source_column, place }) {
  if (source_line === null || !place) return "";
  const { line, column, end_line, end_column } = place;
  const first = source_column ?? 1;
  const lineEnd = first + [...source_line].length;
  const end = end_line === line ? Math.min(end_column ?? 0, lineEnd) : lineEnd;
  const margin = String(line).replaceAll(/./g, " ");
  const marks = " ".repeat(column - first) + "^".repeat(Math.max(1, end - column));
  return `${line} | ${source_line}\n${margin} | ${marks}\n`;
}

/**
 * An error from a component or from Vite, with the stack of its cause.
 * @param {Error & Partial<ForOverlay>} error
 * @returns {ForOverlay}
 */
export function errorForOverlay({ message, stack = "", cause, id, loc, frame, plugin = "component" }) {
  const { stack: origin = stack } = cause instanceof Error ? cause : {};
  return JSON.parse(JSON.stringify({ message, stack: origin, plugin, id, loc, frame }));
}
