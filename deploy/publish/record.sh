#!/usr/bin/env bash
# Writes an event into the record of SITE_RECORD, and prints what `cargo site-ops record write` prints; without a record, it does nothing.
# Of a clone, what is not pushed is not written.
#
#   SITE_RECORD=… deploy/publish/record.sh held --actor ann --reason "the fees were wrong"
set -euo pipefail

if [ -z "${SITE_RECORD:-}" ]; then
    exit 0
fi
read -ra ops <<< "${SITE_OPS_PROGRAM:-cargo site-ops}"
"${ops[@]}" record write "$@"
if [ -d "$SITE_RECORD/.git" ]; then
    git -C "$SITE_RECORD" add --all
    git -C "$SITE_RECORD" commit --quiet --message "Write down: $1"
    git -C "$SITE_RECORD" push --quiet
fi
