import thirds from "../../parts/thirds.css?inline";
import { useSite } from "../../site/context";
import { type BlockProps, BlockSection, type BlockView } from "../block";
import css from "./two_firms.css?inline";

function TwoFirms({ block }: BlockProps<"two_firms">) {
  const { advisory, tax } = useSite().content.site.firms;
  return (
    <BlockSection block={block} look="thirds">
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

export const twoFirms: BlockView<"two_firms"> = { render: TwoFirms, css: [thirds, css] };
