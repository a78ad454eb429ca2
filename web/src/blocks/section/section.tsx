import { Figure } from "../../parts/figure";
import { Prose } from "../../prose/prose";
import { useStyles } from "../../site/styles";
import { type BlockProps, BlockSection } from "../block";
import css from "./section.css?inline";

export function Section({ block }: BlockProps<"section">) {
  useStyles(css);
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
