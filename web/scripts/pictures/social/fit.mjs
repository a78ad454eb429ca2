// Makes a text fit: as large as it can be, in few lines, cut only where nothing else helps.

/** @typedef {import("./lettering.mjs").Lettering} Lettering */
/** @typedef {import("./lettering.mjs").Setting} Setting */
/** @typedef {{ width: number, height: number, lines: number, largest: number, smallest: number, leading: number, tracking?: number }} Room */

/** How much smaller the letters may be, if that saves a line. */
const FEWER_LINES = 0.8;

/**
 * @param {Lettering} lettering
 * @param {string} text
 * @param {Room} room
 * @returns {{ lines: string[], size: number }}
 */
export function fitted(lettering, text, room) {
  /** @type {{ size: number, lines: string[] } | undefined} */
  let best;
  let least = room.smallest;
  for (let size = room.largest; size >= least; size -= 2) {
    const lines = wrapped(words(text), room.width, measure(size));
    if (!fits(lines, size)) continue;
    if (!best) least = Math.max(least, FEWER_LINES * size);
    if (!best || lines.length < best.lines.length) best = { size, lines };
  }
  if (best) {
    const { size, lines } = best;
    return { lines: balanced(words(text), lines.length, room.width, measure(size)), size };
  }
  const size = room.smallest;
  const broken = words(text).flatMap((word) => brokenWord(word, room.width, measure(size)));
  return { lines: cut(wrapped(broken, room.width, measure(size)), size), size };

  /** @param {number} size */
  function measure(size) {
    return (/** @type {string} */ text) => lettering.width(text, { size, tracking: room.tracking ?? 0 });
  }

  /**
   * @param {string[]} lines
   * @param {number} size
   */
  function fits(lines, size) {
    const height = (lines.length - 1) * size * room.leading + size * lettering.capHeight;
    return (
      lines.length <= room.lines &&
      height <= room.height &&
      lines.every((line) => measure(size)(line) <= room.width)
    );
  }

  /**
   * @param {string[]} lines
   * @param {number} size
   */
  function cut(lines, size) {
    if (lines.length <= room.lines) return lines;
    const kept = lines.slice(0, room.lines);
    let last = kept.pop() ?? "";
    while (last && measure(size)(`${last}…`) > room.width) last = last.slice(0, -1).trimEnd();
    return [...kept, `${last.replace(/[\s,.;:–—-]+$/, "")}…`];
  }
}

/** @param {string} text */
function words(text) {
  return text.split(" ").filter(Boolean);
}

/**
 * @param {string[]} words
 * @param {number} width
 * @param {(text: string) => number} measure
 */
function wrapped(words, width, measure) {
  /** @type {string[]} */
  const lines = [];
  for (const word of words) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && measure(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/**
 * As many lines, of as even a length as can be.
 * @param {string[]} words
 * @param {number} count
 * @param {number} width
 * @param {(text: string) => number} measure
 * @returns {string[]}
 */
function balanced(words, count, width, measure) {
  /** @typedef {{ lines: string[], cost: number }} Break */
  /** @type {Map<string, Break>} */
  const known = new Map();
  /**
   * The best break of the words from `from` into `left` lines.
   * @param {number} from
   * @param {number} left
   * @returns {Break}
   */
  const best = (from, left) => {
    const key = `${from} ${left}`;
    let found = known.get(key);
    if (found) return found;
    found = { lines: [], cost: from === words.length && left === 0 ? 0 : Number.POSITIVE_INFINITY };
    for (let to = from + 1; left > 0 && to <= words.length; to += 1) {
      const line = words.slice(from, to).join(" ");
      const free = width - measure(line);
      if (free < 0) break;
      const rest = best(to, left - 1);
      const cost = free ** 2 + rest.cost;
      if (cost < found.cost) found = { lines: [line, ...rest.lines], cost };
    }
    known.set(key, found);
    return found;
  };
  return best(0, count).lines;
}

/**
 * A word that is wider than the room, in parts.
 * @param {string} word
 * @param {number} width
 * @param {(text: string) => number} measure
 */
function brokenWord(word, width, measure) {
  const parts = [""];
  for (const letter of word) {
    const longer = `${parts.at(-1)}${letter}`;
    if (measure(longer) <= width) parts[parts.length - 1] = longer;
    else parts.push(letter);
  }
  return parts;
}
