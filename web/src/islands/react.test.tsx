// @vitest-environment jsdom
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { Calculator } from "../blocks/fee_calculator/calculator";
import { example } from "../blocks/fee_calculator/example";
import { mount } from "../blocks/fee_calculator/mount";
import { SiteProvider } from "../site/context";
import { fixture, siteOf } from "../testing/site";
import { Island } from "./island";
import { reactIsland } from "./react";
import { startIslands } from "./start";

function Faulty(): never {
  throw new Error("a fault");
}

// Hydration is slow on a busy machine.
vi.setConfig({ testTimeout: 30_000 });
const patience = { timeout: 10_000 };

afterEach(() => vi.restoreAllMocks());

/** The errors in the console while an island with this HTML starts. */
async function errorsOf(html: string): Promise<unknown[]> {
  const errors = vi.spyOn(console, "error").mockImplementation(() => {});
  const root = document.createElement("div");
  root.innerHTML = html;
  reactIsland(() => <p>a price</p>)(root, { identifierPrefix: "" });
  await vi.waitFor(() => expect(root.textContent).toBe("a price"));
  // React reports after it has rendered again.
  await new Promise((resolve) => setTimeout(resolve));
  return errors.mock.calls.map(([message]) => message);
}

test("HTML that differs from what the component renders is an error, unless a translator has changed it", async () => {
  expect(await errorsOf("<p>a price</p>")).toEqual([]);
  expect(await errorsOf("<p>another price</p>")).toEqual([
    expect.stringContaining("an island's HTML differs"),
  ]);
  vi.restoreAllMocks();
  expect(await errorsOf("<p><font>un prix</font></p>")).toEqual([]);
});

test("a component that throws gives the visitor the HTML back", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => {});
  const island = document.createElement("div");
  island.dataset.island = "faulty";
  const root = island.appendChild(document.createElement("div"));
  root.innerHTML = "<p>it stands</p>";
  reactIsland(Faulty)(root, { identifierPrefix: "" });
  await vi.waitFor(() => expect(errors).toHaveBeenCalled());
  await vi.waitFor(() => expect(root.innerHTML).toBe("<p>it stands</p>"));
  expect(island.hasAttribute("data-failed"), "and says so").toBe(true);

  errors.mockClear();
  reactIsland(() => <p>it stands</p>)(root, { identifierPrefix: "" });
  expect(errors, "and React has released the root").not.toHaveBeenCalled();
});

test("two islands of one kind on a page hydrate without a warning, each with ids of its own", async () => {
  // Another test may have left an address that names a portfolio.
  history.replaceState(null, "", "/");
  const errors = vi.spyOn(console, "error");
  const schedule = fixture.content.fees.schedules.calculator;
  if (!schedule) throw new Error("expected the fixture to have a schedule named calculator");
  const island = (
    <Island
      name="fee_calculator"
      trigger="load"
      component={Calculator}
      props={{ schedule, words: example, newTab: "in a new tab" }}
    />
  );
  document.body.innerHTML = renderToStaticMarkup(
    <SiteProvider value={siteOf(fixture, "/")}>
      {island}
      {island}
    </SiteProvider>,
  );
  const ids = () => [...document.querySelectorAll("[id]")].map(({ id }) => id);
  const prerendered = ids();
  expect(new Set(prerendered).size).toBe(4);
  const fields = [...document.querySelectorAll("input")];

  startIslands(document, { fee_calculator: async () => ({ mount }) });
  await vi.waitFor(() => expect(document.querySelectorAll("[data-started]")).toHaveLength(2), patience);
  const [first, second] = fields;
  if (!first || !second) throw new Error("expected two fields");
  first.value = "1000000";
  first.dispatchEvent(new Event("input", { bubbles: true }));
  await vi.waitFor(() => expect(document.querySelectorAll(".has-result")).toHaveLength(1), patience);

  expect([...document.querySelectorAll("input")], "the fields of the page are still there").toEqual(fields);
  expect(fields.map(({ labels }) => labels?.[0]?.textContent)).toEqual([example.label, example.label]);
  expect(second.getAttribute("aria-describedby")).toBe(document.querySelector(".calculator-prompt")?.id);
  expect(ids()).toEqual(prerendered.filter((_, at) => at !== 1));
  expect(errors.mock.calls).toEqual([]);
});
