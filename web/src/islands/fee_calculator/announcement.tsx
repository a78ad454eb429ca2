import { useEffect, useState } from "react";
import type { FeeSchedule } from "../../content";
import type { Fee } from "../../fees/schedule";
import { type FeeWords, lines } from "./fee_result";

interface AnnouncementProps {
  fee: Fee | null;
  schedule: FeeSchedule;
  words: FeeWords & { prompt: string };
}

/** Long enough that a screen reader speaks the result once, not at each key. */
const PAUSE_MS = 800;

/** Tells a screen reader the result when the typing pauses. */
export function Announcement({ fee, schedule, words }: AnnouncementProps) {
  const [said, setSaid] = useState("");
  const text =
    fee === null
      ? ""
      : lines({ fee, schedule, words })
          .map((line) => line.join(": "))
          .join(". ");
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p className="visually-hidden" aria-live="polite">
      {said}
    </p>
  );
}
