interface WordListProps {
  words: string[];
  className: string;
}

/** A list of plain words; renders nothing if it is empty. */
export function WordList({ words, className }: WordListProps) {
  if (words.length === 0) return null;
  return (
    <ul className={className}>
      {words.map((word) => (
        <li key={word}>{word}</li>
      ))}
    </ul>
  );
}
