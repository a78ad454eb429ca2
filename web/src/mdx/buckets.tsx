import type { ArticleProps } from "./components";

/** The three buckets along the years in which their money is spent. */
export function Buckets({ cash, bonds, growth }: ArticleProps<"Buckets">) {
  const buckets = [
    { name: "Cash", holds: cash },
    { name: "Bonds", holds: bonds },
    { name: "Growth", holds: growth },
  ];
  return (
    <ol className="buckets">
      {buckets.map(({ name, holds }) => (
        <li key={name} className={`bucket bucket-${name.toLowerCase()}`}>
          <strong>{name}</strong>
          <span>{holds}</span>
        </li>
      ))}
    </ol>
  );
}
