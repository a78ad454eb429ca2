#!/usr/bin/env bash
# Asks the place which commit is live, with the keys that GitHub gives this job.
set -euo pipefail
umask 077
. .github/scripts/place-keys.sh

commit=$(deploy/publish/place.sh status | sed -n 's/^live: [0-9a-f]* \([0-9a-f]\{40\}\) .*/\1/p')
if [ -z "$commit" ]; then
    echo "expected a commit that is live, found none; see: deploy/publish/place.sh status" >&2
    exit 2
fi
echo "commit=$commit" >> "$GITHUB_OUTPUT"
