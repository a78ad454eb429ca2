// GitHub's API for the steps of the workflows. They only trust GitHub itself: the event and the API.

import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { COMMENT_CHARACTERS, cut } from "./text.mjs";

/** @typedef {NodeJS.ProcessEnv} Environment */
/** @typedef {{ type: string, login: string }} User */
/** @typedef {{ number: number, body: string, pull_request?: unknown, user: User | null }} Issue */
/** @typedef {{ id: number, body: string, user: User }} Comment */
/** @typedef {{ id: number, name: string, expired: boolean }} Artifact */
/** @typedef {{ number: number, state: string, base: { sha: string }, head: { sha: string } }} PullRequest */
/**
 * @typedef {{
 *   id: number, head_sha: string, head_branch: string, head_repository: { owner: { login: string } }, status: string,
 *   conclusion: string | null, html_url: string
 * }} Run of a workflow
 */
/** @typedef {{ issue: Issue, workflow_run: Run }} Event the fields of an event that are used; each event has one of them */
/**
 * The text and the state of an issue.
 * @typedef {object} Description
 * @property {string} text
 * @property {"open" | "closed" | "same"} state a new issue with a state other than open is closed immediately
 * @property {string} [memory] data for the next run, hidden from readers; a new issue is only created if it is open or has this data
 * @property {string} [rest] a sentence that says where the rest of a long text is
 */

const PER_PAGE = 100;
/** The most pages to read, so that no one can make a run endless. */
const PAGES = 30;

/** GitHub's servers are overloaded or restarting. They may have executed the request. */
const UNAVAILABLE = [502, 503, 504];
/** GitHub limits the rate of requests, and didn't execute this one. */
const LIMITED = [403, 429];
/** The pause after a secondary rate limit, if GitHub doesn't specify one. */
const LIMIT_SECONDS = 60;

/** The timeout of one request. */
const MILLISECONDS = 30_000;
/** A failed request is repeated after 1, 2 and 4 seconds, or after the time that GitHub specifies. */
const PAUSE_MILLISECONDS = 1_000;
const ATTEMPTS = 4;
/** The most time that a script spends on failed requests and the pauses after them. */
const LOST_MILLISECONDS = 240_000;

/** A failed request, with GitHub's status and the seconds until it may be repeated. */
export class Failure extends Error {
  /** @param {string} message @param {number} [status] @param {number} [seconds] */
  constructor(message, status, seconds) {
    super(message);
    this.status = status;
    this.seconds = seconds;
  }
}

/** A problem that is reported in one sentence, without a stack. */
export class Refusal extends Error {}

/** The event that started the workflow. @param {Environment} environment @returns {Event} */
export function event(environment) {
  return JSON.parse(readFileSync(environment.GITHUB_EVENT_PATH ?? "", "utf8"));
}

/** The API of one repository. Paths are relative to `/repos/OWNER/NAME`. */
export class Api {
  /** The most entries to read from a list. */
  static MOST = PER_PAGE * PAGES;

  /** @param {Environment} environment @param {(milliseconds: number) => Promise<unknown>} [wait] */
  constructor(environment, wait = setTimeout) {
    this.base = `${environment.GITHUB_API_URL}/repos/${environment.GITHUB_REPOSITORY}`;
    this.token = environment.GITHUB_TOKEN;
    this.milliseconds = Number(environment.SITE_API_MILLISECONDS ?? MILLISECONDS);
    this.pause = Number(environment.SITE_API_PAUSE_MILLISECONDS ?? PAUSE_MILLISECONDS);
    this.wait = wait;
    /** The milliseconds spent on failed requests. */
    this.lost = 0;
  }

  /**
   * Sends a request, and returns the response's JSON, if there is any. A failed request is repeated if another attempt may succeed. GitHub may
   * have executed a POST even if no response arrived, so it is only repeated if GitHub refused it, or if a second execution changes nothing.
   * @param {string} method @param {string} path @param {unknown} [body] @returns {Promise<any>}
   */
  async ask(method, path, body) {
    const isIdempotent = method !== "POST" || path.startsWith("/statuses/");
    for (let attempt = 1; ; attempt += 1) {
      const start = performance.now();
      try {
        return await this.#send(method, path, body);
      } catch (error) {
        if (!(error instanceof Failure) || attempt === ATTEMPTS) throw error;
        const { status = 0, seconds } = error;
        const isLimit = LIMITED.includes(status) && seconds !== undefined;
        const isPassing = status === 0 || UNAVAILABLE.includes(status);
        if (!isLimit && !(isPassing && isIdempotent)) throw error;
        const units = seconds ?? 2 ** (attempt - 1);
        const pause = units * this.pause;
        this.lost += performance.now() - start + pause;
        if (this.lost > LOST_MILLISECONDS) throw error;
        console.error(`${error.message}; attempt ${attempt + 1} of ${ATTEMPTS} in ${units} s`);
        await this.wait(pause);
      }
    }
  }

