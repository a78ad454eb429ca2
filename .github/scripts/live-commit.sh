#!/usr/bin/env bash
# Holds the place for the take-down of a page, unless a person holds it already, and asks it which commit is live then. Leaves the hold for
# release-hold.sh, by the keys that GitHub gives this job.
set -euo pipefail
umask 077
. .github/scripts/place-keys.sh

hold=
if ! deploy/publish/place.sh status | grep '^held: '; then
    hold=$(deploy/publish/place.sh hold "$SITE_ACTOR" "taking down $TAKE_DOWN: $REASON")
    # One line, whatever the reason holds.
    echo "hold=$(head -1 <<< "$hold")" >> "$GITHUB_OUTPUT"
fi
commit=$(deploy/publish/place.sh status | sed -n 's/^live: [0-9a-f]* \([0-9a-f]\{40\}\) .*/\1/p')
if [ -z "$commit" ]; then
    echo "expected a live commit, found none; see: deploy/publish/place.sh status" >&2
    [ -z "$hold" ] || deploy/publish/place.sh release "$SITE_ACTOR" "nothing can be taken down"
    exit 2
fi
echo "commit=$commit" >> "$GITHUB_OUTPUT"
