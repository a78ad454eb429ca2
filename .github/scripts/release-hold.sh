#!/usr/bin/env bash
# Ends the hold of a take-down, unless a person has held the place for another reason since.
set -euo pipefail
umask 077
. .github/scripts/place-keys.sh

status=$(deploy/publish/place.sh status)
if grep --line-regexp --fixed-strings "held: $HOLD" <<< "$status"; then
    deploy/publish/place.sh release "$SITE_ACTOR" "the take-down is over"
fi
