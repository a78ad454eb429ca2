#!/usr/bin/env bash
# Runs protect.mjs with the record, if one is kept: it names the person and the reason of each publication by break-glass.
set -euo pipefail
umask 077
trap 'rm -f "$RUNNER_TEMP/record-key"' EXIT
. .github/scripts/clone-record.sh
node .github/scripts/protect.mjs
