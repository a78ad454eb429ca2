import { Actions } from "../../parts/actions";
import { Prose } from "../../prose/prose";
import type { BlockProps, BlockView } from "../block";
import css from "./call_to_action.css?inline";

function CallToAction({ block, index }: BlockProps<"call_to_action">) {
  const heading = `section-${index + 1}-heading`;
  return (
    <section id={block.id ?? undefined} className="block call_to_action" aria-labelledby={heading}>
      <div className="wrap">
        <h2 id={heading}>{block.heading}</h2>
        {block.body && <Prose nodes={block.body} />}
        <Actions actions={block.actions} />
      </div>
    </section>
  );
}

export const callToAction: BlockView<"call_to_action"> = { render: CallToAction, css };
