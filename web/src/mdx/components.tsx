// The components of rich text: <MDXProvider components={mdxComponents}> supplies them to every page.

import type { MDXComponents } from "mdx/types";
import type { FunctionComponent, ReactNode } from "react";
import { BucketAxis } from "../blocks/buckets/bucket_axis";
import type { AttributesOf, ComponentName } from "../content";
import { money } from "../fees/format";
import { feeOn } from "../fees/schedule";
import { Value } from "../parts/value";
import { ColumnHead } from "../parts/wide_table";
import { useSite } from "../site/context";
import { useSchedule } from "../site/lookups";
import { useStyles } from "../site/styles";
import { ProseAnchor, ProseImage, ProseTable } from "./elements";
import css from "./mdx.css?inline";

/** The components that articles may use: the closed list, one entry a component, exhaustive by type. */
export const articleComponents: { [N in ComponentName]: FunctionComponent<ArticleProps<N>> } = {
  Buckets,
  Callout,
  Checklist,
  Disclaimer,
  KeyFigure,
  WorkedExample,
};

export const mdxComponents: MDXComponents = {
  ...articleComponents,
  a: ProseAnchor,
  img: ProseImage,
  table: ProseTable,
  th: ColumnHead,
};

/** The props that an article gives a component: the attributes that its schema lists, and the text between its tags. */
type ArticleProps<N extends ComponentName> = Record<AttributesOf[N], string> & {
  children?: ReactNode;
};

/** The three buckets on a timeline of when their money is spent. */
function Buckets({ cash, bonds, growth }: ArticleProps<"Buckets">) {
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

/** A boxed remark outside the main text. */
function Callout({ title, children }: ArticleProps<"Callout">) {
  useStyles(css);
  return (
    <aside className="callout" aria-label={title}>
      <p className="callout-title">{title}</p>
      {children}
    </aside>
  );
}

/** A list to work through. */
function Checklist({ title, children }: ArticleProps<"Checklist">) {
  useStyles(css);
  return (
    <div className="checklist">
      <p className="checklist-title">{title}</p>
      {children}
    </div>
  );
}

/** A disclaimer of content/site.toml, by its name. */
function Disclaimer({ kind }: ArticleProps<"Disclaimer">) {
  const { disclaimers } = useSite().content.site;
  const text = disclaimers[kind];
  if (text === undefined) {
    throw new Error(
      `<Disclaimer kind="${kind}">: expected one of ${Object.keys(disclaimers).join(", ")}. ` +
        "Correct the kind, or add it under [disclaimers] in content/site.toml.",
    );
  }
  return <p className="disclaimer">{text}</p>;
}

/** One figure in large type with its meaning. */
function KeyFigure({ value, label }: ArticleProps<"KeyFigure">) {
  useStyles(css);
  return (
    <p className="key-figure">
      <strong>{value}</strong> <span>{label}</span>
    </p>
  );
}

/** The fee on an amount of assets, computed from a schedule of content/fees.toml. */
function WorkedExample({ schedule, assets, children }: ArticleProps<"WorkedExample">) {
  useStyles(css);
  const { labels } = useSite().content.site;
  const found = useSchedule(schedule);
  const amount = BigInt(assets.replace(/\D/g, ""));
  const fee = feeOn(found, amount);
  return (
    <div className="worked-example">
      <dl className="value-list">
        <Value label={labels.assets}>{money(amount)}</Value>
        <Value label={labels.annual_fee}>
          {fee.annual === null ? found.minimum?.label : money(fee.annual)}
        </Value>
        {fee.quarterly !== null && <Value label={labels.quarterly_fee}>{money(fee.quarterly)}</Value>}
      </dl>
      {children}
    </div>
  );
}
