// The content as one page reads it. What it has read is kept, so that the page of a later edition is known to be the
// same without being rendered.

import type { Build, Content } from "../content";

/** Finds a value in a content. */
type Select<T> = (content: Content) => T;

/** A value that a page has read, and the way to the same in another content. */
interface Read {
  select: Select<unknown>;
  value: unknown;
}

/** The depth of what is noted by itself, such as `site.contact.phone`: a page that reads it depends on no other part. */
const DEPTH = 3;

/** Notes what a page reads of a content. */
export class Reads implements Build {
  readonly year: number;
  /** The content, of which every part that is read is noted. Lists are noted as a whole. */
  readonly content: Content;
  readonly #whole: Content;
  readonly #reads = new Map<string, Read>();

  constructor({ year, content }: Build) {
    this.year = year;
    this.#whole = content;
    this.content = this.#noting(content, [], (content) => content) as Content;
  }

  /** Reads one value, so that the page depends on nothing else: one article of the list of all, say. */
  look<T>(name: string, select: Select<T>): T {
    const value = select(this.#whole);
    this.#reads.set(name, { select, value });
    return value;
  }

  /** Returns true where all that was read is the same in another content. */
  isSameIn(content: Content): boolean {
    if (content === this.#whole) return true;
    for (const { select, value } of this.#reads.values()) {
      if (select(content) !== value) return false;
    }
    return true;
  }

  #noting(part: object, path: string[], select: Select<unknown>): object {
    return new Proxy(part, {
      get: (_, name) => {
        if (typeof name === "symbol") return Reflect.get(part, name);
        const below = [...path, name];
        const selectBelow = (content: Content) => memberOf(select(content), name);
        const value = memberOf(part, name);
        if (below.length < DEPTH && isPlainObject(value)) return this.#noting(value, below, selectBelow);
        return this.look(below.join("."), selectBelow);
      },
      // Whoever lists the names of a part reads all of it.
      ownKeys: () => {
        this.look(path.join("."), select);
        return Reflect.ownKeys(part);
      },
      has: (_, name) => {
        this.look(path.join("."), select);
        return Reflect.has(part, name);
      },
    });
  }
}

/** A member of an object by its name; nothing where there is no such object. */
function memberOf(part: unknown, name: string): unknown {
  return (part as Record<string, unknown> | null | undefined)?.[name];
}

function isPlainObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
