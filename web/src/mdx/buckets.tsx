import { BucketAxis } from "../blocks/buckets/bucket_axis";
import type { ArticleProps } from "./article_props";

/** The three buckets on a timeline of when their money is spent. */
export function Buckets({ cash, bonds, growth }: ArticleProps<"Buckets">) {
  return (
    <BucketAxis
      buckets={[
        { name: "Cash", years: cash },
        { name: "Bonds", years: bonds },
        { name: "Growth", years: growth },
      ]}
    />
  );
}
