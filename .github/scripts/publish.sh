#!/usr/bin/env bash
# Publishes what the job before has built, with the keys that GitHub gives this one. What it does is deploy/publish/publish.sh, as for a person.
set -euo pipefail
umask 077

publication=$RUNNER_TEMP/publication
export SITE_OUTCOME=$RUNNER_TEMP/outcome
export SITE_PROGRAM=$publication/site
export SITE_OPS_PROGRAM=$publication/site-ops
export SITE_VERSION=$publication/version
. .github/scripts/place-keys.sh

: > "$RUNNER_TEMP/range"
head=$(git rev-parse HEAD)
if [ -n "${TAKE_DOWN:-}" ]; then
    export SITE_BREAK_GLASS="$SITE_ACTOR: $REASON"
    export SITE_TAKE_DOWN=yes
else
    live=$(deploy/publish/place.sh status | sed -n 's/^live: [0-9a-f]* \([0-9a-f]\{40\}\) .*/\1/p') || true
    # What was taken down is live from a commit beside main, of which GitHub has no pull request.
    base=$(git merge-base "${live:-$head}" "$head") || base=$live
    if [ -n "$live" ] && [ "$base" != "$head" ]; then
        echo "$base $head" > "$RUNNER_TEMP/range"
        export SITE_APPROVALS=$RUNNER_TEMP/answers.json
        if ! node .github/scripts/answers.mjs "$SITE_APPROVALS" "$base" "$head"; then
            # Then nobody can tell who approved it, and publish.sh says so.
            unset SITE_APPROVALS
        fi
    fi
fi

export GIT_AUTHOR_NAME=publish GIT_AUTHOR_EMAIL=publish@localhost GIT_COMMITTER_NAME=publish GIT_COMMITTER_EMAIL=publish@localhost
. .github/scripts/clone-record.sh

deploy/publish/publish.sh "$publication/site-server"
