// The screen reader Orca, with Firefox on a separate virtual screen: takes keys, and returns Orca's words.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Milliseconds of silence after which Orca has finished speaking. */
const SILENCE_MS = 1500;

/** Starts the bus, a window manager and Orca, and then Firefox. */
const session = `
/usr/libexec/at-spi-bus-launcher --launch-immediately &
openbox &
sleep 1
gsettings set org.gnome.desktop.interface toolkit-accessibility true
orca --disable=braille --debug-file="$HOME/heard" &
until grep -qs "Screen reader on" "$HOME/heard"; do sleep 0.2; done
exec "$FIREFOX" --no-remote --profile "$HOME/profile" --width "$WIDTH" --height 900 --new-window "$ADDRESS"
`;

/** Replaces the speech server, because Orca waits for one. Keeps Orca's log up to date. */
const speech = `
import threading, time
from orca import debug
def flush():
    while True:
        time.sleep(0.1)
        if debug.debugFile: debug.debugFile.flush()
threading.Thread(target=flush, daemon=True).start()
raise ImportError("no speech server")
`;

const preferences = [
  'user_pref("browser.aboutwelcome.enabled", false);',
  'user_pref("browser.shell.checkDefaultBrowser", false);',
  'user_pref("datareporting.policy.dataSubmissionEnabled", false);',
  'user_pref("termsofuse.bypassNotification", true);',
];

export class Reader {
  private constructor(
    private readonly home: string,
    private readonly screen: string,
    private readonly processes: ChildProcess[],
  ) {}

  /** Opens a page, and waits until Orca has announced it. On a busy machine, Firefox may start without its bus. */
  static async open(address: string, width: number): Promise<Reader> {
    for (let attempt = 1; ; attempt += 1) {
      const reader = await Reader.start(address, width);
      for (let tries = 0; tries < 300 && !/Finished loading/.test(reader.log()); tries += 1) await pause(200);
      if (/Finished loading/.test(reader.log())) {
        await reader.silence();
        // It reads the page aloud until a key interrupts it.
        await reader.press("Control_L");
        return reader;
      }
      const heard = reader.speech().join(" ");
      reader.close();
      if (attempt === 3)
        throw new Error(
          `expected Orca, which a user can run only once, to read ${address}, heard "${heard}"`,
        );
    }
  }

  private static async start(address: string, width: number): Promise<Reader> {
    const home = mkdtempSync(join(tmpdir(), "orca-"));
    mkdirSync(join(home, "profile"));
    writeFileSync(join(home, "profile/user.js"), preferences.join("\n"));
    mkdirSync(join(home, "python"));
    writeFileSync(join(home, "python/speechd.py"), speech);
    const server = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "1600x1000x24", "-nolisten", "tcp"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [number] = await once(server.stdout, "data");
    const screen = `:${String(number).trim()}`;
    const programs = spawn("dbus-run-session", ["--", "bash", "-c", session], {
      // One signal ends all of them.
      detached: true,
      stdio: "ignore",
      env: {
        ...process.env,
        HOME: home,
        XDG_RUNTIME_DIR: home,
        XDG_CONFIG_HOME: home,
        PYTHONPATH: join(home, "python"),
        DISPLAY: screen,
        ADDRESS: address,
        WIDTH: String(width),
      },
    });
    return new Reader(home, screen, [server, programs]);
  }

  /** Presses a key or types digits, and returns Orca's words. */
  async press(...keys: string[]): Promise<string> {
    const before = this.speech().length;
    for (const key of keys) {
      spawnSync("xdotool", ["key", key], { env: { ...process.env, DISPLAY: this.screen } });
      await pause(150);
    }
    return this.listen(before);
  }

  /** Presses keys one after another, and returns Orca's words after each. */
  async pressEach(...keys: string[]): Promise<string[]> {
    const heard: string[] = [];
    for (const key of keys) heard.push(await this.press(key));
    return heard;
  }

  /** Waits for words that Orca says without a key, and returns everything that it says with them. */
  async wait(words: RegExp): Promise<string> {
    for (let tries = 0; tries < 450; tries += 1) {
      const at = this.speech().findIndex((said) => words.test(said));
      if (at >= 0) return this.listen(at);
      await pause(200);
    }
    throw new Error(`expected Orca to say ${words}, heard ${this.speech().join(" | ")}`);
  }

  /** Returns the words that Orca says, from a place in its log or from now on. */
  private async listen(from = this.speech().length): Promise<string> {
    await this.silence();
    return this.speech()
      .slice(from)
      .map((words) => words.trim())
      .join(" ");
  }

  /** Presses Tab until Orca says these words, and returns its last answer. */
  async tabTo(words: string): Promise<string> {
    const heard: string[] = [];
    while (heard.length < 20) {
      const said = await this.press("Tab");
      if (said.includes(words)) return said;
      heard.push(said);
    }
    throw new Error(`expected Tab to lead to "${words}", heard ${heard.join(" | ")}`);
  }

  close(): void {
    const [server, programs] = this.processes;
    if (programs?.pid) process.kill(-programs.pid, "SIGKILL");
    server?.kill();
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
  }

  private log(): string {
    const file = join(this.home, "heard");
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  }

  private speech(): string[] {
    return [...this.log().matchAll(/SPEECH OUTPUT: '(.*?)'(?:\{.*)?$/gm)].map(([, words = ""]) => words);
  }

  private async silence(): Promise<void> {
    let last = -1;
    for (let now = this.speech().length; now !== last; now = this.speech().length) {
      last = now;
      await pause(SILENCE_MS);
    }
  }
}
