/** The pause before the second attempt, in milliseconds; each later pause is twice as long. */
const FIRST_PAUSE_MS = 1000;

/**
 * Calls `next` once after the failed attempt number `attempt` (the first is 0): after a pause, or as soon as the
 * network is back.
 */
export function tryAgain(attempt: number, next: () => void): void {
  const once = () => {
    clearTimeout(timer);
    removeEventListener("online", once);
    next();
  };
  const timer = setTimeout(once, FIRST_PAUSE_MS * 2 ** attempt);
  addEventListener("online", once);
}
