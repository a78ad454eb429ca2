// A browser behind a W3C WebDriver server: WebKitGTK or Safari.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import type { Browser } from "./browser";
import { portOf } from "./gate";

/** WebDriver's characters for keys. */
const keyOf: Record<string, string> = {
  Backspace: "\uE003",
  Tab: "\uE004",
  Enter: "\uE007",
  Shift: "\uE008",
  Control: "\uE009",
  Escape: "\uE00C",
  Space: " ",
  PageDown: "\uE00F",
  End: "\uE010",
  Home: "\uE011",
  ArrowLeft: "\uE012",
  ArrowUp: "\uE013",
  ArrowRight: "\uE014",
  ArrowDown: "\uE015",
  Delete: "\uE017",
};

export async function webdriver(program: string): Promise<Browser> {
  const screen = process.platform === "linux" ? await virtualScreen() : undefined;
  const port = await freePort();
  // Without a screen, there is no graphics card to make rendering faster.
  const environment = {
    ...process.env,
    ...(screen && { DISPLAY: screen.name, WEBKIT_SKIA_ENABLE_CPU_RENDERING: "1" }),
  };
  const driver = spawn(program, [`--port=${port}`], { env: environment, stdio: "ignore" });

  async function ask(method: string, path: string, body?: object) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: never };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  }
  while (!(await ask("GET", "/status").catch(() => false))) {
    if (driver.exitCode !== null) throw new Error(`expected ${program} to serve WebDriver, but it ended`);
  }
  const { sessionId } = await ask("POST", "/session", { capabilities: {} });
  const session = `/session/${sessionId}`;
  const act = (source: object) => ask("POST", `${session}/actions`, { actions: [source] });
  const mouse = (action: object) => act({ type: "pointer", id: "mouse", actions: [action] });

  const browser: Browser = {
    reset: () => browser.open("about:blank"),
    open: (url) => ask("POST", `${session}/url`, { url }),
    // Through the driver: WebKit may never answer a script that goes back in history.
    back: () => ask("POST", `${session}/back`, {}),
    forward: () => ask("POST", `${session}/forward`, {}),
    async resize(width, height) {
      // The window is larger than its page by the browser's bars.
      const [barsX, barsY] = await browser.evaluate(() => [
        outerWidth - innerWidth,
        outerHeight - innerHeight,
      ]);
      await ask("POST", `${session}/window/rect`, { width: width + barsX, height: height + barsY });
    },
    evaluate: (work, ...given) =>
      ask("POST", `${session}/execute/sync`, { script: `return (${work})(...arguments)`, args: given }),
    mouse: {
      move: (x, y) => mouse({ type: "pointerMove", x: Math.round(x), y: Math.round(y) }),
      down: () => mouse({ type: "pointerDown", button: 0 }),
      up: () => mouse({ type: "pointerUp", button: 0 }),
    },
    press(keys) {
      const values = keys.split("+").map((key) => keyOf[key] ?? key);
      const down = values.map((value) => ({ type: "keyDown", value }));
      const up = values.map((value) => ({ type: "keyUp", value })).reverse();
      return act({ type: "key", id: "keyboard", actions: [...down, ...up] });
    },
    async close() {
      await ask("DELETE", session);
      driver.kill();
      screen?.close();
    },
  };
  return browser;
}

/** An X server without a screen, one for each browser, so that its window has the focus. */
async function virtualScreen() {
  const server = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [number] = await once(server.stdout, "data");
  return { name: `:${String(number).trim()}`, close: () => server.kill() };
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await portOf(server);
  server.close();
  await once(server, "close");
  return port;
}
