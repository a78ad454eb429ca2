// The colours of the site, from its tokens.

import { readFile } from "node:fs/promises";

/** @typedef {{ night: string, ray: string, wheat: string, clay: string, cream: string }} Palette */

const tokensFile = new URL("../../../src/design/tokens.css", import.meta.url);

/** @returns {Promise<Palette>} */
export async function readPalette() {
  const css = await readFile(tokensFile, "utf8");
  /** @param {string} name */
  const token = (name) => {
    const found = css.match(new RegExp(`--${name}:\\s*(?:light-dark\\()?(#[0-9a-f]{6})`, "i"))?.[1];
    if (!found)
      throw new Error(
        `src/design/tokens.css: expected a colour --${name}, found none. Social pictures use it.`,
      );
    return found;
  };
  const night = token("night");
  return {
    night,
    ray: mixed(night, token("blue"), 0.3),
    wheat: token("wheat"),
    clay: token("clay"),
    cream: token("ground"),
  };
}

/**
 * @param {string} from
 * @param {string} to
 * @param {number} part of `to`, from 0 to 1
 */
function mixed(from, to, part) {
  const [a, b] = [from, to].map((hex) => Buffer.from(hex.slice(1), "hex"));
  return `#${Buffer.from((a ?? []).map((value, at) => value + part * ((b?.[at] ?? value) - value))).toString("hex")}`;
}
