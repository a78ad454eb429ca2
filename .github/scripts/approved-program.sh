#!/usr/bin/env bash
# Provides site-ops of the newest approved commit, which is checked out, as $RUNNER_TEMP/program/site-ops. Uses the file from a run of
# publish.yml if its SHA-256 matches the place's state. Otherwise, compiles it here, without caches.
set -euo pipefail

program=$RUNNER_TEMP/program/site-ops
if [ -n "${PROGRAM_RUN:-}" ] && gh run download "$PROGRAM_RUN" --name program --dir "$RUNNER_TEMP/program" &&
    sha256sum --check --status <<< "$PROGRAM_SHA256  $program"; then
    chmod +x "$program"
else
    echo "expected the program ${PROGRAM_SHA256:-(unknown)} in run ${PROGRAM_RUN:-(unknown)}, found none: compiling it from $(git rev-parse HEAD)"
    cargo build --locked --bin site-ops
    mkdir -p "$RUNNER_TEMP/program"
    cp target/debug/site-ops "$program"
fi
