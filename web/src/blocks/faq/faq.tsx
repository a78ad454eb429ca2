import { contentClass, type FaqCategory } from "../../content";
import { InlineScript } from "../../parts/raw";
import { unbroken } from "../../parts/unbroken";
import { Prose } from "../../prose/prose";
import type { BlockProps } from "../block";
import foldAnswers from "./fold_answers.ts?script";

export function Faq({ block }: BlockProps<"faq">) {
  return (
    <div id={block.id ?? undefined} className="block faq">
      <div className="wrap">
        <nav className="faq-index screen-only" aria-label={block.labels.index}>
          <ul>
            {block.categories.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="faq-categories">
          {/* Without a live region, screen readers don't say that all answers have opened. */}
          <p className="faq-toggle screen-only" aria-live="polite" hidden>
            <button type="button" className="button button-quiet">
              {block.labels.open}
            </button>
          </p>
          {/* Before the questions: it folds each question when the browser parses it. */}
          <InlineScript code={foldAnswers} data={{ "data-fold-label": block.labels.fold }} />
          {block.categories.map((category) => (
            <Questions key={category.id} category={category} />
          ))}
        </div>
      </div>
    </div>
  );
}

function Questions({ category: { id, title, questions } }: { category: FaqCategory }) {
  return (
    <section id={id} className={`faq-category ${contentClass}`}>
      <h2>{title}</h2>
      {questions.map((question) => (
        <details
          key={question.question}
          id={question.id ?? undefined}
          className={`faq-question keep-together ${contentClass}`}
          open
        >
          <summary>
            <h3>{unbroken(question.question)}</h3>
          </summary>
          <div className="prose">
            <Prose nodes={question.answer} />
          </div>
        </details>
      ))}
    </section>
  );
}
