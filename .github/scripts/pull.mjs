// The pull request that a run of the check is for.

/** @typedef {import("./api.mjs").PullRequest} PullRequest */

/**
 * The open pull request whose head was checked. A later commit has a check of its own.
 * @param {import("./api.mjs").Api} api
 * @param {import("./api.mjs").Run} checked
 */
export async function pullRequest(api, checked) {
  const branch = `${checked.head_repository.owner.login}:${checked.head_branch}`;
  /** @type {PullRequest[]} */
  const open = await api.list(`/pulls?state=open&head=${encodeURIComponent(branch)}`);
  return open.find((pull) => pull.head.sha === checked.head_sha);
}
