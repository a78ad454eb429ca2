#!/usr/bin/env bash
# Makes the commit that takes a page down, on what is live, checks it out, and leaves it as a bundle for the jobs after this one.
set -euo pipefail

export GIT_AUTHOR_NAME=$SITE_ACTOR GIT_AUTHOR_EMAIL=$SITE_ACTOR@users.noreply.github.com
export GIT_COMMITTER_NAME=$GIT_AUTHOR_NAME GIT_COMMITTER_EMAIL=$GIT_AUTHOR_EMAIL
arguments=("$TAKE_DOWN" --who "$SITE_ACTOR" --reason "$REASON" --why "$WHY" --branch-on "$LIVE")
if [ -n "$INSTEAD" ]; then
    arguments+=(--instead "$INSTEAD")
fi
cargo site-ops take-down "${arguments[@]}"
branch=$(git for-each-ref --format='%(refname:short)' refs/heads/take-down/)
git bundle create "$RUNNER_TEMP/taken-down.bundle" "$branch" "taken-down/${branch: -10}" "^$LIVE"
git checkout --quiet --detach "$branch"
