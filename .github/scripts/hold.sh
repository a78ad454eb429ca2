#!/usr/bin/env bash
# Holds the place for the take-down of a page, unless a person holds it already, and asks it which commit is live then. Leaves both as outputs.
set -euo pipefail

ops=$RUNNER_TEMP/program/site-ops
reason="taking down $TAKE_DOWN: $REASON"
if [ "$("$ops" status --json | jq .hold)" = null ]; then
    "$ops" hold --who "$SITE_ACTOR" --reason "$reason"
    # If a person has held the place since, that hold stays.
    hold=$("$ops" status --json | jq --compact-output --arg reason "$reason" '.hold | select(.reason == $reason)')
    echo "hold=$hold" >> "$GITHUB_OUTPUT"
fi
commit=$("$ops" status --json | jq --raw-output '.switches[-1].commit // ""')
if [ -z "$commit" ]; then
    echo "expected a live version, found none; publish main first" >&2
    exit 2
fi
echo "commit=$commit" >> "$GITHUB_OUTPUT"
