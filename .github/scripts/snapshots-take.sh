#!/usr/bin/env bash
# Updates the snapshots of main's content with main's own program, and writes the difference as a patch: snapshots-take.sh PATCH. Has no
# permissions and no secrets, because it runs packages from npm and Cargo.
#
# First, it checks the last commit that changed more than content. That commit was tested strictly, so its snapshots must match the output of
# its program. If they don't, code has changed pages without review, and no snapshots are taken.
set -euo pipefail

head=$(git rev-parse HEAD)
last=$(git log --first-parent --max-count=1 --format=%H -- . ':(exclude)content' ':(exclude,glob)**/snapshots/**/*.snap')
git checkout --quiet --detach "$last"
status=0
cargo site snapshots --check || status=$?
git checkout --quiet --detach "$head"
if [ "$status" = 1 ]; then
    echo "error: expected the snapshots of $last ($(git show --no-patch --format=%s "$last")), the last commit that changed more than content, to be what its program makes of its content, found others: code has changed pages without their snapshots. Run \`cargo site test --accept\`, read each difference, and propose them" >&2
    exit 1
elif [ "$status" != 0 ]; then
    echo "error: the snapshots of $last can't be compared; the log says why" >&2
    exit 2
fi

cargo site snapshots
# Git includes new snapshots in a difference only after they are added.
git add --all
difference=(git diff --cached --no-renames "$head")
snapshots=('site-content/tests/snapshots/fees__*.snap' 'site-server/tests/snapshots/*.snap')
"${difference[@]}" --binary --full-index -- "${snapshots[@]}" > "$1"
echo "stale snapshots of $head:"
"${difference[@]}" --name-only -- "${snapshots[@]}"
