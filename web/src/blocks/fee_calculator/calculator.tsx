import { useLayoutEffect, useRef, useState } from "react";
import type { FeeSchedule } from "../../content";
import { MOST_DIGITS, tidyAmount } from "../../fees/format";
import { feeOn } from "../../fees/schedule";
import { groupDigits } from "./amount_field";
import { Announcement } from "./announcement";
import { FeeResult, type FeeWords } from "./fee_result";

export interface CalculatorProps {
  /** The beginning of the ids within. */
  id: string;
  schedule: FeeSchedule;
  /** Copies the value, focus and selection of the prerendered field where hydration has replaced it. */
  copyPrerendered?: (field: HTMLInputElement) => void;
  words: FeeWords & { label: string; placeholder: string; prompt: string };
}

const TOO_LONG = `This is more than the calculator works with. Enter at most ${MOST_DIGITS} digits.`;

/**
 * The fee on a portfolio, as it is typed. The input keeps its own text: what somebody typed before the
 * script arrived stays, and so does the caret.
 */
export function Calculator({ id, schedule, words, copyPrerendered }: CalculatorProps) {
  const input = useRef<HTMLInputElement>(null);
  const [assets, setAssets] = useState<bigint | null>(null);

  useLayoutEffect(() => {
    const field = input.current;
    if (!field) return;
    copyPrerendered?.(field);
    field.value ||= new URLSearchParams(location.search).get("portfolio") ?? "";
    return groupDigits(field, setAssets);
  }, [copyPrerendered]);

  const tooLong = String(assets ?? "").length > MOST_DIGITS;
  const fee = assets === null || tooLong ? null : feeOn(schedule, assets);
  return (
    <div className="calculator needs-script">
      <div>
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
          />
        </div>
      </div>
      <div className="result">
        {fee === null || assets === null ? (
          <p className="prompt">{tooLong ? TOO_LONG : words.prompt}</p>
        ) : (
          <FeeResult fee={fee} assets={assets} schedule={schedule} words={words} />
        )}
      </div>
      <Announcement fee={fee} otherwise={tooLong ? TOO_LONG : ""} schedule={schedule} words={words} />
    </div>
  );
}
