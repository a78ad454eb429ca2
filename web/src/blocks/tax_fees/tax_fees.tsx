import { money } from "../../fees/format";
import { WordList } from "../../parts/word_list";
import { useSite } from "../../site/context";
import { type BlockProps, BlockSection } from "../block";

export function TaxFees({ block }: BlockProps<"tax_fees">) {
  return (
    <BlockSection block={block}>
      <ul className="full-rows">
        {useSite().content.fees.tax_services.map(({ id, service, minimum, description, includes }) => (
          <li key={id} className="card">
            <h3>{service}</h3>
            <p className="tax-fee-price">
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
