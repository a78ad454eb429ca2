// Everything that the tests need of a browser, whichever engine it has and whichever protocol it is driven by.

export interface Browser {
  /** Leaves the page, and what was done to it, for an empty one. */
  reset(): Promise<void>;
  open(address: string): Promise<void>;
  back(): Promise<void>;
  forward(): Promise<void>;
  /** Sizes the window of the page, in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  /** Calls a function in the page and waits for what it promises. */
  evaluate<A extends unknown[], T>(work: (...given: A) => T | Promise<T>, ...given: A): Promise<T>;
  mouse: {
    move(x: number, y: number): Promise<void>;
    down(): Promise<void>;
    up(): Promise<void>;
  };
  /** Presses a key, "Shift+Tab" with another one held. */
  press(keys: string): Promise<void>;
  close(): Promise<void>;
}

export const engines = ["chromium", "firefox", "webkit"] as const;
export type Engine = (typeof engines)[number];
