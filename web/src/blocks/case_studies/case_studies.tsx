import { Icon } from "../../parts/icon";
import { Prose } from "../../prose/prose";
import { type BlockProps, BlockSection, type BlockView } from "../block";
import css from "./case_studies.css?inline";

function CaseStudies({ block, index }: BlockProps<"case_studies">) {
  return (
    <BlockSection block={block} index={index}>
      <ul className="filled">
        {block.studies.map(({ title, subtitle, icon, challenge, solution }) => (
          <li key={title} className="card case">
            <Icon name={icon} />
            <h3>{title}</h3>
            <p className="case-subtitle">{subtitle}</p>
            <h4>Challenge</h4>
            <Prose nodes={challenge} />
            <h4>Solution</h4>
            <Prose nodes={solution} />
          </li>
        ))}
      </ul>
      <p className="disclaimer">{block.disclaimer}</p>
    </BlockSection>
  );
}

export const caseStudies: BlockView<"case_studies"> = { render: CaseStudies, css };
