import { useState } from "react";
import { Anchor } from "../../parts/anchor";
import type { CalculatorProps } from "./calculator";
import { portfolioLink } from "./portfolio_link";

interface EstimateProps {
  assets: bigint;
  words: CalculatorProps["words"];
}

/** The actions for a result: request a meeting, copy a link to it, print it. Nothing is stored or sent. */
export function Estimate({ assets, words }: EstimateProps) {
  const [copy, setCopy] = useState<{ assets: bigint; said: string } | null>(null);
  const copyLink = async () => {
    const link = portfolioLink(assets);
    try {
      await navigator.clipboard.writeText(link);
      setCopy({ assets, said: words.copied });
    } catch {
      // The clipboard isn't available without encryption, or if the visitor has denied access.
      history.replaceState(history.state, "", link);
      setCopy({ assets, said: words.not_copied });
    }
  };
  return (
    <>
      <p className="actions">
        <Anchor link={words.action.href} className="button">
          {words.action.label}
        </Anchor>
        <button type="button" className="button button-quiet" onClick={copyLink}>
          {words.copy_label}
        </button>
        <button type="button" className="button button-quiet" onClick={() => print()}>
          {words.print_label}
        </button>
      </p>
      <p role="status">{copy?.assets === assets ? copy.said : ""}</p>
    </>
  );
}
