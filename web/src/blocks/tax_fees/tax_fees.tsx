import { money } from "../../fees/format";
import { WordList } from "../../parts/word_list";
import { useSite } from "../../site/context";
import { useStyles } from "../../site/styles";
import { type BlockProps, BlockSection } from "../block";
import css from "./tax_fees.css?inline";

export function TaxFees({ block }: BlockProps<"tax_fees">) {
  useStyles(css);
  return (
    <BlockSection block={block}>
      <ul className="filled">
        {useSite().content.fees.tax_services.map(({ id, service, minimum, description, includes }) => (
          <li key={id} className="card">
            <h3>{service}</h3>
            <p className="price">
              <span>{block.minimum_label}</span> <strong>{money(minimum)}</strong>
            </p>
            <p>{description}</p>
            <WordList words={includes} className="features" />
          </li>
        ))}
      </ul>
    </BlockSection>
  );
}
