import { Actions } from "../../parts/actions";
import { Prose } from "../../prose/prose";
import { BlockFrame, type BlockProps, type BlockView } from "../block";
import css from "./call_to_action.css?inline";

function CallToAction({ block }: BlockProps<"call_to_action">) {
  return (
    <BlockFrame block={block} className="block night">
      <h2>{block.heading}</h2>
      {block.body && <Prose nodes={block.body} />}
      <Actions actions={block.actions} />
    </BlockFrame>
  );
}

export const callToAction: BlockView<"call_to_action"> = { render: CallToAction, css };
