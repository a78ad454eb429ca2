import { Prose } from "../../prose/prose";
import { type BlockProps, BlockSection } from "../block";

export function AccessibilityChecks({ block }: BlockProps<"accessibility_checks">) {
  return (
    <BlockSection block={block}>
      <ul className="full-rows">
        {block.items.map(({ title, detail }) => (
          <li key={title} className="card">
            <h3>{title}</h3>
            <div>
              <Prose nodes={detail} />
            </div>
          </li>
        ))}
      </ul>
    </BlockSection>
  );
}
