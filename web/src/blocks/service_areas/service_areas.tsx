import { WordList } from "../../parts/word_list";
import { type BlockProps, BlockSection, type BlockView } from "../block";
import css from "./service_areas.css?inline";

function ServiceAreas({ block, index }: BlockProps<"service_areas">) {
  return (
    <BlockSection block={block} index={index} night>
      <div className="grid areas">
        {block.groups.map(({ title, items }) => (
          <div key={title}>
            <h3>{title}</h3>
            <WordList words={items} className="area-list" />
          </div>
        ))}
      </div>
    </BlockSection>
  );
}

export const serviceAreas: BlockView<"service_areas"> = { render: ServiceAreas, css };
