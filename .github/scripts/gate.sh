#!/usr/bin/env bash
# Answers whether every change of main after BASE, up to HEAD, is approved: gate.sh BASE HEAD FILE
#
# Exits with 0 for yes, 1 for no and 2 for unknown, and prints the reasons. FILE has GitHub's answers, which answers.mjs fetches.
# SITE_OPS_PROGRAM is the program of BASE; SITE_RECORD is the record, if one is kept. These arguments, variables and exit codes never
# change, because a workflow runs the gate of the live commit, which can be much older than the workflow.
#
# Run it in a clone with the whole history and the heads of the pull requests. It doesn't run any file of the checkout.
#
# If one change alters a type of content and a later one uses it, the program of BASE can't read the later one. So if that program
# doesn't say yes, the gate finds the newest approved change before the first one that isn't approved, and runs the gate of that
# commit, with the program of that commit, for the rest. So a change is never judged by its own program. A change that broke the
# glass isn't approved, so neither its program nor a later one is asked.
set -Eeuo pipefail
# If the gate itself fails, the answer is unknown.
trap 'exit 2' ERR

if [ $# != 3 ] || [ -z "${SITE_OPS_PROGRAM:-}" ]; then
    echo "error: expected BASE HEAD FILE and the variable SITE_OPS_PROGRAM, found $# arguments and SITE_OPS_PROGRAM=${SITE_OPS_PROGRAM:-}" >&2
    exit 2
fi
base=$(git rev-parse --verify "$1^{commit}")
head=$(git rev-parse --verify "$2^{commit}")
answers=$(realpath "$3")
program=$(realpath "$SITE_OPS_PROGRAM")
# Git restricts an archive to the current folder.
cd "$(git rev-parse --show-toplevel)"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# 1. Ask the program of BASE about the changes up to a commit. It leaves a report, unless it fails.
ask() {
    local status=0
    "$program" approvals "$base..$1" --answers "$answers" --format json > "$work/report" || status=$?
    case $status in
        0 | 1) return "$status" ;;
        *) return 2 ;;
    esac
}
answer=0
ask "$head" || answer=$?
if [ "$answer" = 0 ]; then
    echo "all changes after $base up to $head are approved"
    exit 0
fi

# 2. Find the newest approved change. If a change makes the program fail, the report ends before it.
end=$head
while [ ! -s "$work/report" ] && [ "$end" != "$base" ]; do
    end=$(git rev-parse --verify "$end^1")
    [ "$end" = "$base" ] || ask "$end" || true
done
git rev-list --first-parent "$base..$end" > "$work/range"
approved=$(node -e '
    const { readFileSync } = require("fs");
    const [base, report, range] = process.argv.slice(1);
    const commits = new Set(readFileSync(range, "utf8").split("\n"));
    const { changes } = JSON.parse(readFileSync(report, "utf8") || `{ "changes": [] }`);
    let approved = base;
    let isApproved = true;
    for (const { commits: own, missing, unknown, broken_glass } of changes) {
        const reasons = [...missing, ...unknown];
        for (const reason of reasons) console.error(`${own.at(-1)}: ${reason}`);
        const isInRange = commits.has(own[0]);
        if (reasons.length > 0 || (isInRange && broken_glass !== null)) isApproved = false;
        if (isApproved && isInRange) approved = own.at(-1);
    }
    console.log(approved);
' "$base" "$work/report" "$work/range" 2> "$work/reasons")

# 3. The program is the same unless files that it may be compiled from have changed.
if git diff --quiet "$base" "$approved" -- . ':!content' ':!docs' ':!.github'; then
    cat "$work/reasons" >&2
    exit "$answer"
fi

# 4. Ask the gate and the program of the newest approved change. Cargo reads settings from the folders above the sources, so they are
# outside the checkout, whose settings may not be approved.
echo "the program of $approved, the newest approved change, judges the changes after it" >&2
mkdir "$work/source"
git archive "$approved" | tar -x -C "$work/source"
(cd "$work/source" && cargo build --locked --bin site-ops --target-dir "$work/target") >&2
answer=0
SITE_OPS_PROGRAM=$work/target/debug/site-ops bash "$work/source/.github/scripts/gate.sh" "$approved" "$head" "$answers" || answer=$?
case $answer in
    0 | 1) exit "$answer" ;;
    *) exit 2 ;;
esac
