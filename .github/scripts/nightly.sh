#!/usr/bin/env bash
# Asks the place, with the keys that GitHub gives this job; leaves the report and the status for the next one, which may write issues.
set -euo pipefail
umask 077
. .github/scripts/place-keys.sh

mkdir -p "$RUNNER_TEMP/nightly"
status=0
deploy/publish/nightly.sh > "$RUNNER_TEMP/nightly/report" 2>&1 || status=$?
cat "$RUNNER_TEMP/nightly/report"
echo "$status" > "$RUNNER_TEMP/nightly/status"
