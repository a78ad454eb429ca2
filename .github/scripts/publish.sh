#!/usr/bin/env bash
# Publishes the server from an earlier job, with the keys of this job: publish.sh [ARGUMENT…], with arguments of `cargo site-ops publish`.
# Writes the outcome to the summary and to an output of the step, and the head of the record, if it's known, to another output.
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
if [ -s "$RUNNER_TEMP/head" ]; then
    echo "head=$(cat "$RUNNER_TEMP/head")" >> "$GITHUB_OUTPUT"
fi
exit "$status"
