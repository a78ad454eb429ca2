// An island is a name, a trigger, props as JSON in the page, and a module whose `mount` starts it.

/**
 * When the browser fetches an island's script: with the page, when it is idle, when the island comes into view, or when
 * a visitor points at one of the island's controls, touches it or moves the focus to it.
 */
export type Trigger = "load" | "idle" | "visible" | "interaction";

/** Starts the island whose prerendered HTML is in `root`. If it throws, the HTML stays unchanged. */
export type Mount<Props> = (root: HTMLElement, props: Props) => void;
