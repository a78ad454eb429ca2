import { Actions } from "../../parts/actions";
import { Prose } from "../../prose/prose";
import { useStyles } from "../../site/styles";
import { BlockFrame, type BlockProps } from "../block";
import css from "./call_to_action.css?inline";

export function CallToAction({ block }: BlockProps<"call_to_action">) {
  useStyles(css);
  return (
    <BlockFrame block={block} className="block dark-ground">
      <h2>{block.heading}</h2>
      {block.body && <Prose nodes={block.body} />}
      <Actions actions={block.actions} />
    </BlockFrame>
  );
}
