import { Prose } from "../../prose/prose";
import { useStyles } from "../../site/styles";
import { type BlockProps, BlockSection } from "../block";
import css from "./terms.css?inline";

export function Terms({ block }: BlockProps<"terms">) {
  useStyles(css);
  return (
    <BlockSection block={block}>
      <dl className="filled terms-list">
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
