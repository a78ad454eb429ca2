// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mount } from "./mount";

const showModal = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  showModal.mockClear();
  HTMLDialogElement.prototype.showModal = showModal;
  vi.spyOn(document, "readyState", "get").mockReturnValue("complete");
  document.body.innerHTML = "<input type=text><div><dialog><h2>News</h2></dialog></div>";
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const start = () => mount(document.querySelector("div") as HTMLElement, { delay: 45_000 });

test("the time counts from the load, however late the script is", () => {
  vi.advanceTimersByTime(5_000);
  const loadEventStart = performance.now();
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ loadEventStart } as never]);
  vi.advanceTimersByTime(30_000);
  start();
  vi.advanceTimersByTime(14_999);
  expect(showModal).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(showModal).toHaveBeenCalledOnce();
});
