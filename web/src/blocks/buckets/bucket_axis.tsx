import type { ReactNode } from "react";
import { useStyles } from "../../site/styles";
import css from "./bucket_axis.css?inline";

export interface BucketOnAxis {
  /** The kind of investment in it. */
  name: string;
  /** The years it pays for. */
  years: string;
  description?: ReactNode;
}

/** The three buckets on an axis of time, from the first to be spent to the one without an end. */
export function BucketAxis({ buckets }: { buckets: readonly BucketOnAxis[] }) {
  useStyles(css);
  return (
    <ol className="bucket_axis">
      {buckets.map(({ name, years, description }) => (
        <li key={name} className="bucket">
          <strong className="bucket-name">{name}</strong> <span className="bucket-years">{years}</span>
          {description && <div className="bucket-words">{description}</div>}
        </li>
      ))}
    </ol>
  );
}
