import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import type { FeeSchedule } from "../../content";
import { readAmount, tidyAmount } from "../../fees/format";
import { feeOn } from "../../fees/schedule";
import { Announcement } from "./announcement";
import { FeeResult, type FeeWords } from "./fee_result";

export interface FeeCalculatorProps {
  /** The beginning of the ids within. */
  id: string;
  schedule: FeeSchedule;
  words: FeeWords & { label: string; placeholder: string; prompt: string };
}

/**
 * The fee on a portfolio, as it is typed. The input keeps its own text: what somebody typed before the
 * script arrived is taken over, and the caret stays where they are typing.
 */
export function FeeCalculator({ id, schedule, words }: FeeCalculatorProps) {
  const input = useRef<HTMLInputElement>(null);
  const [assets, setAssets] = useState<bigint | null>(null);

  useLayoutEffect(() => {
    const field = input.current;
    if (!field) return;
    field.value ||= new URLSearchParams(location.search).get("portfolio") ?? "";
    setAssets(takeOver(field));
  }, []);

  const fee = assets === null ? null : feeOn(schedule, assets);
  return (
    <div className="calculator needs-script">
      <label htmlFor={`${id}-input`}>{words.label}</label>
      <div className="amount">
        <span aria-hidden="true">$</span>
        <input
          ref={input}
          id={`${id}-input`}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder={tidyAmount(words.placeholder).text}
          onInput={(event: FormEvent<HTMLInputElement>) => setAssets(takeOver(event.currentTarget))}
        />
      </div>
      <div className="result">
        {fee === null ? (
          <p className="prompt">{words.prompt}</p>
        ) : (
          <FeeResult fee={fee} schedule={schedule} words={words} />
        )}
      </div>
      <Announcement fee={fee} schedule={schedule} words={words} />
    </div>
  );
}

/** Tidies what stands in the field and returns its amount. */
function takeOver(field: HTMLInputElement): bigint | null {
  const { text, caret } = tidyAmount(field.value, field.selectionStart ?? undefined);
  if (text !== field.value) {
    field.value = text;
    if (document.activeElement === field) field.setSelectionRange(caret, caret);
  }
  return readAmount(text);
}
