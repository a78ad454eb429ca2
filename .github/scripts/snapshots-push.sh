#!/usr/bin/env bash
# Commits only the snapshots from this run to main, with the deploy key that main's ruleset allows: with-keys.sh snapshots-push.sh PATCH
#
# Only main's code runs with access to the key, and no packages. The patch is data: Git applies it to main's own tree, without changing files of
# the checkout, and every file that it changes must be a regular snapshot file at its expected path.
set -euo pipefail

patch=$1
bytes=$(stat --format %s "$patch")
if [ "$bytes" = 0 ]; then
    echo "every snapshot is exact"
    exit 0
elif [ "$bytes" -gt 20000000 ]; then
    echo "error: expected at most 20000000 bytes in $patch, found $bytes" >&2
    exit 1
fi

# An index that has only main and the patch.
GIT_INDEX_FILE=$(mktemp --directory)/index
export GIT_INDEX_FILE
git read-tree HEAD
git apply --cached --whitespace=nowarn "$patch"
# Each line has the modes and the blobs before and after, the status and the path, which Git quotes if it has unusual characters.
git diff --cached --raw --no-abbrev --no-renames HEAD > "$GIT_INDEX_FILE.raw"
mode='(100644|000000)'
path='(site-content/tests/snapshots/fees__|site-server/tests/snapshots/(pages/)?)[A-Za-z0-9_][A-Za-z0-9_.-]*\.snap'
if others=$(grep --extended-regexp --invert-match "^:$mode $mode [0-9a-f]+ [0-9a-f]+ [ADM]"$'\t'"$path\$" "$GIT_INDEX_FILE.raw"); then
    echo "error: expected only plain files with snapshots of the site's own content, found $others" >&2
    exit 1
fi
stale="snapshots older than the content: $(wc --lines < "$GIT_INDEX_FILE.raw")"
if [ -z "${GIT_KEY:-}" ]; then
    paths=$(cut --fields=2 "$GIT_INDEX_FILE.raw" | paste --serial --delimiters=' ')
    echo "error: $stale ($paths), and the environment \`snapshots\` has no secret SNAPSHOTS_KEY to push with. Run \`cargo site test --accept\` on a branch, and propose what it writes" >&2
    exit 1
fi

as=(-c user.name='github-actions[bot]' -c user.email='41898282+github-actions[bot]@users.noreply.github.com')
commit=$(git "${as[@]}" commit-tree "$(git write-tree)" -p HEAD -m "Take the snapshots again" -m "Made by the program of $(git rev-parse HEAD) from its content.")
host=${GITHUB_SERVER_URL#*://}
if ! git push --quiet "git@${host%%:*}:$GITHUB_REPOSITORY.git" "$commit:refs/heads/main"; then
    echo "error: $stale, and main takes no push: it has moved meanwhile, and then the next run takes them; or its rules do not let the deploy key through" >&2
    exit 1
fi
echo "$stale, taken again as $commit"
