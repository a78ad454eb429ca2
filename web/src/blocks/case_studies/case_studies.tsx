import { Icon } from "../../parts/icon";
import { Prose } from "../../prose/prose";
import { type BlockProps, BlockSection, type BlockView } from "../block";
import css from "./case_studies.css?inline";

function CaseStudies({ block }: BlockProps<"case_studies">) {
  return (
    <BlockSection block={block}>
      <ul className="filled">
        {block.studies.map(({ title, subtitle, icon, challenge, solution }) => (
          <li key={title} className="card case">
            <div className="case-client">
              <Icon name={icon} />
              <h3>{title}</h3>
            </div>
            <p className="case-subtitle">{subtitle}</p>
            <p className="eyebrow case-label">Challenge</p>
            <Prose nodes={challenge} />
            <p className="eyebrow case-label">Solution</p>
            <Prose nodes={solution} />
          </li>
        ))}
      </ul>
      <p className="disclaimer">{block.disclaimer}</p>
    </BlockSection>
  );
}

export const caseStudies: BlockView<"case_studies"> = { render: CaseStudies, css };
