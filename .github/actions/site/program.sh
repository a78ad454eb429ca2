#!/usr/bin/env bash
# Provides the programs of site-cli and site-ops as target/kept/site and target/kept/site-ops. If the sources in this checkout are the same, it
# uses the programs from the last run of program.yml on main. Otherwise, it compiles them here.
#
# Jobs with permissions run these programs. So they never come from a cache, which every job on main can write, but from an artifact, which
# only its own run can write: a run of program.yml, on main, for a commit of main, that no pull request started.
set -euo pipefail

# All files that are compiled into the programs. Tests compare this line with Cargo's own list, and with program.yml.
sources=(Cargo.toml Cargo.lock .cargo rust-toolchain.toml 'site-*/**' ':!site-*/tests/**' ':!site-content/**' ':!site-prepare/**' ':!site-server/**')
# Only `gh` gets the token.
token=$GH_TOKEN
unset GH_TOKEN
# Remove a folder with this name from the checkout or a cache, because it can't be trusted.
rm -rf target/kept

# The runs of program.yml on main, newest first, with their commits.
runs() {
    GH_TOKEN=$token gh api "repos/$GITHUB_REPOSITORY/actions/workflows/program.yml/runs?branch=main&status=success&per_page=20" |
        jq --raw-output --arg repository "$GITHUB_REPOSITORY" '.workflow_runs[]
            | select(.path | split("@")[0] == ".github/workflows/program.yml")
            | select(.event | IN("push", "schedule", "workflow_dispatch"))
            | select(.head_branch == "main" and .head_repository.full_name == $repository and .conclusion == "success")
            | "\(.id) \(.head_sha)"'
}

# The last run that compiled the sources of this checkout, if there is one.
run=
while [ -z "$run" ] && read -r id commit; do
    if git merge-base --is-ancestor "$commit" HEAD && git diff --quiet "$commit" HEAD -- "${sources[@]}"; then run=$id; fi
done < <(runs)

# A program that was compiled on a newer system may not start.
if [ -n "$run" ] && GH_TOKEN=$token gh run download "$run" --repo "$GITHUB_REPOSITORY" --name program --dir target/kept &&
    chmod +x target/kept/site target/kept/site-ops && target/kept/site --version && target/kept/site-ops --version; then
    echo "the programs of run $run"
else
    echo "expected programs of these sources in a run of program.yml, found none that start here: compiling them"
    cargo build --locked --bin site --bin site-ops
    mkdir -p target/kept
    cp target/debug/site target/debug/site-ops target/kept/
fi
