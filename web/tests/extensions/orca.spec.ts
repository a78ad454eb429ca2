// The words of the screen reader Orca in Firefox, on pages, and on the same pages with a fault.

import { existsSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { blockOf, content } from "../browser/site";
import { gate } from "../engines/gate";
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
const calculator = blockOf("/fees", "fee_calculator");
const [menu] = content.site.header.navigation.filter(({ submenu }) => submenu.length > 1);
const [first, second] = menu?.submenu ?? [];

interface Table {
  path: string;
  /** Returns Orca's words at each step. */
  listen(reader: Reader): Promise<string[]>;
  /** The expected words, in this order. */
  expected: RegExp[];
  fault(html: string): string;
}

const tables: Record<string, Table> = {
  "a menu's name, its state and its links": {
    path: "/about",
    listen: async (reader) => [
      await reader.tabTo(`${menu?.name} `),
      await reader.press("Return"),
      await reader.press("Down"),
      await reader.press("Escape"),
    ],
    expected: [
      new RegExp(`${menu?.name} collapsed push button`),
      new RegExp(`${first?.name} link.*expanded`),
      new RegExp(`^${second?.name} link`),
      /collapsed$/,
    ],
    fault: (html) => html.replace(/popovertarget=/gi, "data-target="),
  },
  "the calculator's field and its results, each once": {
    path: "/fees",
    listen: async (reader) => [
      await reader.tabTo("entry"),
      await reader.press(..."750000"),
      await reader.press("ctrl+a", ..."100000"),
    ],
    expected: [
      new RegExp(`${calculator.label} entry.*${calculator.prompt}`),
      new RegExp(
        `^(?!.*${calculator.annual_label}.*${calculator.annual_label}).*${calculator.annual_label}: \\$9,375`,
      ),
      new RegExp(
        `^(?!.*${calculator.annual_label}.*${calculator.annual_label}).*${calculator.annual_label}: \\D+\\.`,
      ),
    ],
    fault: (html) => html.replaceAll(`>${calculator.label}</label>`, "></label>"),
  },
};

/** Returns Orca's words on a page. */
async function hear({ path, listen }: Table, origin: string): Promise<string[]> {
  const reader = await Reader.open(origin + path, 1280);
  try {
    return await listen(reader);
  } finally {
    reader.close();
  }
}

const isAsExpected = ({ expected }: Table, heard: string[]) =>
  expected.every((words, at) => words.test(heard[at] ?? ""));

for (const [name, table] of Object.entries(tables)) {
  test(`Orca says ${name}`, { tag: "@long" }, async () => {
    const heard = await hear(table, FIXTURE_URL);
    expect(isAsExpected(table, heard), heard.join(" | ")).toBe(true);
  });

  test(`Orca says ${name}: a fault is heard`, { tag: "@long" }, async () => {
    const faulty = await gate(FIXTURE_URL, table.fault);
    const heard = await hear(table, faulty.address);
    expect(isAsExpected(table, heard), heard.join(" | ")).toBe(false);
    faulty.close();
  });
}
