#!/usr/bin/env bash
# Creates the take-down commit on top of the live commit, checks it out, and saves it as a bundle for later jobs.
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
