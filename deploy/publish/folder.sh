#!/usr/bin/env bash
# Publishes to a folder that a static host serves, on this machine or wherever rsync reaches.
#
#   SITE_PLACE=/srv/www deploy/publish/folder.sh VERB
#   SITE_PLACE=user@host:/srv/www deploy/publish/folder.sh VERB
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
#
# A last word `under-hold` after `put` or `switch` is for the take-down of a page, which has set the hold.
#
# Below the place are: site/, which the host serves; publications/, the last ten built servers; and what is known of them in
# live, switches, in-use, history, hold and parts. Parts, which have a hash in their names, come before the pages that ask for them, and stay
# for 30 days after the last publication that had them is over, since pages may be open for as long. Pages that are over go at once.
#
# SITE_PROGRAM is the program of `cargo site`, if it is not to be compiled.
set -euo pipefail

place=${SITE_PLACE:?expected the folder of the place in SITE_PLACE, such as user@host:/srv/www}
keep_publications=10
keep_seconds=$((30 * 24 * 60 * 60))

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/empty" "$work/place"
state=$work/place
. "$(dirname "$(readlink -f "$0")")/switches.sh"

fail() {
    echo "folder.sh: $1" >&2
    exit "${2:-1}"
}

moment() {
    date -u +%Y-%m-%dT%H:%M:%SZ
}

# Readable for the host's own user, whatever this machine's umask is.
copy() {
    rsync --recursive --checksum --chmod=D755,F644 "$@"
}

# Deletes the files or folders that a list names, one a line, below a folder of the place.
delete() {
    if [ -s "$1" ]; then
        sed 's|.*|/&|; p; s|$|/***|' "$1" > "$work/deleted"
        rsync --recursive --delete --include-from="$work/deleted" --exclude='*' "$work/empty/" "$place/$2/"
    fi
}

# Fetches the state of the place. Any of its files may be missing.
fetch_state() {
    rm -rf "$work/place"
    mkdir "$work/place"
    rsync --recursive --include=/live --include=/switches --include=/in-use --include=/history --include=/hold --include=/parts --exclude='*' \
        "$place/" "$work/place/" || fail "expected a place at $place, and rsync can't read it; see that the folder is there" 2
    touch "$work/place/history" "$work/place/in-use" "$work/place/parts"
    open_switches
}

send_state() {
    copy --delay-updates "$work/place/" "$place/"
}

check_digest() {
    [[ $1 =~ ^[0-9a-f]{64}$ ]] || fail "expected a digest of 64 hexadecimal digits, found $1"
}

status() {
    fetch_state
    print_status
}

parts() {
    fetch_state
    while read -r name seconds; do
        echo "$name $(date -u -d "@$seconds" +%Y-%m-%dT%H:%M:%SZ)"
    done < "$work/place/parts"
}

put() {
    fetch_state
    require_free "${2:-}"
    version=$("$1" --version) || fail "expected a built server in $1; \`cargo site build\` makes one"
    digest=$(sed -n 's/.* content \([0-9a-f]*\))$/\1/p' <<< "$version")
    commit=$(sed -n 's/.*(commit \([0-9a-z]*\),.*/\1/p' <<< "$version")
    check_digest "$digest"

    mkdir -p "$work/publications/$digest"
    cp "$1" "$work/publications/$digest/site-server"
    echo "$commit" > "$work/publications/$digest/commit"
    copy --delay-updates "$work/publications" "$place/"

    # A person may have switched or held the place since.
    fetch_state
    require_free "${2:-}"
    # Of one that is put again, the last time counts.
    { grep -v "^$digest " "$work/place/history" || true; } > "$work/history"
    echo "$digest $commit $(moment)" >> "$work/history"
    live=$(live_digest)
    head -n "-$keep_publications" "$work/history" | cut -d' ' -f1 | { grep -vx -e "$live" -e "$(before "$live")" || true; } > "$work/over"
    { grep -vFf "$work/over" "$work/history" || true; } > "$work/place/history"
    prune_switches
    send_state
    delete "$work/over" publications
    echo "$digest"
}

