#!/usr/bin/env bash
# Publishes the server that an earlier job has built, with the keys that GitHub gives this one: publish.sh [ARGUMENT…], with arguments of
# `cargo site-ops publish`. Leaves the outcome in the summary, and as an output of the step.
set -euo pipefail

line="not attested: GitHub does not attest for a repository of this plan or visibility, or its attestation failed"
if [ -n "${ATTESTATION:-}" ]; then
    line="attested by GitHub: $ATTESTATION"
fi
echo "$line" > "$RUNNER_TEMP/attestation"
chmod +x "$RUNNER_TEMP/program/site-ops"
status=0
.github/scripts/with-keys.sh "$RUNNER_TEMP/program/site-ops" publish "$RUNNER_TEMP/publication/site-server" \
    --attestation "$RUNNER_TEMP/attestation" --outcome "$RUNNER_TEMP/outcome" "$@" || status=$?
if [ -s "$RUNNER_TEMP/outcome" ]; then
    cat "$RUNNER_TEMP/outcome" >> "$GITHUB_STEP_SUMMARY"
    echo "outcome=$(tr '\n' ' ' < "$RUNNER_TEMP/outcome")" >> "$GITHUB_OUTPUT"
fi
exit "$status"
