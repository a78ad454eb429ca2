import { type BlockProps, BlockSection } from "../block";

export function AnswerSheet({ block }: BlockProps<"answer_sheet">) {
  return (
    <BlockSection block={block}>
      <div className="answer-sheet-row">
        <p className="answer-sheet-name">{block.name_label}</p>
        <Spaces columns={block.columns} />
      </div>
      <ol className="answer-sheet-questions">
        {block.questions.map(({ question, listen_for }) => (
          <li key={question} className="answer-sheet-row">
            <h3>{question}</h3>
            <p>{listen_for}</p>
            <Spaces columns={block.columns} />
          </li>
        ))}
      </ol>
    </BlockSection>
  );
}

/** Space for handwriting, side by side. Screen readers skip it: it is only for paper. */
function Spaces({ columns }: { columns: string[] }) {
  return (
    <div className="answer-sheet-spaces" aria-hidden="true">
      {columns.map((column) => (
        <span key={column}>{column}</span>
      ))}
    </div>
  );
}
