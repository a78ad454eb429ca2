// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { mount } from "./mount";

// Files of tests share one world.
afterEach(() => void vi.useRealTimers().restoreAllMocks());

test("the time counts from the load, however late the script is", () => {
  vi.useFakeTimers();
  const showModal = vi.fn();
  HTMLDialogElement.prototype.showModal = showModal;
  HTMLDialogElement.prototype.close = () => {};
  document.elementFromPoint = () => null;
  document.elementsFromPoint = () => [];
  HTMLElement.prototype.getAnimations = () => [];
  vi.spyOn(document, "readyState", "get").mockReturnValue("complete");
  document.body.innerHTML = "<dialog><h2>News</h2><button data-close></button></dialog>";
  vi.advanceTimersByTime(5_000);
  const loadEventStart = performance.now();
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ loadEventStart } as never]);
  vi.advanceTimersByTime(30_000);
  mount(document.body, { delay: 45_000 });
  vi.advanceTimersByTime(14_999);
  expect(showModal).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(showModal).toHaveBeenCalledOnce();
});
