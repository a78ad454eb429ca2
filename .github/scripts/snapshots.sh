#!/usr/bin/env bash
# Records what the built site is like, and collects the snapshots that differ: snapshots.sh FOLDER
set -euo pipefail
folder=$1
references=$(mktemp)
# Whether the tests hold is test.yml's to say. Where one did not run to its end, nobody knows which snapshots are left over.
if INSTA_UPDATE=always INSTA_FORCE_PASS=1 INSTA_SNAPSHOT_REFERENCES_FILE=$references \
  cargo test --release --locked --no-fail-fast --package site-content --package site-server; then
  node .github/scripts/collect.mjs "$folder" "$references"
else
  node .github/scripts/collect.mjs "$folder"
fi
