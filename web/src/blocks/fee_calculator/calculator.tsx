import { useId, useLayoutEffect, useRef, useState } from "react";
import type { BlockOf, FeeSchedule } from "../../content";
import { MOST_DIGITS, money, tidyAmount } from "../../fees/format";
import { feeOn } from "../../fees/schedule";
import { NewTabLabel } from "../../site/context";
import { groupDigits } from "./amount_field";
import { Announcement } from "./announcement";
import { Estimate } from "./estimate";
import { FeeResult, resultText } from "./fee_result";
import { portfolioInAddress } from "./portfolio_link";

export interface CalculatorProps {
  schedule: FeeSchedule;
  words: Omit<
    BlockOf<"fee_calculator">,
    "kind" | "id" | "heading" | "intro" | "schedule" | "note" | "failed"
  >;
  /** The label of external links for screen readers. */
  newTab: string;
  /** Copies the value, focus and selection of the prerendered field if hydration has replaced it. */
  copyPrerendered?: (field: HTMLInputElement) => void;
}

/**
 * The fee on a portfolio while the visitor types its value. The input keeps its own text: text that was
 * typed before the script arrived stays, and so does the caret.
 */
export function Calculator({ schedule, words, newTab, copyPrerendered }: CalculatorProps) {
  const id = useId();
  const promptId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [assets, setAssets] = useState<bigint | null>(null);
  // While the visitor types, the announcement says each prompt: a screen reader would also say a new description.
  const [isTyping, setTyping] = useState(false);

  useLayoutEffect(() => {
    const field = input.current;
    if (!field) return;
    copyPrerendered?.(field);
    const named = portfolioInAddress();
    field.value ||= named;
    // Such an address doesn't name an element, so the browser stays at the top. Leave a visitor who has scrolled.
    if (named && scrollY === 0) field.scrollIntoView({ block: "nearest" });
    return groupDigits(field, setAssets);
  }, [copyPrerendered]);

  useLayoutEffect(() => {
    const onHashChange = () => {
      const field = input.current;
      const named = portfolioInAddress();
      if (!field || !named) return;
      field.value = named;
      field.dispatchEvent(new Event("input"));
      field.scrollIntoView({ block: "nearest" });
    };
    addEventListener("hashchange", onHashChange);
    return () => removeEventListener("hashchange", onHashChange);
  }, []);

  const tooLong = String(assets ?? "").length > MOST_DIGITS;
  const fee = assets === null || tooLong ? null : feeOn(schedule, assets);
  const prompt = tooLong ? words.too_long : words.prompt;
  return (
    <div className={fee ? "calculator has-result keep-together needs-script" : "calculator needs-script"}>
      <label htmlFor={id}>{words.label}</label>
      <div className="calculator-amount">
        <span aria-hidden="true">$</span>
        <input
          ref={input}
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder={tidyAmount(words.placeholder).text}
          aria-invalid={tooLong || undefined}
          aria-describedby={fee || isTyping ? undefined : promptId}
          onInput={() => setTyping(true)}
          onBlur={() => setTyping(false)}
        />
      </div>
      <div className="calculator-result">
        {fee === null || assets === null ? (
          <p id={promptId} className="calculator-prompt">
            {prompt}
          </p>
        ) : (
          <>
            <FeeResult fee={fee} assets={assets} schedule={schedule} words={words} />
            <NewTabLabel value={newTab}>
              <Estimate assets={assets} words={words} />
            </NewTabLabel>
          </>
        )}
      </div>
      {assets === null && <Examples schedule={schedule} words={words} />}
      <Announcement
        text={fee ? resultText({ fee, schedule, words }) : prompt}
        resting={assets === null}
        assets={assets}
      />
    </div>
  );
}

const list = new Intl.ListFormat("en-US");

/** The schedule's own examples, in one sentence so that they don't look like a result. */
function Examples({ schedule, words }: Pick<CalculatorProps, "schedule" | "words">) {
  const fees = [];
  for (const { assets } of schedule.examples) {
    const { annual } = feeOn(schedule, BigInt(assets));
    if (annual !== null) fees.push(`${money(annual)} ${words.example_words} ${money(assets)}`);
  }
  if (fees.length === 0) return null;
  return (
    <p className="calculator-example">
      <strong>{words.example_label}:</strong> {list.format(fees)}.
    </p>
  );
}
