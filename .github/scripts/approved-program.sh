#!/usr/bin/env bash
# Provides site-ops of the newest approved commit, which is checked out, as $RUNNER_TEMP/program/site-ops: the file that a run of publish.yml
# keeps, if its SHA-256 is the one in the state of the place. Otherwise it is compiled here, without caches.
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
