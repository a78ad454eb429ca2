#!/usr/bin/env bash
# Asks the server itself of a place for everything that a built server holds, and exits as `cargo site-ops verify` does: 0 the same, 1 it differs, 2 it
# could not be asked.
#
#   SITE_PLACE=… deploy/publish/check.sh SERVER [MORE ARGUMENTS OF cargo site-ops verify]
#
# SITE_ORIGIN is the address at which the server itself answers. Of a machine that is published to by ssh, and of a cluster, none is needed: its port
# is led here. Of a static host without one, it is SITE_URL. Of Cloudflare Pages, whose network may have a deployment a moment late, what differs is asked for
# again, twice.
set -euo pipefail

server=${1:?expected the built server, which \`cargo site build\` makes}
here=$(dirname "$(readlink -f "$0")")
read -ra ops <<< "${SITE_OPS_PROGRAM:-cargo site-ops}"
tunnel=
trap 'if [ -n "$tunnel" ]; then kill "$tunnel" 2> /dev/null || true; fi' EXIT

# Returns whether somebody listens on a port of this machine.
is_taken() {
    (exec 3<> "/dev/tcp/127.0.0.1/$1") 2> /dev/null
}

# Leads a port of this machine to the server itself, as the origin. Another program may have the port, or take it meanwhile: then the
# way there ends at once, and another port is tried.
lead() {
    for _ in 1 2 3 4 5; do
        # Below those that systems give out by themselves.
        port=$(( 20000 + RANDOM % 12000 ))
        origin=http://127.0.0.1:$port
        if is_taken "$port"; then continue; fi
        # Not by a function, whose own process would be the one that is ended.
        "$here/place.sh" tunnel "$port" > /dev/null &
        tunnel=$!
        for _ in $(seq 50); do
            if ! kill -0 "$tunnel" 2> /dev/null; then break; fi
            if is_taken "$port"; then return; fi
            sleep 0.2
        done
        kill "$tunnel" 2> /dev/null || true
        tunnel=
    done
}

files=()
origin=${SITE_ORIGIN:-}
case "${SITE_PLACE:?expected the place in SITE_PLACE}" in
    ssh://* | image://*) if [ -z "$origin" ]; then lead; fi ;;
    *)
        files=(--files)
        origin=${origin:-${SITE_URL:-}}
        if [ -z "$origin" ]; then
            echo "check.sh: expected the address of the site in SITE_ORIGIN or SITE_URL, found neither" >&2
            exit 2
        fi
        ;;
esac
times=1
case "$SITE_PLACE" in pages://*) times=3 ;; esac
while true; do
    status=0
    "${ops[@]}" verify "$origin" --server "$server" "${files[@]}" "${@:2}" || status=$?
    times=$((times - 1))
    if [ "$status" != 1 ] || [ "$times" = 0 ]; then
        exit "$status"
    fi
    echo "check.sh: asks again in 20 s, since not all of Cloudflare's network may have it yet" >&2
    sleep 20
done
