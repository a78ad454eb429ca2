// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { lockZoomInFields } from "./zoom_lock";

const usual = "width=device-width, initial-scale=1";
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const android = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  ["an iPhone", iphone, "iPhone", 5, true],
  ["an old iPad", iphone.replace("iPhone;", "iPad;"), "iPad", 5, true],
  ["an iPad", mac, "MacIntel", 5, true],
  ["a Mac", mac, "MacIntel", 0, false],
  ["an Android phone", android, "Linux armv81", 5, false],
])(
  "a field locks the zoom while it has the focus, on iOS alone: %s",
  (_, userAgent, platform, maxTouchPoints, locks) => {
    vi.stubGlobal("navigator", { userAgent, platform, maxTouchPoints });
    const page = document.implementation.createHTMLDocument();
    page.head.innerHTML = `<meta name="viewport" content="${usual}">`;
    page.body.innerHTML = '<input><a href="/">A</a>';
    const content = () => page.querySelector("meta")?.content;
    const send = (selector: string, type: string) =>
      page.querySelector(selector)?.dispatchEvent(new Event(type, { bubbles: true }));
    lockZoomInFields(page);
    for (let times = 0; times < 2; times += 1) {
      expect(content()).toBe(usual);
      send("input", "focusin");
      expect(content()).toBe(locks ? `${usual}, maximum-scale=1` : usual);
      send("input", "focusout");
    }
    send("a", "focusin");
    expect(content(), "a link is no field").toBe(usual);
  },
);
