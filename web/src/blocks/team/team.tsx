import { Figure } from "../../parts/figure";
import { WordList } from "../../parts/word_list";
import { Prose } from "../../prose/prose";
import { type BlockProps, BlockSection } from "../block";

export function Team({ block }: BlockProps<"team">) {
  return (
    <BlockSection block={block}>
      <ul className="people">
        {block.people.map(({ name, role, portrait, biography, credentials }) => (
          <li key={name} className="person">
            <Figure image={portrait} sizes="14rem" className="portrait" />
            <div className="person-words">
              <h3>{name}</h3>
              <p className="role">{role}</p>
              <Prose nodes={biography} />
              <WordList words={credentials} className="credentials" />
            </div>
          </li>
        ))}
      </ul>
    </BlockSection>
  );
}
