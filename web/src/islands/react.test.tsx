// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { reactIsland } from "./react";

function Faulty(): never {
  throw new Error("a fault");
}

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
