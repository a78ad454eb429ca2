#!/usr/bin/env bash
# Checks whether every change of main after BASE, up to HEAD, is approved: gate.sh BASE HEAD FILE FOLDER
#
# Exits with 0 for yes, 1 for no and 2 for unknown, and prints the reasons. FILE has GitHub's responses, which answers.mjs fetches. Only
# a yes creates FOLDER, with gate.json, which `cargo site-ops publish --gate` reads, the report approvals.json, and answers.json.
# SITE_OPS_PROGRAM is the program of BASE. SITE_BROKEN_GLASS is a file with `broken_glass` from the state of the place, and SITE_REVISION is
# the state's revision. These arguments, variables and exit codes never change, because a workflow runs the gate of the newest approved
# commit, which can be much older than the workflow.
#
# Run it in a clone with the full history and the heads of the pull requests. It doesn't run any file of the checkout.
#
# If one change alters a type of content and a later change uses it, the program of BASE can't read the later one. So if that program doesn't
# say yes, the gate finds the newest approved change before the first unapproved one. It then runs the gate and the program of that commit
# for the rest. So a change is never checked by its own program. A break-glass change isn't approved, so neither its program nor a later one
# runs.
set -Eeuo pipefail
# If the gate itself fails, the answer is unknown.
trap 'exit 2' ERR

if [ $# != 4 ] || [ -z "${SITE_OPS_PROGRAM:-}" ]; then
    echo "error: expected BASE HEAD FILE FOLDER and the variable SITE_OPS_PROGRAM, found $# arguments and SITE_OPS_PROGRAM=${SITE_OPS_PROGRAM:-}" >&2
    exit 2
fi
base=$(git rev-parse --verify "$1^{commit}")
head=$(git rev-parse --verify "$2^{commit}")
answers=$(realpath "$3")
folder=$(realpath --canonicalize-missing "$4")
program=$(realpath "$SITE_OPS_PROGRAM")
if [ -e "$folder" ]; then
    echo "error: expected a folder that isn't there yet, found $folder; delete it, or name another one" >&2
    exit 2
fi
if [ -n "${SITE_BROKEN_GLASS:-}" ]; then
    SITE_BROKEN_GLASS=$(realpath "$SITE_BROKEN_GLASS")
    export SITE_BROKEN_GLASS
fi
# Git restricts an archive to the current folder.
cd "$(git rev-parse --show-toplevel)"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Runs the program of BASE on the changes up to a commit. It writes a report, unless it fails.
ask() {
    local status=0
    "$program" approvals "$base..$1" --answers "$answers" --format json > "$work/report" || status=$?
    case $status in
        0 | 1) return "$status" ;;
        *) return 2 ;;
    esac
}

# Creates FOLDER: finish APPROVED [FOLDER_OF_THE_REST]. The report has the changes from BASE's program, followed by those from the gate
# of the rest.
finish() {
    mkdir -p "$folder"
    node -e '
        const { readFileSync, writeFileSync } = require("fs");
        const [folder, base, head, revision, approved, report, range, rest] = process.argv.slice(1);
        const read = (file) => JSON.parse(readFileSync(file, "utf8"));
        const gate = { base, head, revision: Number(revision), approved };
        let { changes } = read(report);
        if (rest !== undefined) {
            const inner = read(`${rest}/gate.json`);
            const commits = readFileSync(range, "utf8").split("\n");
            const after = commits.slice(0, commits.indexOf(inner.base));
            const isAfter = ({ commits: own }) => after.includes(own[0]);
            gate.approved = inner.approved;
            changes = changes.filter((change) => !isAfter(change));
            changes.push(...read(`${rest}/approvals.json`).changes.filter(isAfter));
        }
        writeFileSync(`${folder}/approvals.json`, `${JSON.stringify({ base, head, answer: "all", changes }, null, 2)}\n`);
        writeFileSync(`${folder}/gate.json`, `${JSON.stringify(gate)}\n`);
    ' "$folder" "$base" "$head" "${SITE_REVISION:-0}" "$1" "$work/report" "$work/range" "${@:2}"
    cp "$answers" "$folder/answers.json"
    echo "all changes after $base up to $head are approved"
    exit 0
}

# 1. Run the program of BASE. If a change makes the program fail, the report ends before that change.
answer=0
ask "$head" || answer=$?
end=$head
while [ ! -s "$work/report" ] && [ "$end" != "$base" ]; do
    end=$(git rev-parse --verify "$end^1")
    [ "$end" = "$base" ] || ask "$end" || true
done

# 2. Find the newest approved change.
git rev-list --first-parent "$base..$head" > "$work/range"
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
[ "$answer" != 0 ] || finish "$approved"

# 3. The program is the same unless files that may be compiled into it have changed.
if git diff --quiet "$base" "$approved" -- . ':!content' ':!docs' ':!.github'; then
    cat "$work/reasons" >&2
    exit "$answer"
fi

# 4. Run the gate and the program of the newest approved change. Cargo reads settings from the folders above the sources, so the sources are
# outside the checkout, whose settings may not be approved.
echo "the program of $approved, the newest approved change, judges the changes after it" >&2
mkdir "$work/source"
git archive "$approved" | tar -x -C "$work/source"
(cd "$work/source" && cargo build --locked --bin site-ops --target-dir "$work/target") >&2
answer=0
SITE_OPS_PROGRAM=$work/target/debug/site-ops bash "$work/source/.github/scripts/gate.sh" "$approved" "$head" "$answers" "$work/rest" || answer=$?
case $answer in
    0) finish "$approved" "$work/rest" ;;
    1) exit 1 ;;
    *) exit 2 ;;
esac
