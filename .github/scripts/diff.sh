#!/usr/bin/env bash
# What the change means, from where the branch left BASE; without BASE, from where it left main: diff.sh [ARGUMENT…]
set -euo pipefail
# Some runners copy the files of a checkout without its repository.
if ! git rev-parse --git-dir > /dev/null 2>&1; then
  echo "Not compared: there is no Git repository here." >&2
  exit 0
fi
if [[ -n ${BASE:-} ]]; then
  start=$(git merge-base "$BASE" HEAD)
  set -- "$start" "$@"
fi
exec target/kept/site diff "$@"
