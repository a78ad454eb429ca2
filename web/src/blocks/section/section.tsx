import { Figure } from "../../parts/figure";
import thirds from "../../parts/thirds.css?inline";
import { Prose } from "../../prose/prose";
import { type BlockProps, BlockSection, type BlockView } from "../block";
import css from "./section.css?inline";

function Section({ block }: BlockProps<"section">) {
  return (
    <BlockSection block={block} look="thirds">
      <div className={block.image ? "section-body section-pictured" : "section-body"}>
        {block.image && <Figure image={block.image} sizes="28rem" className="section-picture" />}
        <div className="prose">
          <Prose nodes={block.body} />
        </div>
      </div>
    </BlockSection>
  );
}

export const section: BlockView<"section"> = { render: Section, css: [thirds, css] };
