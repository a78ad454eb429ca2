import { Prose } from "../../prose/prose";
import { type BlockProps, BlockSection, type BlockView } from "../block";
import css from "./process.css?inline";

/** A band of night, but not two of them that would merge. */
function Process({ block, follows }: BlockProps<"process">) {
  return (
    <BlockSection block={block} look={follows === "process" ? undefined : "night"}>
      <ol className="steps">
        {block.steps.map(({ title, description, timeline }) => (
          <li key={title} className="step">
            <h3>{title}</h3>
            {timeline && <p className="timeline">{timeline}</p>}
            <Prose nodes={description} />
          </li>
        ))}
      </ol>
    </BlockSection>
  );
}

export const process: BlockView<"process"> = { render: Process, css };
