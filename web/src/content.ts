// The types of the compiled content, and short names for the parts that blocks use.

import type { Block, Category, Content } from "./content_types";

export type * from "./content_types";

/** Everything that the pages of an edition are made from. */
export interface Build {
  /** The year of the copyright line. */
  year: number;
  content: Content;
}

/** The site between two scheduled changes. */
export interface Edition {
  /** When it starts, in seconds since 1970; null for the first edition. */
  starts: number | null;
  content: Content;
}

/** The compiled file: `cargo site build` makes it from content/, and the pages and the server from it. */
export interface Compiled extends Build {
  /** SHA-256 of the content, in hexadecimal digits. */
  digest: string;
  /** All editions, in order; `content` is the first edition's. */
  editions: Edition[];
}

export type BlockKind = Block["kind"];
export type BlockOf<K extends BlockKind> = Extract<Block, { kind: K }>;

/**
 * The class of elements whose id is from the content. Readers such as Firefox's drop an element that has a word such as
 * "social" or "related" in its id, unless its class says that it's content.
 */
export const contentClass = "content";

/** The chips of the article list, in the order the specification gives. Exhaustive by type. */
export const categories = Object.keys({
  "Tax Planning": true,
  "Retirement Planning": true,
  "Investment Strategy": true,
  "Financial Planning": true,
  Economy: true,
  Personal: true,
} satisfies Record<Category, true>) as Category[];
