#!/usr/bin/env bash
# Holds the place for the take-down of a page, unless a person holds it already, and asks it which commit is live then. Leaves both as outputs.
set -euo pipefail

ops=$RUNNER_TEMP/program/site-ops
reason="taking down $TAKE_DOWN: $REASON"
"$ops" hold --if-free --who "$SITE_ACTOR" --reason "$reason"
"$ops" status --json > "$RUNNER_TEMP/state"
# The hold of a person isn't ours to release.
hold=$(jq --compact-output --arg reason "$reason" '.hold | select(.reason == $reason)' "$RUNNER_TEMP/state")
echo "hold=$hold" >> "$GITHUB_OUTPUT"
commit=$(jq --raw-output '.switches[-1].commit // ""' "$RUNNER_TEMP/state")
if [ -z "$commit" ]; then
    echo "expected a live version, found none; publish main first" >&2
    exit 2
fi
echo "commit=$commit" >> "$GITHUB_OUTPUT"
