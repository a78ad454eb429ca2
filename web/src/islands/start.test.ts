// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Loaders, startIslands } from "./start";

const island = (name: string, trigger: string, extra = "") =>
  `<div data-island="${name}" data-trigger="${trigger}" ${extra}>` +
  `<script type="application/json">{"name":"${name}"}</script><div data-island-root>${name} stands</div></div>`;

const mount = vi.fn((root: HTMLElement, props: { name: string }) => {
  root.textContent = `${props.name} lives`;
});
const loaders = {
  good: async () => ({ mount }),
  lost: () => Promise.reject(new Error("offline")),
  faulty: async () => ({
    mount: () => {
      throw new Error("a fault");
    },
  }),
} as Loaders;

const root = (name: string) =>
  document.querySelector<HTMLElement>(`[data-island=${name}] > [data-island-root]`);
const settle = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  mount.mockClear();
  vi.spyOn(console, "error").mockImplementation(() => {});
  history.replaceState(null, "", "/");
});

afterEach(() => void vi.useRealTimers());

test("an island gets its props and starts; one that fails leaves its HTML and the others", async () => {
  document.body.innerHTML = ["lost", "faulty", "unknown", "good"]
    .map((name) => island(name, "load"))
    .join("");
  startIslands(document, loaders);
  await settle();
  expect(["lost", "faulty", "unknown", "good"].map((name) => root(name)?.textContent)).toEqual([
    "lost stands",
    "faulty stands",
    "unknown stands",
    "good lives",
  ]);
  expect(console.error).toHaveBeenCalledTimes(3);
});

test("an interaction starts an island once, and not before", async () => {
  document.body.innerHTML = island("good", "interaction");
  root("good")?.insertAdjacentHTML("beforeend", "<button>A</button>");
  startIslands(document, loaders);
  root("good")?.dispatchEvent(new Event("pointerover", { bubbles: true }));
  await settle();
  expect(mount, "passed over").not.toHaveBeenCalled();
  for (const type of ["pointerover", "focusin"])
    document.querySelector("button")?.dispatchEvent(new Event(type, { bubbles: true }));
  await settle();
  expect(mount).toHaveBeenCalledTimes(1);
});

test.each([
  [1, ["click A", "keydown ArrowDownA", "keydown ArrowDownB", "keydown ArrowDownC"]],
  [3, []],
])(
  "what is pressed while a script is on its way is pressed again if it comes soon (%i s)",
  async (seconds, expected) => {
    document.body.innerHTML = island("late", "load");
    const html = root("late");
    html?.insertAdjacentHTML(
      "beforeend",
      "<button>A</button><button popovertarget=x>B</button><a href=#c>C</a>",
    );
    const pressed: string[] = [];
    let come: (module: { mount: () => void }) => void = () => {};
    startIslands(document, {
      late: () =>
        new Promise((resolve) => {
          come = resolve;
        }),
    });
    for (const element of html?.querySelectorAll<HTMLElement>("button, a") ?? []) {
      element.click();
      element.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
    }
    const then = new Event("now").timeStamp;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => then + 1000 * seconds);
    const record = (event: Event) => {
      const { key = "" } = event as KeyboardEvent;
      pressed.push(`${event.type} ${key}${(event.target as Element).textContent}`);
    };
    come({
      mount: () => {
        for (const type of ["click", "keydown"]) html?.addEventListener(type, record);
      },
    });
    await settle();
    clock.mockRestore();
    expect(pressed).toEqual(expected);
  },
);

test("an island that could not be fetched is tried again when somebody points at it again, and no press comes late", async () => {
  document.body.innerHTML = island("flaky", "interaction");
  const html = root("flaky");
  html?.insertAdjacentHTML("beforeend", "<button>A</button>");
  const button = document.querySelector("button");
  const load = vi
    .fn()
    .mockRejectedValueOnce(new Error("offline"))
    .mockResolvedValue({ mount: () => html?.addEventListener("click", pressed) });
  const pressed = vi.fn();
  startIslands(document, { flaky: load });
  button?.focus();
  button?.click();
  await settle();
  expect(load).toHaveBeenCalledTimes(1);
  button?.click();
  button?.dispatchEvent(new Event("pointerover", { bubbles: true }));
  await settle();
  expect(load).toHaveBeenCalledTimes(2);
  expect(document.querySelector("[data-started]")).not.toBeNull();
  expect(pressed).not.toHaveBeenCalled();
});

test("an island that could not be fetched says so from the second time on, and is asked for again after growing pauses, when the network is back, and until it is there", async () => {
  vi.useFakeTimers();
  document.body.innerHTML = island("flaky", "load");
  const element = document.querySelector("[data-island]");
  const load = vi.fn().mockRejectedValue(new Error("offline"));
  startIslands(document, { flaky: load });
  for (const [pause, attempts] of [
    [0, 1],
    [999, 1],
    [1, 2],
    [1999, 2],
    [1, 3],
    [3999, 3],
    [1, 4],
  ] as const) {
    await vi.advanceTimersByTimeAsync(pause);
    expect(load, `${pause} ms later`).toHaveBeenCalledTimes(attempts);
    expect(element?.hasAttribute("data-failed")).toBe(attempts > 1);
  }
  load.mockResolvedValue({ mount });
  dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(load).toHaveBeenCalledTimes(5);
  expect(element?.hasAttribute("data-failed")).toBe(false);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(load, "once it is there").toHaveBeenCalledTimes(5);
  expect(mount).toHaveBeenCalledTimes(1);
});

test("an island whose script throws says so", async () => {
  document.body.innerHTML = island("faulty", "load");
  startIslands(document, loaders);
  await settle();
  expect(document.querySelector("[data-island=faulty][data-failed]")).not.toBeNull();
});

test.each(["/fees?portfolio=1", "/fees#portfolio=1"])(
  "an address starts what it names: %s",
  async (address) => {
    history.replaceState(null, "", address);
    document.body.innerHTML = island("good", "interaction", 'data-query="portfolio"');
    startIslands(document, loaders);
    await settle();
    expect(mount).toHaveBeenCalledTimes(1);
  },
);
