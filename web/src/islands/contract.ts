// An island is a name, a trigger, props as JSON in the page, and a module whose `mount` starts it.

/**
 * The moment in which an island's script is fetched: with the page, when the browser is idle, when the island comes into
 * view, or when somebody points at one of its controls, touches it or moves the focus to it.
 */
export type Trigger = "load" | "idle" | "visible" | "interaction";

/** Starts the island whose prerendered HTML is in `root`. Throwing leaves the HTML as it is. */
export type Mount<Props> = (root: HTMLElement, props: Props) => void;
