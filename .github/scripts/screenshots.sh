#!/usr/bin/env bash
# Pictures of the pages that look different, from where the branch left BASE: screenshots.sh FOLDER
set -euo pipefail
folder=$1
start=$(git merge-base "$BASE" HEAD)
# What a stranger has written is not printed: a log takes some lines as commands.
cargo site diff "$start" --screenshots "$folder" > /dev/null
