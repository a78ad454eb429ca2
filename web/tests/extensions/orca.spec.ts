// The words of the screen reader Orca in Firefox, on pages, and on the same pages with a fault.

import { existsSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { blockOf, content } from "../browser/site";
import { gate, unchanged } from "../engines/gate";
import { Reader } from "./orca";

test.skip(process.platform !== "linux", "Orca runs on Linux only");
test.beforeAll(() => {
  const programs = ["orca", "openbox", "Xvfb", "dbus-run-session", "xdotool"];
  const missing = programs.filter((program) => !existsSync(`/usr/bin/${program}`));
  if (missing.length > 0)
    throw new Error(
      `expected these programs in /usr/bin: ${missing.join(", ")}; \`cargo site test --long\` installs them on Debian`,
    );
});

const { FIXTURE_URL = "" } = process.env;
const { header, labels, newsletter } = content.site;
const calculator = blockOf("/fees", "fee_calculator");
const filter = blockOf("/blog", "article_list");
const questions = blockOf("/faq", "faq");
const cases = blockOf("/", "case_studies");
const hero = blockOf("/", "hero");
const economy = content.articles.filter(({ matter }) => matter.category === "Economy").length;
const [first] = questions.categories.flatMap((category) => category.questions);
const [menu] = header.navigation.filter(({ submenu }) => submenu.length > 1);
const [firstLink, secondLink] = menu?.submenu ?? [];

interface Table {
  path: string;
  width?: number;
  /** Changes the page, also without the fault. */
  change?(html: string): string;
  /** Returns Orca's words at each step. */
  listen(reader: Reader): Promise<string[]>;
  /** The words that each step must have, in the order of the steps. */
  expected: RegExp[];
  fault(html: string): string;
}

/** A regular expression of text that may have its special characters. */
const words = (...parts: (string | undefined)[]) =>
  new RegExp(parts.map((part = "") => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".*"));

const tables: Record<string, Table> = {
  "the home page's skip link, headings and picture": {
    path: "/",
    listen: (reader) => reader.pressEach("Tab", "Return", "Tab", "ctrl+Home", "h", "h", "h", "g"),
    expected: [
      /link/,
      words(content.site.name),
      new RegExp(`^${hero.actions[0]?.label} link`, "i"),
      /link/,
      words(hero.title.replace(/\{.*/, ""), "heading level 1"),
      words(cases.heading, "heading level 2"),
      words(cases.studies[0]?.title, "heading level 3"),
      /image/,
    ],
    fault: (html) => html.replace(/<(\/?)h1/g, "<$1p"),
  },
  "a menu's name, its state and its links": {
    path: "/about",
    listen: async (reader) => [
      await reader.tabTo(`${menu?.name} `),
      ...(await reader.pressEach("Return", "Down", "Escape")),
    ],
    expected: [
      words(`${menu?.name} collapsed push button`),
      words(`${firstLink?.name} link`, "expanded"),
      new RegExp(`^${secondLink?.name} link`),
      /collapsed$/,
    ],
    fault: (html) => html.replace(/popovertarget=/gi, "data-target="),
  },
  "the panel's name, its links, and the way back": {
    path: "/about",
    width: 600,
    listen: async (reader) => [
      await reader.tabTo(`${labels.menu} `),
      ...(await reader.pressEach("Return", "Tab", "Tab", "shift+Tab", "Escape")),
    ],
    expected: [
      words(`${labels.menu} collapsed push button`),
      words(`${labels.menu} dialog`, `${labels.close} push button`),
      words(`${header.action.label} link`),
      words(`${header.navigation[0]?.name} link`),
      words(`${header.action.label} link`),
      words(`${labels.menu} collapsed push button`),
    ],
    fault: (html) => html.replace(/(<dialog id="site-panel"[^>]*?) aria-label="[^"]*"/, "$1"),
  },
  "the filter's choices, its results, and that there are none": {
    path: "/blog",
    // The category's only article is moved to another one.
    change: (html) =>
      html.replaceAll('card" data-category="Investment Strategy"', 'card" data-category="Economy"'),
    listen: async (reader) => [
      await reader.tabTo("Investment"),
      await reader.press("space"),
      await reader.tabTo("Economy"),
      await reader.press("Return"),
      ...(await reader.pressEach("shift+Tab", "shift+Tab", "space")),
      await reader.tabTo(filter.reset_label),
      await reader.press("Return"),
    ],
    expected: [
      /Investment Strategy toggle button not pressed/,
      words("pressed", filter.empty),
      /Economy toggle button not pressed/,
      words("pressed", `${economy + 1} ${labels.articles_found}`),
      /toggle button not pressed/,
      /Investment Strategy toggle button not pressed/,
      words("pressed", filter.empty),
      words(`${filter.reset_label} push button`),
      words(`${filter.all_label} toggle button pressed`),
    ],
    fault: (html) => html.replace('<div aria-live="polite">', "<div>"),
  },
  "the questions' states and the button that opens all": {
    path: "/faq",
    width: 500,
    listen: async (reader) => [
      await reader.tabTo(`${questions.labels.open} `),
      ...(await reader.pressEach("Return", "Tab", "Return", "Return", "shift+Tab")),
    ],
    expected: [
      words(`${questions.labels.open} push button`),
      words(questions.labels.fold),
      words(`${first?.question} expanded`),
      /collapsed/,
      /expanded/,
      words(`${questions.labels.fold} push button`),
    ],
    fault: (html) => html.replace(/<(\/?)summary/g, "<$1div"),
  },
  "the calculator's field, its results, its limits and its copied link": {
    path: "/fees",
    listen: async (reader) => [
      await reader.tabTo("entry"),
      await reader.press(..."750000"),
      ...(await reader.pressEach("Tab", "Tab", "Return")),
      ...(await reader.pressEach("shift+Tab", "shift+Tab")),
      await reader.press("ctrl+a", ..."100000"),
      await reader.press("ctrl+a", ..."9999999999999999"),
      await reader.press("ctrl+a", "BackSpace"),
      ...(await reader.pressEach("Tab", "shift+Tab")),
    ],
    expected: [
      words(`${calculator.label} entry`, calculator.prompt),
      words(`${calculator.annual_label}: $9,375`, calculator.leaves_out),
      words(`${calculator.action.label} link`),
      words(`${calculator.copy_label} push button`),
      words(calculator.copied),
      words(`${calculator.action.label} link`),
      words(`${calculator.label} entry`, "750,000"),
      new RegExp(`${calculator.annual_label}: \\D+\\.`),
      words(calculator.too_long),
      words(calculator.prompt),
      /./,
      words(`${calculator.label} entry`, calculator.prompt),
    ],
    fault: (html) => html.replaceAll(`>${calculator.label}</label>`, "></label>"),
  },
  "the newsletter's window, what it has, and the way back": {
    path: "/everything",
    // Long enough for the screen reader to finish with the page.
    change: (html) => html.replace(/"delay":\d+/, '"delay":60000'),
    listen: async (reader) => [
      await reader.wait(words(newsletter.prompt.heading)),
      ...(await reader.pressEach("Tab", "Tab", "Return")),
    ],
    expected: [
      words(newsletter.prompt.heading, newsletter.prompt.body),
      words(newsletter.prompt.label, "link"),
      words(`${newsletter.prompt.close_label} push button`),
      /./,
    ],
    fault: (html) => html.replaceAll(`>${newsletter.prompt.close_label}</button>`, "></button>"),
  },
};

/** Pages open without the newsletter's window, which would take the focus. */
const withoutPrompt = (html: string) => html.replace(/"delay":\d+/, '"delay":3600000');

/** Returns Orca's words on a page. */
async function hear({ path, width = 1280, listen, change = unchanged }: Table, fault = unchanged) {
  const site = await gate(FIXTURE_URL, (html) => fault(change(withoutPrompt(html))));
  const reader = await Reader.open(site.address + path, width);
  try {
    return await listen(reader);
  } catch (error) {
    return [String(error)];
  } finally {
    reader.close();
    site.close();
  }
}

/** Returns what is wrong with Orca's words: silence, a sentence said twice, or other words than expected. */
function faultsIn({ expected }: Table, heard: string[]): string[] {
  return expected.flatMap((pattern, at) => {
    const said = heard[at] ?? "";
    if (!said) return [`step ${at + 1}: silent`];
    if (/(.{12,}\S)\W+\1/.test(said)) return [`step ${at + 1}: said twice: ${said}`];
    return pattern.test(said) ? [] : [`step ${at + 1}: expected ${pattern}, heard "${said}"`];
  });
}

for (const [name, table] of Object.entries(tables)) {
  test(`Orca says ${name}`, { tag: "@long" }, async () => {
    const heard = await hear(table);
    expect(faultsIn(table, heard), heard.join(" | ")).toEqual([]);
  });

  test(`Orca says ${name}: a fault is heard`, { tag: "@long" }, async () => {
    const heard = await hear(table, table.fault);
    expect(faultsIn(table, heard), heard.join(" | ")).not.toEqual([]);
  });
}
