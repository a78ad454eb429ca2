#!/usr/bin/env bash
# What the change means, from where the branch left BASE: report.sh FOLDER
set -euo pipefail
folder=$1
mkdir -p "$folder"
start=$(git merge-base "$BASE" HEAD)
cargo site diff "$start" --format markdown --out "$folder/diff.md"
