import { Actions } from "../../parts/actions";
import { Prose } from "../../prose/prose";
import { BlockFrame, type BlockProps } from "../block";

export function CallToAction({ block }: BlockProps<"call_to_action">) {
  return (
    <BlockFrame block={block} className="block dark-ground screen-only">
      <h2>{block.heading}</h2>
      {block.body && <Prose nodes={block.body} />}
      <Actions actions={block.actions} />
    </BlockFrame>
  );
}
