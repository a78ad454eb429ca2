import { Prose } from "../../prose/prose";
import { useStyles } from "../../site/styles";
import { type BlockProps, BlockSection } from "../block";
import css from "./process.css?inline";

/** On a dark ground, unless the block before it also has one: they would merge. */
export function Process({ block, follows }: BlockProps<"process">) {
  useStyles(css);
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
