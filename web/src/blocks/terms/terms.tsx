import { Prose } from "../../prose/prose";
import { type BlockProps, BlockSection } from "../block";

export function Terms({ block }: BlockProps<"terms">) {
  return (
    <BlockSection block={block}>
      <dl className="full-rows terms-list">
        {block.items.map(({ title, detail }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              <Prose nodes={detail} />
            </dd>
          </div>
        ))}
      </dl>
    </BlockSection>
  );
}