get() {
    check_digest "$1"
    rsync "$place/publications/$1/site-server" "$2" ||
        fail "expected the publication $1 at $place, found none; status lists those that are kept" 2
    chmod 755 "$2"
}

switch() {
    check_digest "$1"
    fetch_state
    require_free "${2:-}"
    get "$1" "$work/site-server"
    add_switch "$1"
    send_state
    run "$1"
}

checked() {
    fetch_state
    mark_switch checked "$1"
    send_state
}

undo() {
    fetch_state
    target=$(undo_switch "$1")
    if [ -z "$target" ]; then
        cat "$work/place/live"
        return
    fi
    get "$target" "$work/site-server"
    send_state
    run "$target"
}

back() {
    fetch_state
    get "$1" "$work/site-server"
    leave_later "$1"
    send_state
    run "$1"
}

# Has the host serve the built server that was fetched. If a person switches the place meanwhile, their choice is served instead.
run() {
    rm -rf "$work/out"
    read -ra program <<< "${SITE_PROGRAM:-cargo site}"
    "${program[@]}" export "$work/out" --server "$work/site-server" >&2
    mkdir -p "$work/out/assets"

    copy "$work/out/assets" "$place/site/"
    copy --delay-updates --delete-delay --exclude=/assets/ "$work/out/" "$place/site/"

    fetch_state
    last=$(newest)
    if [ "$last" != "$1" ]; then
        get "$last" "$work/site-server"
        run "$last" >&2
        fail "expected $1 as the last switch, found $last: a person has switched the place meanwhile, and that is kept" 3
    fi
    line=$(grep "^$1 " "$work/place/history" || echo "$1 unknown")
    echo "$1 $(cut -d' ' -f2 <<< "$line") $(moment)" > "$work/place/live"
    date_parts
    send_state
    delete "$work/over" site/assets
    cat "$work/place/live"
}

# Writes down which part was last in a publication when, and which are over. One of the publication that is live until now was in use until now.
date_parts() {
    now=$(date +%s)
    (cd "$work/out/assets" && find . -type f -printf '%P\n') | sort > "$work/parts-here"
    sort -u "$work/parts-here" "$work/place/in-use" > "$work/in-use"
    rsync --recursive --list-only "$place/site/assets/" | awk '/^-/ { print $NF }' | sort > "$work/parts-there"
    awk -v now="$now" -v least="$((now - keep_seconds))" -v over="$work/over" '
        FILENAME == ARGV[1] { used[$1] = 1; next }
        FILENAME == ARGV[2] { last[$1] = $2; next }
        {
            # One that nothing is known of is as new as this publication.
            seconds = ($1 in used) || !($1 in last) ? now : last[$1]
            if (seconds < least) {
                print $1 > over
            } else {
                print $1, seconds
            }
        }
        BEGIN { printf "" > over }
    ' "$work/in-use" "$work/place/parts" "$work/parts-there" > "$work/parts"
    mv "$work/parts" "$work/place/parts"
    mv "$work/parts-here" "$work/place/in-use"
}

hold() {
    fetch_state
    echo "$1 since $(moment): $2" > "$work/place/hold"
    send_state
    cat "$work/place/hold"
}

release() {
    fetch_state
    [ -s "$work/place/hold" ] || fail "expected a place that is held, found no hold"
    echo "released by $1: $2; it was held by $(cat "$work/place/hold")"
    rsync --recursive --delete --include=/hold --exclude='*' "$work/empty/" "$place/"
}

verb=${1:-help}
case "$verb:$#" in
    status:1) status ;;
    parts:1) parts ;;
    put:2 | put:3) put "${@:2}" ;;
    switch:2 | switch:3) switch "${@:2}" ;;
    checked:2 | undo:2 | back:2) "$verb" "$2" ;;
    get:3) get "$2" "$3" ;;
    hold:3) hold "$2" "$3" ;;
    release:3) release "$2" "$3" ;;
    *)
        sed -n '2,/^set/p' "$0" | sed '/^set/d; s/^# \{0,1\}//' >&2
        exit 2
        ;;
esac