  /** @param {string} method @param {string} path @param {unknown} body */
  async #send(method, path, body) {
    const request = `${method} ${path}: expected success`;
    let response;
    let text;
    try {
      response = await fetch(this.base + path, {
        method,
        signal: AbortSignal.timeout(this.milliseconds),
        headers: {
          accept: "application/vnd.github+json",
          authorization: `Bearer ${this.token}`,
          // A step may read content between two requests for longer than a server keeps a connection open.
          connection: "close",
          "x-github-api-version": "2022-11-28",
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      text = await response.text();
    } catch (thrown) {
      const error = /** @type {Error} */ (thrown);
      const cause = error.cause instanceof Error ? error.cause : error;
      throw new Failure(`${request}, found no answer: ${cause.message}`);
    }
    if (!response.ok) {
      const found = `${response.status}: ${text.slice(0, 500)}`;
      throw new Failure(`${request}, found ${found}`, response.status, secondsToWait(response, text));
    }
    return text === "" ? undefined : JSON.parse(text);
  }

  /** Reads every page of a list. The list is the response itself, or its only list. @param {string} path @returns {Promise<any[]>} */
  async list(path) {
    const all = [];
    for (let page = 1; page <= PAGES; page += 1) {
      const separator = path.includes("?") ? "&" : "?";
      const answer = await this.ask("GET", `${path}${separator}per_page=${PER_PAGE}&page=${page}`);
      /** @type {any[]} */
      const found = Array.isArray(answer) ? answer : (Object.values(answer).find(Array.isArray) ?? []);
      all.push(...found);
      if (found.length < PER_PAGE) break;
    }
    return all;
  }

  /**
   * The open pull request from a run's branch, if its head is still the run's commit. A later commit has its own run.
   * @param {Run} checked @returns {Promise<PullRequest | undefined>}
   */
  async pullRequestOf(checked) {
    const branch = `${checked.head_repository.owner.login}:${checked.head_branch}`;
    /** @type {PullRequest[]} */
    const open = await this.list(`/pulls?state=open&head=${encodeURIComponent(branch)}`);
    return open.find((pull) => pull.head.sha === checked.head_sha);
  }

  /**
   * Updates or creates our comment with this marker.
   * @param {number} number @param {string} marker @param {string} text
   */
  async upsertComment(number, marker, text) {
    /** @type {Comment[]} */
    const comments = await this.list(`/issues/${number}/comments`);
    const ours = comments.find((found) => isOurs(found) && found.body.startsWith(marker));
    const body = `${marker}\n${text}`;
    if (ours === undefined) await this.ask("POST", `/issues/${number}/comments`, { body });
    else if (ours.body !== body) await this.ask("PATCH", `/issues/comments/${ours.id}`, { body });
  }

  /**
   * Updates or creates our issue with this marker. `describe` receives the issue's text, which is empty if there is no issue yet.
   * @param {{ marker: string, title: string, label: string }} issue @param {(before: string) => Description} describe
   */
  async upsertIssue({ marker, title, label }, describe) {
    /** @type {Issue[]} */
    const issues = await this.list(`/issues?state=all&labels=${label}&sort=created&direction=desc`);
    const ours = issues.find((found) => isOurs(found) && found.body?.startsWith(marker));
    const { text, state, memory = "", rest = "The rest is left out." } = describe(ours?.body ?? "");
    const before = `${marker}\n${memory && `<!-- ${memory.replaceAll("-->", "")} -->\n`}\n`;
    const body = before + cut(text, COMMENT_CHARACTERS - before.length, rest);
    if (ours === undefined) {
      if (state !== "open" && memory === "") return;
      const { number } = await this.ask("POST", "/issues", { title, body, labels: [label] });
      if (state !== "open") await this.ask("PATCH", `/issues/${number}`, { state: "closed" });
    } else if (ours.body !== body) {
      await this.ask("PATCH", `/issues/${ours.number}`, { body, ...(state !== "same" && { state }) });
    }
  }
}

/**
 * The seconds until the request may be repeated, if GitHub limits requests or specifies a time.
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
 * @param {Response} response @param {string} text
 */
function secondsToWait({ status, headers }, text) {
  const named = headers.get("retry-after");
  if (named !== null && Number(named) >= 0) return Number(named);
  if (!LIMITED.includes(status)) return undefined;
  if (headers.get("x-ratelimit-remaining") === "0") {
    return Math.max(0, Number(headers.get("x-ratelimit-reset")) - Date.now() / 1000);
  }
  return status === 429 || /secondary rate limit/i.test(text) ? LIMIT_SECONDS : undefined;
}

/** Returns true for an entry by the workflows' own account, because anyone can write a marker. @param {{ user: User | null }} found */
export function isOurs(found) {
  return found.user?.type === "Bot" && found.user.login === "github-actions[bot]";
}

/**
 * Runs a step with the script's parameters, which have these names. The exit codes match `cargo site`: 1 means no, with a sentence
 * and no stack trace; 2 means unknown, for example because GitHub doesn't answer.
 * @param {string[]} names @param {(environment: Environment, ...parameters: string[]) => string | Promise<string>} step
 */
export async function run(names, step) {
  const parameters = process.argv.slice(2);
  try {
    if (parameters.length !== names.length) {
      throw new Refusal(`expected the parameters ${names.join(", ")}, found ${parameters.length}`);
    }
    console.log(await step(process.env, ...parameters));
  } catch (error) {
    const isRefusal = error instanceof Refusal;
    console.error(isRefusal ? `error: ${error.message}` : error);
    process.exitCode = isRefusal ? 1 : 2;
  }
}
