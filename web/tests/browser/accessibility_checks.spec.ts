// The accessibility page names checks from a fixed list, and each of them is a test of this run: `cargo site test` runs
// everything that Playwright lists here.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import type { CheckName } from "../../src/content";

/** Every check that a page may name; a check that is missing here is a type error. */
const checks: Record<CheckName, string> = {
  axe: "@axe",
  contrast: "@contrast",
  keyboard: "@keyboard",
  announcements: "@announcements",
  zoom: "@zoom",
  text_size: "@text_size",
  text_spacing: "@text_spacing",
  forced_colors: "@forced_colors",
  motion: "@motion",
  engines: "@engines",
  without_script: "@without_script",
  print: "@print",
};

interface Suite {
  suites?: Suite[];
  specs: { title: string; tags: string[]; tests: { projectName: string; expectedStatus: string }[] }[];
}

test("each check that the accessibility page can name is tested", () => {
  const web = fileURLToPath(new URL("../..", import.meta.url));
  const command = fileURLToPath(new URL("../../node_modules/@playwright/test/cli.js", import.meta.url));
  const listed = execFileSync(process.execPath, [command, "test", "--list", "--reporter=json"], {
    cwd: web,
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  const { suites } = JSON.parse(listed) as { suites: Suite[] };
  const tested = new Set<string>();
  const engines = new Set<string>();
  for (const { tags, tests } of suites.flatMap(specsOf)) {
    if (tests.every(({ expectedStatus }) => expectedStatus === "skipped")) continue;
    for (const tag of tags) tested.add(`@${tag.replace(/^@/, "")}`);
    if (tags.some((tag) => tag.endsWith("engines")))
      for (const { projectName } of tests) engines.add(projectName);
  }
  for (const tag of Object.values(checks)) expect(tested, `tests with the tag ${tag}`).toContain(tag);
  expect([...engines].toSorted()).toEqual(["chromium", "firefox", "webkit"]);
});

function specsOf({ specs, suites = [] }: Suite): Suite["specs"] {
  return [...specs, ...suites.flatMap(specsOf)];
}
