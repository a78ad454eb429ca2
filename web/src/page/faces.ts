// The faces, once they have come: on a first visit the page has been painted, and is read, in their fallbacks.

/** Text blocks whose line count is kept when fonts swap. */
const blocks = ":is(h1, h2, h3, h4, p, li, dt, dd, th, td, summary, .brand span)";
/** In em, the smallest first: letter-spacing too small to notice. */
const spacings = [-0.01, 0.01, -0.02, 0.02, -0.03, 0.03];

/** Sets the page in its faces as soon as they are there; without them it stands in the fallbacks. */
export function setInFaces(): void {
  const faces = ["Display", "Text"].map((face) => document.fonts.load(`1em ${face}`));
  Promise.all(faces).then(inPlace, () => {});
}

/**
 * Nothing in view moves: a block that would break into another number of lines is spaced by a hair, and where that
 * does not help, stays in its fallback.
 */
function inPlace(): void {
  const place = document.querySelector(":target");
  const top = () => place?.getBoundingClientRect().top ?? 0;
  const topBefore = top();
  const shown = [...document.querySelectorAll<HTMLElement>(blocks)].filter(inView).map((block) => ({
    block,
    before: shape(block),
    family: getComputedStyle(block).fontFamily,
  }));
  document.body.classList.add("fonts-loaded");
  for (const { block, before, family } of shown) {
    const moves = () => shape(block) !== before;
    if (!moves()) continue;
    const spacing = spacings.find((each) => {
      block.style.letterSpacing = `${each}em`;
      return !moves();
    });
    if (spacing !== undefined) continue;
    block.style.letterSpacing = "";
    block.style.fontFamily = family;
  }
  // What is above the place that the address names has moved it.
  if (topBefore > 0 && topBefore < innerHeight) scrollBy(0, top() - topBefore);
}

/** How high a block is and, where it is a line of several pieces, where each of them stands. */
function shape(block: HTMLElement): string {
  const pieces = block.matches(".byline") ? [...block.children] : [];
  const places = pieces.map((piece) => piece.getBoundingClientRect());
  return [block.offsetHeight, ...places.flatMap(({ left, right }) => [left, right].map(Math.round))].join();
}

function inView(block: Element): boolean {
  const { top, bottom } = block.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}
