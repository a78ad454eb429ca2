// The rules of a sheet that no first paint needs: those for paper, for colors that the reader has chosen, and for what is
// pointed at.

/** A sheet without its late rules, and those alone. */
interface Split {
  early: string;
  late: string;
}

/** The head of a layer, of a rule for late media, or of one with a single selector that hovers. */
const heads =
  /@layer (\w+) ?\{|@media (?:print|\(forced-colors: ?active\)) ?\{|(?<=[{}])[^{}@,]*:hover[^{}@,]*\{/g;

/** Takes the late rules out of the layers of a sheet. One within a condition of another kind stays where it is. */
export function splitLateRules(css: string): Split {
  let early = "";
  let late = "";
  let layer = "";
  let layerStart = 0;
  let taken = 0;
  for (const { 0: head, 1: name, index } of css.matchAll(heads)) {
    const start = index + head.length;
    if (name) {
      layer = name;
      layerStart = start;
      continue;
    }
    if (depthOf(css.slice(layerStart, index)) !== 0) continue;
    const end = start + lengthOfBlock(css.slice(start));
    early += css.slice(taken, index);
    late += `@layer ${layer}{${css.slice(index, end)}}`;
    taken = end;
  }
  return { early: early + css.slice(taken), late };
}

/** The number of blocks that a piece of a sheet leaves open. */
function depthOf(css: string): number {
  return css.split("{").length - css.split("}").length;
}

/** The length of a block from behind its opening brace to behind its end. */
function lengthOfBlock(css: string): number {
  let depth = 1;
  for (const { 0: brace, index } of css.matchAll(/[{}]/g)) {
    depth += brace === "{" ? 1 : -1;
    if (depth === 0) return index + 1;
  }
  throw new Error("expected the end of a rule, found the end of its sheet");
}
