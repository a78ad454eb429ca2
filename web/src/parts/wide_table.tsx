import { Children, type ReactNode } from "react";
import { useSite } from "../site/context";
import { useStyles } from "../site/styles";
import css from "./table.css?inline";

/** The head of a column. The corner over the rows' names may be empty, and is then no heading. */
export function ColumnHead({
  children,
  className,
}: {
  children?: ReactNode;
  className?: string | undefined;
}) {
  if (Children.toArray(children).length === 0) return <td />;
  return (
    <th scope="col" className={className}>
      {children}
    </th>
  );
}

interface WideTableProps {
  /** Column headings; they also name the table for screen readers. */
  headings: string;
  className?: string;
  children: ReactNode;
}

/** A table that scrolls if it is wider than the screen; page/wide_tables.ts then makes it reachable by keyboard. */
export function WideTable({ headings, className, children }: WideTableProps) {
  useStyles(css);
  const { labels } = useSite().content.site;
  return (
    <div className="table" data-label={`${labels.table}: ${headings}`}>
      <table className={className}>{children}</table>
    </div>
  );
}
