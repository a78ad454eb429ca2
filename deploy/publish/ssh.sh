#!/usr/bin/env bash
# Publishes to a machine with systemd, by a key that may do nothing there but what site-place does.
#
#   SITE_PLACE=ssh://site@host:22 deploy/publish/ssh.sh VERB
#
#   status               the live publication, the one before it, who holds the place, every switch, and the kept publications, the newest first
#   put FILE             keeps a built server at the place, and prints its digest; refuses if the place is held
#   switch DIGEST        makes a kept publication live; refuses if the place is held
#   checked DIGEST       notes that the origin answers with the live publication
#   undo DIGEST          returns to the publication before a switch that failed, also under a hold; refuses if a person has switched since
#   back DIGEST          makes an earlier publication live for a person, also under a hold
#   get DIGEST FILE      fetches a kept built server
#   parts                the parts that pages of earlier publications may ask for, each with the moment at which it was last in use
#   hold WHO REASON      lets nothing be put or switched until it is released
#   release WHO REASON   ends a hold
#   tunnel PORT          leads a port of this machine to the server itself there, until it is ended
#
# A last word `under-hold` after `put` or `switch` is for the take-down of a page, which has set the hold.
# SITE_SSH_KEY is the file of the key, SITE_SSH_HOSTS that of the machine's own key, as `ssh-keyscan` prints it: another one is refused.
# SITE_SSH_PORT is the port of the server itself there, 8080 unless install.sh was changed.
set -euo pipefail

place=${SITE_PLACE:?expected the machine of the place in SITE_PLACE, such as ssh://site@host}
options=(
    -o BatchMode=yes
    -o ConnectTimeout=20
    -o ServerAliveInterval=10
    -o ServerAliveCountMax=3
    -o StrictHostKeyChecking=yes
)
if [ -n "${SITE_SSH_KEY:-}" ]; then
    options+=(-i "$SITE_SSH_KEY" -o IdentitiesOnly=yes)
fi
if [ -n "${SITE_SSH_HOSTS:-}" ]; then
    options+=(-o "UserKnownHostsFile=$SITE_SSH_HOSTS")
fi

fail() {
    echo "ssh.sh: $1" >&2
    exit "${2:-1}"
}

# The status of ssh itself is 255: nobody there, a key that is refused, or a machine whose own key is another.
ask() {
    ssh "${options[@]}" "$place" "$@" || {
        status=$?
        if [ "$status" = 255 ]; then
            fail "expected an answer from $place, and ssh has none (above); the live version there hasn't changed. See that the machine runs, that the key is in its authorized_keys, and that its own key is the one in SITE_SSH_HOSTS" 2
        fi
        exit "$status"
    }
}

put() {
    bytes=$(stat --format %s "$1") || fail "expected a built server in $1; \`cargo site build\` makes one"
    sum=$(sha256sum "$1" | cut -d' ' -f1)
    ask put "$bytes" "$sum" "${@:2}" < "$1"
}

# An older site-place goes back by `switch`.
back() {
    if ask status < /dev/null | grep '^switched: ' > /dev/null; then
        ask back "$1" < /dev/null
    else
        ask switch "$1" < /dev/null
    fi
}

get() {
    ask get "$1" > "$2" < /dev/null
    chmod 755 "$2"
}

verb=${1:-help}
case "$verb:$#" in
    status:1 | parts:1) ask "$verb" < /dev/null ;;
    put:2 | put:3) put "${@:2}" ;;
    switch:2 | switch:3 | checked:2 | undo:2) ask "$@" < /dev/null ;;
    back:2) back "$2" ;;
    get:3) get "$2" "$3" ;;
    # site-place takes the first word as the name, so a name of several words goes with no-break spaces.
    hold:3 | release:3) ask "$verb" "${2// /$'\xc2\xa0'}" "$3" < /dev/null ;;
    tunnel:2) exec ssh "${options[@]}" -o ExitOnForwardFailure=yes -N -L "127.0.0.1:$2:127.0.0.1:${SITE_SSH_PORT:-8080}" "$place" ;;
    *)
        sed -n '2,/^set/p' "$0" | sed '/^set/d; s/^# \{0,1\}//' >&2
        exit 2
        ;;
esac
