# The order of switches at a place, in the file `switches` of the folder $state. For site-place, folder.sh and registry.sh to source: they
# define `moment` and `fail`.
#
# A line is STATE DIGEST MOMENT, the newest last. A switch is `unchecked` until `publish.sh` has asked the origin, and then `checked`, or
# `failed`. It is `left` when a person goes back to an earlier one. Going back chooses among the first two states only.

# Prints the digests of the switches that may be live again, the newest first.
usable() {
    tac "$state/switches" | sed -n -E 's/^(un)?checked ([0-9a-f]*) .*/\2/p'
}

# Prints the state of the last switch to a digest.
state_of() {
    awk -v digest="$1" '$2 == digest { found = $1 } END { print found }' "$state/switches"
}

# Prints the digest of the newest usable switch.
newest() {
    usable | sed -n 1p
}

live_digest() {
    cut -d' ' -f1 "$state/live" 2> /dev/null || true
}

# Prints the digest of the usable switch before the last one to this digest, or of the newest one if this digest is not usable.
before() {
    usable | awk -v digest="$1" '
        $1 == digest { found = 1; next }
        found && !earlier { earlier = $1 }
        !newest { newest = $1 }
        END { if (found && earlier) print earlier; else if (!found && newest) print newest }'
}

# Gives the newest usable switch to a digest another state.
mark_switch() {
    tac "$state/switches" | awk -v state="$1" -v digest="$2" '
        !done && $1 ~ /checked$/ && $2 == digest { $1 = state; done = 1 }
        { print }' | tac > "$state/switches.unfinished"
    mv "$state/switches.unfinished" "$state/switches"
}

# The switches of a place that had only older programs begin with the live publication.
open_switches() {
    touch "$state/switches"
    if [ ! -s "$state/switches" ] && [ -s "$state/live" ]; then
        local digest commit since image
        read -r digest commit since image < "$state/live"
        echo "unchecked $digest $since" > "$state/switches"
    fi
}

# Adds a switch that begins. One that never went live has failed.
add_switch() {
    local last
    last=$(newest)
    if [ "$last" = "$1" ]; then
        mark_switch unchecked "$1"
        return
    fi
    if [ "$last" != "$(live_digest)" ] && [ "$(state_of "$last")" = unchecked ]; then
        mark_switch failed "$last"
    fi
    echo "unchecked $1 $(moment)" >> "$state/switches"
}

# Prints the digest to return to after a switch that failed, and marks the switch; prints nothing if another publication is live already.
# Refuses if a person has switched since.
undo_switch() {
    local live last became target
    live=$(live_digest)
    last=$(newest)
    became=$(state_of "$1")
    if [ "$last" != "$1" ] && [ "$live" != "$1" ] && [ "$became" = failed ]; then
        return
    fi
    [ "$last" = "$1" ] || [ "$live $became" = "$1 failed" ] ||
        fail "expected $1 as the last switch, found $last: a person has switched the place since, and that is kept" 3
    target=$(before "$1")
    [ -n "$target" ] || fail "expected a publication that was live before $1, found none; nothing was changed" 2
    mark_switch failed "$1"
    echo "$target"
}

# Marks every switch after the last one to this digest as left. A digest without a usable switch gets a new one.
leave_later() {
    local digest
    if [[ " $(usable | tr '\n' ' ')" != *" $1 "* ]]; then
        mark_switch left "$(live_digest)"
        echo "unchecked $1 $(moment)" >> "$state/switches"
        return
    fi
    for digest in $(usable); do
        if [ "$digest" = "$1" ]; then return; fi
        mark_switch left "$digest"
    done
}

# Forgets the switches to publications that the place keeps no longer.
prune_switches() {
    awk 'FILENAME == ARGV[1] { kept[$1] = 1; next } $2 in kept' "$state/history" "$state/switches" > "$state/switches.unfinished"
    mv "$state/switches.unfinished" "$state/switches"
}

# Refuses while a person holds the place, unless the caller says `under-hold`, as the take-down of a page does.
require_free() {
    if [ -s "$state/hold" ] && [ "${1:-}" != under-hold ]; then
        fail "expected a place that is free, found it held by $(cat "$state/hold"); end that with: release WHO REASON" 3
    fi
}

# Prints the live publication, the one before it, the hold, every switch and every kept publication, the newest first.
print_status() {
    local live earlier
    live=$(live_digest)
    if [ -n "$live" ]; then
        echo "live: $(cat "$state/live")"
        earlier=$(before "$live")
        if [ -n "$earlier" ]; then echo "before: $earlier"; fi
    else
        echo "live: nothing"
    fi
    if [ -s "$state/hold" ]; then
        echo "held: $(cat "$state/hold")"
    fi
    tac "$state/switches" | sed 's/^/switched: /'
    tac "$state/history"
}
