import type { FaqCategory } from "../../content";
import { Prose } from "../../prose/prose";
import type { BlockProps, BlockView } from "../block";
import css from "./faq.css?inline";

function Faq({ block }: BlockProps<"faq">) {
  return (
    <div id={block.id ?? undefined} className="block faq">
      <div className="wrap">
        <nav className="faq-index" aria-label="Questions by subject">
          <ul>
            {block.categories.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="faq-categories">
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
    <section id={id} className="faq-category">
      <h2>{title}</h2>
      {questions.map((question) => (
        <div key={question.question} id={question.id ?? undefined} className="question">
          <h3>{question.question}</h3>
          <div className="prose">
            <Prose nodes={question.answer} />
          </div>
        </div>
      ))}
    </section>
  );
}

export const faq: BlockView<"faq"> = { render: Faq, css };
