import { useSite } from "../../site/context";
import { useStyles } from "../../site/styles";
import { type BlockProps, BlockSection } from "../block";
import css from "./two_firms.css?inline";

export function TwoFirms({ block }: BlockProps<"two_firms">) {
  useStyles(css);
  const { advisory, tax } = useSite().content.site.firms;
  return (
    <BlockSection block={block} look="side-heading">
      <ul className="firms">
        {[advisory, tax].map(({ name, kind, description }) => (
          <li key={name} className="firm">
            <p className="eyebrow">{kind}</p>
            <h3>{name}</h3>
            <p>{description}</p>
          </li>
        ))}
      </ul>
    </BlockSection>
  );
}
