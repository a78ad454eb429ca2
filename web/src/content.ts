// The types of what the Rust side hands over, and short names for the parts that blocks work with.

import type { Block, Category, Content } from "./content_types";

export type * from "./content_types";

/** Everything that the pages of an edition are made from. */
export interface Build {
  /** The year of the copyright line. */
  year: number;
  content: Content;
}

/** The site from one moment to the next. */
export interface Edition {
  /** The moment at which it starts, in seconds since 1970; none of the first. */
  starts: number | null;
  content: Content;
}

/** The compiled file, which `cargo site build` makes of content/ and which pages and server are made from. */
export interface Compiled extends Build {
  /** SHA-256 of the content, in hexadecimal digits. */
  digest: string;
  /** All editions, in their order; `content` is that of the first. */
  editions: Edition[];
}

export type BlockKind = Block["kind"];
export type BlockOf<K extends BlockKind> = Extract<Block, { kind: K }>;

/** The chips of the article list, in the order the specification gives. Exhaustive by type. */
export const categories = Object.keys({
  "Tax Planning": true,
  "Retirement Planning": true,
  "Investment Strategy": true,
  "Financial Planning": true,
  Economy: true,
  Personal: true,
} satisfies Record<Category, true>) as Category[];
