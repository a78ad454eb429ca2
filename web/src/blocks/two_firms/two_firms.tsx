import { useSite } from "../../site/context";
import { type BlockProps, BlockSection } from "../block";

export function TwoFirms({ block }: BlockProps<"two_firms">) {
  const { advisory, tax } = useSite().content.site.firms;
  return (
    <BlockSection block={block} look="side-heading">
      <ul className="two-firms-list">
        {[advisory, tax].map(({ name, kind, description }) => (
          <li key={name} className="two-firms-firm">
            <p className="eyebrow">{kind}</p>
            <h3>{name}</h3>
            <p>{description}</p>
          </li>
        ))}
      </ul>
    </BlockSection>
  );
}
