import { Figure } from "../../parts/figure";
import { Prose } from "../../prose/prose";
import { type BlockProps, BlockSection } from "../block";

export function Section({ block }: BlockProps<"section">) {
  return (
    <BlockSection block={block} look="side-heading">
      <div className={block.image ? "section-body section-pictured" : "section-body"}>
        {block.image && <Figure image={block.image} sizes="28rem" className="section-picture" />}
        <div className="prose">
          <Prose nodes={block.body} />
        </div>
      </div>
    </BlockSection>
  );
}
