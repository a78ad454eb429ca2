// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { reactIsland } from "./react";

function Faulty(): never {
  throw new Error("a fault");
}

afterEach(() => vi.restoreAllMocks());

/** The errors in the console while an island with this HTML starts. */
async function errorsOf(html: string): Promise<unknown[]> {
  const errors = vi.spyOn(console, "error").mockImplementation(() => {});
  const root = document.createElement("div");
  root.innerHTML = html;
  reactIsland(() => <p>a price</p>)(root, {});
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
  vi.spyOn(console, "error").mockImplementation(() => {});
  const island = document.createElement("div");
  island.dataset.island = "faulty";
  const root = island.appendChild(document.createElement("div"));
  root.innerHTML = "<p>it stands</p>";
  reactIsland(Faulty)(root, {});
  await vi.waitFor(() => expect(console.error).toHaveBeenCalled());
  await vi.waitFor(() => expect(root.innerHTML).toBe("<p>it stands</p>"));
  expect(island.hasAttribute("data-failed"), "and says so").toBe(true);
});
