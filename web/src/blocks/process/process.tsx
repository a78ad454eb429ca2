import { Prose } from "../../prose/prose";
import { type BlockProps, BlockSection } from "../block";

/** On a dark ground, unless the block before it also has one: they would merge. */
export function Process({ block, follows }: BlockProps<"process">) {
  return (
    <BlockSection block={block} look={follows === "process" ? undefined : "dark-ground"}>
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
