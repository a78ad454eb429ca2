import { useEffect, useRef, useState } from "react";

/** Long enough that a screen reader speaks the result once, not after each key. */
const PAUSE_MS = 800;

interface AnnouncementProps {
  text: string;
  /** True if `text` is the prompt of an empty field, which is announced only after it replaces a result. */
  resting: boolean;
  /** The value that the text is about, so that each key begins the pause again. */
  assets: bigint | null;
}

/** Announces a text to a screen reader when the typing pauses. */
export function Announcement({ text, resting, assets }: AnnouncementProps) {
  const [said, setSaid] = useState("");
  const answered = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: two values may have the same text
  useEffect(() => {
    if (resting && !answered.current) return;
    answered.current = true;
    const timer = setTimeout(() => setSaid(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, resting, assets]);
  return (
    <p className="visually-hidden" aria-live="polite">
      {said}
    </p>
  );
}
