import { useEffect, useState } from "react";
import type { FeeSchedule } from "../../content";
import type { Fee } from "../../fees/schedule";
import { type FeeWords, lines } from "./fee_result";

interface AnnouncementProps {
  fee: Fee | null;
  /** The announcement where there is no fee. */
  otherwise: string;
  schedule: FeeSchedule;
  words: FeeWords;
}

/** Long enough that a screen reader speaks the result once, not at each key. */
const PAUSE_MS = 800;

/** Announces the result to a screen reader when the typing pauses. */
export function Announcement({ fee, otherwise, schedule, words }: AnnouncementProps) {
  const [said, setSaid] = useState("");
  // Each amount is a fee of its own, so that each key begins the pause again.
  useEffect(() => {
    const text =
      fee === null
        ? otherwise
        : lines({ fee, schedule, words })
            .map((line) => line.join(": "))
            .join(". ");
    const timer = setTimeout(() => setSaid(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [fee, otherwise, schedule, words]);
  return (
    <p className="visually-hidden" aria-live="polite">
      {said}
    </p>
  );
}
