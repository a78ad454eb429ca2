#!/usr/bin/env bash
# Puts the place on hold for a take-down, unless a person already has, and asks for the live commit. Both are outputs of the step.
set -euo pipefail

ops=$RUNNER_TEMP/program/site-ops
reason="taking down $TAKE_DOWN: $REASON"
"$ops" hold --if-free --who "$SITE_ACTOR" --reason "$reason"
"$ops" status --json > "$RUNNER_TEMP/state"
# A person's hold must not be released by the workflow.
hold=$(jq --compact-output --arg reason "$reason" '.hold | select(.reason == $reason)' "$RUNNER_TEMP/state")
echo "hold=$hold" >> "$GITHUB_OUTPUT"
commit=$(jq --raw-output '.switches[-1].commit // ""' "$RUNNER_TEMP/state")
if [ -z "$commit" ]; then
    echo "expected a live version, found none; publish main first" >&2
    exit 2
fi
echo "commit=$commit" >> "$GITHUB_OUTPUT"
