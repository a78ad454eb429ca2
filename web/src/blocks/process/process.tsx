import { Prose } from "../../prose/prose";
import { type BlockProps, BlockSection } from "../block";

/** On a dark ground, unless the block before it also has one: they would merge. */
export function Process({ block, follows }: BlockProps<"process">) {
  return (
    <BlockSection block={block} look={follows === "process" ? undefined : "dark-ground"}>
      <ol className="process-steps">
        {block.steps.map(({ title, description, timeline }) => (
          <li key={title} className="process-step keep-together">
            <h3>{title}</h3>
            {timeline && <p className="process-timeline">{timeline}</p>}
            <Prose nodes={description} />
          </li>
        ))}
      </ol>
    </BlockSection>
  );
}
