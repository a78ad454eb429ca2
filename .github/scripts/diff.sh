#!/usr/bin/env bash
# What the change means, from where the branch left BASE; without BASE, from where it left main: diff.sh [ARGUMENT…]
set -euo pipefail
if [[ -n ${BASE:-} ]]; then
  start=$(git merge-base "$BASE" HEAD)
  set -- "$start" "$@"
fi
exec target/kept/site diff "$@"
