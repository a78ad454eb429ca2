/** Something wrong, as it is shown over the page: site_schema::report::Finding, or what a component threw. */
export interface Problem {
  file: string;
  place: { line: number; column: number; end_line?: number; end_column?: number } | null;
  code: string;
  severity: "error" | "warning";
  message: string;
  expected: string | null;
  found: string | null;
  help: string;
  source_line: string | null;
  /** The command that explains it. */
  docs: string | null;
}
