import { Figure } from "../../parts/figure";
import { Prose } from "../../prose/prose";
import { type BlockProps, BlockSection, type BlockView } from "../block";
import css from "./section.css?inline";

function Section({ block, index }: BlockProps<"section">) {
  return (
    <BlockSection block={block} index={index}>
      <div className={block.image ? "section-body section-pictured" : "section-body"}>
        <div className="prose">
          <Prose nodes={block.body} />
        </div>
        {block.image && (
          <Figure
            image={block.image}
            sizes="(min-width: 76rem) 28rem, (min-width: 60rem) 40vw, 100vw"
            className="section-picture"
          />
        )}
      </div>
    </BlockSection>
  );
}

export const section: BlockView<"section"> = { render: Section, css };
