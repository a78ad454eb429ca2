// A visitor of the fixture site, in the engine of the current project.

import { test as base, expect } from "@playwright/test";
import { browserPath } from "../../scripts/browser";
import { registry } from "../../src/islands/registry";
import { type Browser, type Engine, engines } from "./browser";
import { gate, unchanged, withoutScript } from "./gate";
import { puppeteer } from "./puppeteer";
import { webdriver } from "./webdriver";

/** The version of the site: unchanged, with its prompt at once, without the scripts of its islands, or without scripts. */
type Origin = "as it is" | "prompt at once" | "no islands" | "no script";

interface Ways {
  browser: Browser;
  origins: Record<Origin, string>;
}

export const test = base.extend<{ visitor: Visitor }, { engine: Ways }>({
  // One browser for all tests: a test's state ends with its page.
  engine: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use, { project }) => {
      const engine = engines.find((engine) => engine === project.name);
      if (!engine) throw new Error(`expected a project named as one of ${engines.join(", ")}`);
      const { FIXTURE_URL = "" } = process.env;
      const prompt = await gate(FIXTURE_URL, (html) => html.replace(/"delay":\d+/, '"delay":0'));
      const noIslands = await gate(
        FIXTURE_URL,
        unchanged,
        new RegExp(`/(${Object.keys(registry).join("|")})-`),
      );
      const noScript = await gate(FIXTURE_URL, withoutScript);
      const browser = await launched(engine);
      const origins = {
        "as it is": FIXTURE_URL,
        "prompt at once": prompt.address,
        "no islands": noIslands.address,
        "no script": noScript.address,
      };
      await use({ browser, origins });
      await browser.close();
      prompt.close();
      noIslands.close();
      noScript.close();
    },
    { scope: "worker" },
  ],
  visitor: async ({ engine }, use) => {
    await engine.browser.reset();
    await use(new Visitor(engine));
  },
});

function launched(engine: Engine): Promise<Browser> {
  const variable = ({ chromium: "CHROMIUM", firefox: "FIREFOX", webkit: "WEBKIT_DRIVER" } as const)[engine];
  const program = browserPath(variable);
  if (!program)
    throw new Error(`expected ${variable}, the path of a program; \`cargo site test\` installs it`);
  return engine === "webkit" ? webdriver(program) : puppeteer(engine, program);
}

export class Visitor {
  constructor(private readonly ways: Ways) {}

  /** Opens a page in a window of this width, with the mouse away from all controls. */
  async open(path: string, { width = 1280, origin = "as it is" as Origin } = {}): Promise<void> {
    await this.ways.browser.resize(width, 800);
    await this.ways.browser.mouse.move(width - 5, 790);
    await this.ways.browser.open(this.ways.origins[origin] + path);
    // The styles that load after the first paint move elements of the header and the panel.
    await this.until(() => [...document.styleSheets].some(({ href }) => href), true);
  }

  resize(width: number): Promise<void> {
    return this.ways.browser.resize(width, 800);
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.ways.browser.press(key);
  }

  /** Moves the mouse onto the visible part of an element, once the element has stopped moving. */
  async hover(selector: string): Promise<void> {
    const { x, y } = await this.until(middleOf, expect.anything(), selector);
    await this.ways.browser.mouse.move(x, y);
  }

  async click(selector: string): Promise<void> {
    await this.hover(selector);
    await this.clickHere();
  }

  async clickAt(x: number, y: number): Promise<void> {
    await this.ways.browser.mouse.move(x, y);
    await this.clickHere();
  }

  async clickHere(): Promise<void> {
    await this.down();
    await this.up();
  }

  down = () => this.ways.browser.mouse.down();

  up = () => this.ways.browser.mouse.up();

  back = () => this.ways.browser.back();

  forward = () => this.ways.browser.forward();

  async focus(selector: string): Promise<void> {
    await this.ways.browser.evaluate((s) => document.querySelector<HTMLElement>(s)?.focus(), selector);
    await this.focused(selector);
  }

  /** Calls a function in the page until it returns the expected value. */
  async until<A extends unknown[], T>(
    read: (...given: A) => T | Promise<T>,
    expected: unknown,
    ...given: A
  ): Promise<NonNullable<T>> {
    let found: unknown;
    await expect(async () => {
      found = await this.ways.browser.evaluate(read, ...given);
      expect(found, given.join()).toEqual(expected);
    }).toPass({ intervals: [20] });
    return found as NonNullable<T>;
  }

  /** Expects this number of visible elements. */
  async shown(selector: string, count = 1): Promise<void> {
    const visible = (s: string) =>
      [...document.querySelectorAll(s)].filter((one) => one.checkVisibility({ visibilityProperty: true }))
        .length;
    await this.until(visible, count, selector);
  }

  hidden = (selector: string) => this.shown(selector, 0);

  focused = (selector: string) =>
    this.until(
      (s) => document.activeElement?.matches(s) || document.activeElement?.outerHTML,
      true,
      selector,
    );

  text = (selector: string, expected: unknown) =>
    this.until((s) => document.querySelector(s)?.textContent, expected, selector);

  path = (expected: string) =>
    this.until(() => location.pathname + location.search + location.hash, expected);

  /** Waits until an island's script has arrived. */
  started = (island: string) =>
    this.until(
      (name) => document.querySelector(`[data-island=${name}]`)?.hasAttribute("data-started"),
      true,
      island,
    );
}

/** The middle of an element in view, once it has stopped moving and nothing covers it. Runs in the page. */
async function middleOf(selector: string) {
  const element = document.querySelector(selector);
  if (!element?.checkVisibility({ visibilityProperty: true })) return null;
  // A panel may be motionless at the start of its animation.
  const moving = document.getAnimations().filter(({ playState }) => playState === "running");
  if (moving.some(({ effect }) => effect instanceof KeyframeEffect && effect.target?.contains(element)))
    return null;
  element.scrollIntoView({ block: "nearest", behavior: "instant" });
  const frame = () => new Promise(requestAnimationFrame);
  const before = element.getBoundingClientRect();
  await frame();
  await frame();
  const { x, y, width, height } = element.getBoundingClientRect();
  const middle = { x: x + width / 2, y: y + height / 2 };
  const still = x === before.x && y === before.y;
  return still && element.contains(document.elementFromPoint(middle.x, middle.y)) ? middle : null;
}
