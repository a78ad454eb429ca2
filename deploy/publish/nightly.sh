#!/usr/bin/env bash
# Asks once a night whether visitors get what was published: from GitHub (.github/workflows/nightly.yml), and from the machine itself
# (site-nightly.timer), since schedules on GitHub are late, and end after 60 days without a change.
#
#   deploy/publish/nightly.sh
#
#   SITE_SERVER      the built server that is live; without it, the place of SITE_PLACE is asked for it
#   SITE_ORIGIN      the address at which the server itself answers; without it, the place of SITE_PLACE leads there
#   SITE_URL         the address that visitors know, through any proxy or CDN
#   SITE_STATE       a folder in which nights without an answer are counted: the first two are not reported
#   SITE_REPOSITORY  OWNER/NAME of a public repository on GitHub, whose own nightly check is asked for: it may have ended
#   SITE_API         GitHub's API, https://api.github.com without it
#   SITE_OPS_PROGRAM    the program of `cargo site-ops`, if it is compiled already
#
# Exits with 0 where all is right, 1 where something is wrong, and 2 where it could not be asked (with SITE_STATE: three nights in a row).
set -euo pipefail

here=$(dirname "$(readlink -f "$0")")
read -ra ops <<< "${SITE_OPS_PROGRAM:-cargo site-ops}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
result=0

# Notes how a check ended: one that says no counts for more than one that could not tell.
note() {
    if [ "$1" = 1 ] || { [ "$1" != 0 ] && [ "$result" = 0 ]; }; then
        result=$1
    fi
}

# Two days are more than any delay of a schedule that still runs.
ask_for_the_last_run() {
    local answer last
    if ! answer=$(curl --silent --show-error --fail --max-time 30 "${SITE_API:-https://api.github.com}/repos/$SITE_REPOSITORY/actions/workflows/nightly.yml/runs?event=schedule&per_page=1"); then
        echo "GitHub could not be asked for the last run of nightly.yml"
        note 2
        return
    fi
    last=$(grep -o '"created_at": *"[^"]*"' <<< "$answer" | head -1 | cut -d'"' -f4)
    if [ -z "$last" ] || [ "$(date -d "$last" +%s)" -lt "$(( $(date +%s) - 2 * 24 * 60 * 60 ))" ]; then
        echo "expected a scheduled run of nightly.yml in the last two days, found ${last:-none}: open it under Actions on GitHub, and press Enable workflow"
        note 1
    fi
}

server=${SITE_SERVER:-}
files=()
case "${SITE_PLACE:-ssh://}" in ssh://* | image://*) ;; *) files=(--files) ;; esac
if [ -z "$server" ]; then
    if "$here/place.sh" status > "$work/status" &&
        "$here/place.sh" get "$(sed -n 's/^live: \([0-9a-f]*\) .*/\1/p' "$work/status")" "$work/server"; then
        server=$work/server
    else
        echo "the place could not be asked what is live"
        note 2
    fi
fi

if [ -n "$server" ]; then
    status=0
    if [ -n "${SITE_ORIGIN:-}" ]; then
        "${ops[@]}" verify "$SITE_ORIGIN" "${files[@]}" --server "$server" || status=$?
    elif [ -n "${SITE_PLACE:-}" ]; then
        "$here/check.sh" "$server" || status=$?
    fi
    note "$status"
    if [ -n "${SITE_URL:-}" ] && [ "$SITE_URL" != "${SITE_ORIGIN:-}" ]; then
        status=0
        "${ops[@]}" verify "$SITE_URL" --edge "${files[@]}" --server "$server" || status=$?
        note "$status"
    fi
fi
if [ -n "${SITE_REPOSITORY:-}" ]; then
    ask_for_the_last_run
fi

if [ -n "${SITE_STATE:-}" ]; then
    nights=0
    if [ "$result" = 2 ]; then
        nights=$(( $(cat "$SITE_STATE/nights" 2> /dev/null || echo 0) + 1 ))
        echo "without an answer for $nights nights"
    fi
    echo "$nights" > "$SITE_STATE/nights"
    if [ "$result" = 2 ] && [ "$nights" -lt 3 ]; then
        result=0
    fi
fi
exit "$result"
