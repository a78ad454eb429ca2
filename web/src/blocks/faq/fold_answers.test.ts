// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

/** The open questions of a narrow window at an address, by their text. */
async function openAt(hash: string): Promise<string[]> {
  vi.resetModules();
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  location.hash = hash;
  document.body.innerHTML = `<div><p><button>Open</button></p><script></script>
    <section id="fees"><details class="faq-question" id="cost" open>cost</details></section>
    <section><details class="faq-question" open>no anchor</details></section></div>`;
  vi.spyOn(document, "currentScript", "get").mockReturnValue(document.querySelector("script"));
  await import("./fold_answers");
  document.dispatchEvent(new Event("DOMContentLoaded"));
  return [...document.querySelectorAll("details[open]")].map(({ textContent }) => textContent);
}

test("a narrow window folds each question, with an anchor or without, unless the address names it", async () => {
  expect(await openAt("")).toEqual([]);
  expect(await openAt("#cost")).toEqual(["cost"]);
  expect(await openAt("#fees")).toEqual(["cost"]);
});
