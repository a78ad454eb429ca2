import { Figure } from "../../parts/figure";
import { WordList } from "../../parts/word_list";
import { Prose } from "../../prose/prose";
import { type BlockProps, BlockSection } from "../block";

export function Team({ block }: BlockProps<"team">) {
  return (
    <BlockSection block={block}>
      <ul className="team-people">
        {block.people.map(({ name, role, portrait, biography, credentials }) => (
          <li key={name} className="team-person">
            <Figure image={portrait} sizes="14rem" className="team-portrait" />
            <div className="team-words">
              <h3>{name}</h3>
              <p className="team-role">{role}</p>
              <Prose nodes={biography} />
              <WordList words={credentials} className="team-credentials" />
            </div>
          </li>
        ))}
      </ul>
    </BlockSection>
  );
}
