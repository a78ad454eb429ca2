// What an island is: a name, a trigger, props as JSON in the page, and a module that brings it to life.

import type { FeeCalculatorProps } from "./fee_calculator/fee_calculator";

/** Each island with the props that travel in the page. */
export interface IslandProps {
  article_filter: Record<never, never>;
  fee_calculator: FeeCalculatorProps;
  newsletter_prompt: { delay: number };
  site_menus: Record<never, never>;
  office_map: Record<never, never>;
}

export type IslandName = keyof IslandProps;

/**
 * When an island's script is fetched: with the page, when the browser is idle, when the island comes into
 * view, or when a hand reaches for it.
 */
export type Trigger = "load" | "idle" | "visible" | "interaction";

/** Brings the prerendered HTML in `root` to life. Throwing leaves the HTML as it stands. */
export type Mount<Props> = (root: HTMLElement, props: Props) => void;
