/** The pause in milliseconds before the second attempt; each one after it takes twice as long. */
const FIRST_PAUSE_MS = 1000;

/**
 * Calls `next` once, in place of an attempt that failed (0 for the first): after a pause, or as soon as the network is
 * back.
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
