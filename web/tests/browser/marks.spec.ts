// The contrast of inline drawings: each shape and each word against its background, as the browser paints it.

import type { Page } from "@playwright/test";
import sharp from "sharp";
import { contrast } from "./contrast";
import { content, everyPicture, expect, inFaces, test } from "./site";

/** Pages that have, together, every kind of drawing. */
const pages = ["/everything", "/questions-to-ask", "/about", content.articles[0]?.route ?? ""];
/** Shapes that convey nothing: the wheel has its words. */
const ornaments = ".calendar-face, .calendar-face *, [fill=none][stroke=none], defs *";
const shapes = "svg :is(path, circle, rect, line, polygon, polyline, ellipse)";
const words = "svg text";

/** Pixels of the screenshot per pixel of the page, in each direction: backgrounds of marks have no details. */
const SCALE = 0.5;

// A style hides the marks, to show their background.
test.use({ bypassCSP: true, deviceScaleFactor: SCALE });

interface Mark {
  name: string;
  color: string;
  /** Points of its outline, or the middles of its letters, in the page's pixels. */
  points: [number, number][];
}

/** The visible marks that a selector finds, each with its painted color. */
function marksOf(page: Page, selector: string): Promise<Mark[]> {
  return page.evaluate(
    ([selector, ornaments]) => {
      const POINTS = 24;

      /** Points of a drawing, in its own units. */
      function pointsOf(element: SVGGraphicsElement): { x: number; y: number }[] {
        if (element instanceof SVGGeometryElement) {
          const length = element.getTotalLength();
          return Array.from({ length: POINTS }, (_, at) => element.getPointAtLength((at * length) / POINTS));
        }
        if (!(element instanceof SVGTextContentElement)) return [];
        return Array.from({ length: element.getNumberOfChars() }, (_, at) => {
          const { x, y, width, height } = element.getExtentOfChar(at);
          return { x: x + width / 2, y: y + height / 2 };
        });
      }

      const marks: Mark[] = [];
      for (const element of document.querySelectorAll<SVGGraphicsElement>(selector)) {
        const toWindow = element.getScreenCTM();
        if (element.matches(ornaments) || !element.checkVisibility() || !toWindow) continue;
        const { fill, stroke } = getComputedStyle(element);
        const svg = element.ownerSVGElement?.getAttribute("class") ?? "";
        marks.push({
          name: `${element.tagName} of ${element.parentElement?.getAttribute("class") || svg}`,
          color: fill === "none" ? stroke : fill,
          points: pointsOf(element).map(({ x, y }) => {
            const point = new DOMPoint(x, y).matrixTransform(toWindow);
            return [point.x + scrollX, point.y + scrollY];
          }),
        });
      }
      return marks;
    },
    [selector, ornaments] as const,
  );
}

/** Takes a screenshot without these elements; returns a function that reads the most common color behind a mark. */
async function behind(page: Page, selector: string): Promise<(mark: Mark) => string> {
  const style = `:is(${selector}):not(${ornaments}) { visibility: hidden !important }`;
  const png = await page.screenshot({ fullPage: true, style });
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  const pixel = ([x, y]: [number, number]) => {
    const at = (Math.floor(y * SCALE) * info.width + Math.floor(x * SCALE)) * info.channels;
    return `rgb(${data[at]}, ${data[at + 1]}, ${data[at + 2]})`;
  };
  return ({ points }) => {
    const counts = new Map<string, number>();
    for (const color of points.map(pixel)) counts.set(color, (counts.get(color) ?? 0) + 1);
    const [[commonest] = [""]] = [...counts].sort(([, a], [, b]) => b - a);
    return commonest;
  };
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`every mark of a drawing stands out from what is behind it, every word by 4.5:1: ${colorScheme}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 1440, height: 900 });
    const faults: string[] = [];
    const looked: Record<string, number> = {};
    for (const route of pages) {
      await page.goto(route);
      await inFaces(page);
      // Pictures that load late would move the content below them.
      await everyPicture(page);
      for (const [selector, hidden, least] of [
        [shapes, `${shapes}, ${words}`, 3],
        [words, words, 4.5],
      ] as const) {
        const marks = await marksOf(page, selector);
        const groundOf = await behind(page, hidden);
        for (const mark of marks) {
          const found = contrast(mark.color, groundOf(mark));
          if (found < least) faults.push(`${route}: ${mark.name}: ${found.toFixed(2)} of ${least}`);
        }
        looked[selector] = (looked[selector] ?? 0) + marks.length;
      }
    }
    for (const [selector, count] of Object.entries(looked)) expect(count, selector).toBeGreaterThan(10);
    expect([...new Set(faults)]).toEqual([]);
  });
}
