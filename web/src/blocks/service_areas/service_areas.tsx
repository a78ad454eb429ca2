import { Anchor } from "../../parts/anchor";
import { WordList } from "../../parts/word_list";
import { type BlockProps, BlockSection } from "../block";

export function ServiceAreas({ block }: BlockProps<"service_areas">) {
  const { actions, ...rest } = block;
  return (
    <BlockSection block={rest}>
      <div className="grid">
        {block.groups.map(({ title, items }) => (
          <div key={title}>
            <h3>{title}</h3>
            <WordList words={items} className="service-area-list" />
          </div>
        ))}
      </div>
      <ul className="service-area-list">
        {actions.map(({ label, href }) => (
          <li key={label}>
            <Anchor link={href}>{label}</Anchor>
          </li>
        ))}
      </ul>
    </BlockSection>
  );
}
