import { contentClass } from "../../content";
import { useSite } from "../../site/context";
import { listedArticles } from "../../site/lookups";
import { type BlockProps, BlockSection } from "../block";

export function SubjectIndex({ block }: BlockProps<"subject_index">) {
  const { content } = useSite();
  const { subjects } = content;
  const articles = listedArticles(content);
  return (
    <BlockSection block={block}>
      <ul className="subject-list">
        {Object.entries(subjects).map(([name, title]) => {
          const onSubject = articles.filter(({ matter }) => matter.subjects.includes(name));
          if (onSubject.length === 0) return null;
          return (
            <li key={name} id={name} className={contentClass}>
              <h3>
                <a href={`#${name}`}>{title}</a>
              </h3>
              <ul className="subject-articles">
                {onSubject.map(({ slug, route, matter }) => (
                  <li key={slug}>
                    <a href={route}>{matter.title}</a>
                  </li>
                ))}
              </ul>
            </li>
          );
        })}
      </ul>
    </BlockSection>
  );
}
