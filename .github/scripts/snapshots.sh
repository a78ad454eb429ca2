#!/usr/bin/env bash
# Records what the built site is like, and collects the snapshots that differ: snapshots.sh FOLDER
set -euo pipefail
folder=$1
# Whether the tests hold is test.yml's to say.
INSTA_UPDATE=always INSTA_FORCE_PASS=1 cargo test --release --locked --no-fail-fast \
  --package site-content --package site-server || true
node .github/scripts/collect.mjs "$folder"
