#!/usr/bin/env bash
# Pushes the branch of a take-down, and prints where a person can propose it to main.
set -euo pipefail

git fetch --quiet "$RUNNER_TEMP/publication/taken-down.bundle" 'refs/heads/take-down/*:refs/heads/take-down/*' 'refs/tags/taken-down/*:refs/tags/taken-down/*'
branch=$(git for-each-ref --format='%(refname:short)' refs/heads/take-down/)
gh auth setup-git
git push origin "$branch" "taken-down/${branch: -10}"
echo "Until main has the same entry, nothing else is published. Propose it: $GITHUB_SERVER_URL/$GITHUB_REPOSITORY/compare/$branch?expand=1" >> "$GITHUB_STEP_SUMMARY"
