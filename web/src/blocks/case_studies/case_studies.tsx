import { Icon } from "../../parts/icon";
import { Prose } from "../../prose/prose";
import { useSite } from "../../site/context";
import { type BlockProps, BlockSection } from "../block";

export function CaseStudies({ block }: BlockProps<"case_studies">) {
  const { labels } = useSite().content.site;
  return (
    <BlockSection block={block}>
      <ul className="full-rows">
        {block.studies.map(({ title, subtitle, icon, challenge, solution }) => (
          <li key={title} className="card case-study">
            <div className="case-study-client">
              <Icon name={icon} />
              <h3>{title}</h3>
            </div>
            <p className="case-study-subtitle">{subtitle}</p>
            <p className="eyebrow case-study-label">{labels.challenge}</p>
            <Prose nodes={challenge} />
            <p className="eyebrow case-study-label">{labels.solution}</p>
            <Prose nodes={solution} />
          </li>
        ))}
      </ul>
      <p className="disclaimer">{block.disclaimer}</p>
    </BlockSection>
  );
}
