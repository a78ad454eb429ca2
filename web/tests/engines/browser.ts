// The operations that the tests need, for every engine and every protocol.

export interface Browser {
  /** Replaces the page and its state with an empty page. */
  reset(): Promise<void>;
  open(address: string): Promise<void>;
  back(): Promise<void>;
  forward(): Promise<void>;
  /** Sets the size of the page's window, in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  /** Calls a function in the page and awaits its result. */
  evaluate<A extends unknown[], T>(work: (...given: A) => T | Promise<T>, ...given: A): Promise<T>;
  mouse: {
    move(x: number, y: number): Promise<void>;
    down(): Promise<void>;
    up(): Promise<void>;
  };
  /** Presses a key; "Shift+Tab" holds Shift. */
  press(keys: string): Promise<void>;
  close(): Promise<void>;
}

export const engines = ["chromium", "firefox", "webkit"] as const;
export type Engine = (typeof engines)[number];
