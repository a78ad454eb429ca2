#!/usr/bin/env bash
# Publishes what `cargo site build` has made of the commit that is checked out: approved, written down, checked, and undone where the
# place does not serve it. For GitHub (.github/workflows/publish.yml), and for a person beside it.
#
#   SITE_PLACE=… SITE_ORIGIN=… deploy/publish/publish.sh SERVER
#
#   SITE_PLACE       the place; place.sh says which forms it has
#   SITE_ORIGIN      the address at which the server itself answers. Of a machine that is published to by ssh, and of a cluster, none is needed: its
#                    port is led here
#   SITE_URL         the address that visitors know, through any proxy or CDN; it is checked after the origin
#   SITE_APPROVALS   the file of GitHub's answers, which .github/scripts/answers.mjs fetches: a range whose approvals are missing is refused
#   SITE_BREAK_GLASS a person and a reason, instead of approvals; it is written down, and reviewed afterwards
#   SITE_TAKE_DOWN   if set, the commit takes a page down. It is published under a hold, only on top of the live commit, and stays live if the
#                    origin answers otherwise: going back would bring the page back
#   SITE_VERSION     a file with what SERVER --version prints, from a job without secrets: then nothing of the build runs here before its
#                    approvals are checked. Without it, SERVER is run first
#   SITE_RECORD      the folder of the record, if one is kept: what begins is written before the place is touched. A clone is pushed each time
#   SITE_ATTESTATION a file that says by whom the built server is attested, or that it is not; the record keeps it
#   SITE_IF_DUE      if set, nothing is done where this is live already and no edition has started since: for runs by the hour
#   SITE_ACTOR       the person who publishes, for the record
#   SITE_OUTCOME     a file to which one line is written that tells how it ended
#   SITE_OPS_PROGRAM    the program of `cargo site-ops`, if it is compiled already
#
# Exits with 0 if the publication, or a later publication that contains it, is live and checked; 1 if it is not live; 2 if the live publication is unknown, or
# nothing could be asked; and 4 if it is live at the origin and SITE_URL answers otherwise, or a page is taken down and something else differs.
set -euo pipefail

server=${1:?expected the built server, which \`cargo site build\` makes}
here=$(dirname "$(readlink -f "$0")")
read -ra ops <<< "${SITE_OPS_PROGRAM:-cargo site-ops}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
publication=

# Says how it ended, and ends.
end() {
    echo "$2"
    if [ -n "${SITE_OUTCOME:-}" ]; then
        echo "$2" > "$SITE_OUTCOME"
    fi
    exit "$1"
}

place() {
    "$here/place.sh" "$@"
}

record() {
    "$here/record.sh" "$@"
}

# Writes how a publication ended, if there is a record that knows its number. Publishing goes on without: the next run closes what is open.
about() {
    if [ -n "$2" ]; then
        record "$1" --publication "${@:2}" || echo "publish.sh: the record does not have this; the next run closes what is open" >&2
    fi
}

# Reads from the record what the place serves and what is under way there.
read_record() {
    "${ops[@]}" record status --place live > "$work/recorded"
}

# A value of what the record says of the place, which is JSON on one line: of `served` or `under_way`.
recorded() {
    sed -n "s/.*\"$1\":{[^}]*\"$2\":\"\{0,1\}\([0-9a-f]*\).*/\1/p" "$work/recorded"
}

# Closes a publication that began in a run that was ended before its end.
close_open() {
    read_record || return 1
    open=$(recorded under_way publication)
    if [ -z "$open" ]; then
        return
    fi
    if [ "$(recorded under_way digest)" = "$before" ]; then
        record live --publication "$open" --verified "a later run found that the place serves it" || return 1
    else
        record failed --publication "$open" --reason "a later run found that the place does not serve it" || return 1
    fi
    read_record
}

minute() {
    date -u +"%H:%M UTC"
}

if [ -n "${SITE_VERSION:-}" ]; then
    version=$(cat "$SITE_VERSION") || end 2 "Not published: expected the version of $server in $SITE_VERSION, and it can't be read; build again"
else
    version=$("$server" --version) || end 2 "Not published: $server is no built server; \`cargo site build\` makes one"
fi
digest=$(sed -n 's/.* content \([0-9a-f]*\))$/\1/p' <<< "$version")
commit=$(sed -n 's/.*(commit \([0-9a-z]*\),.*/\1/p' <<< "$version")
[ "$commit" != unknown ] || end 1 "Not published: files differed from the commit when this was built; commit them, and build again"

case "$SITE_PLACE" in
    ssh://* | image://*) ;;
    *) [ -n "${SITE_ORIGIN:-}${SITE_URL:-}" ] || end 2 "Not published: expected the address of the site in SITE_ORIGIN or SITE_URL, by which it is checked, found neither" ;;
esac

# 1. What is live.
place status > "$work/status" || end 2 "Not published: the place could not be asked; the live version hasn't changed"
live=$(sed -n 's/^live: //p' "$work/status")
before=$(cut -d' ' -f1 <<< "$live")
from=$(cut -s -d' ' -f2 <<< "$live")
if [ "$before" != nothing ] && ! grep -q '^switched: ' "$work/status"; then
    end 2 "Not published: expected the place to list its switches, found that it has an older site-place: run deploy/publish/install.sh there again, as docs/publish.md says"
fi

# Returns true if an edition of the live publication has started since its switch. A static host shows it only after another switch.
is_due() {
    place get "$before" "$work/live" || end 2 "Nothing was published: the place does not give its live publication, whose editions say what is due"
    "$work/live" --unpack "$work/editions" || end 2 "Nothing was published: the live publication does not say what is due (above)"
    local switched_at starts
    switched_at=$(date -d "$(cut -s -d' ' -f3 <<< "$live")" +%s)
    for starts in $(grep -o '"starts":[0-9]*' "$work/editions/manifest.json" | cut -d: -f2); do
        if [ "$starts" -gt "$switched_at" ] && [ "$starts" -le "$(date +%s)" ]; then
            return 0
        fi
    done
    return 1
}

# Returns true if one commit is another one, or below it.
is_below() {
    git merge-base --is-ancestor "$1" "$2" 2> /dev/null
}

# Returns true if the live publication is this one, and was checked, or differs from it in snapshots only.
is_same_site() {
    if [ "$before" = "$digest" ]; then
        grep -q "^switched: checked $digest " "$work/status"
    else
        is_below "$from" "$commit" && git diff --name-only "$from" "$commit" > "$work/changes" &&
            [ -s "$work/changes" ] && ! grep -qv '\.snap$' "$work/changes"
    fi
}

if [ "$before" != nothing ] && [ "$from" != "$commit" ] && is_below "$commit" "$from"; then
    end 0 "Already live with $from"
fi
if [ "$before" != nothing ] && is_same_site; then
    if [ -z "${SITE_IF_DUE:-}" ]; then
        end 0 "Already live with $from"
    elif ! is_due; then
        end 0 "Nothing is due: $from is live, and no edition has started since"
    fi
fi
under_hold=()
if [ -n "${SITE_TAKE_DOWN:-}" ]; then
    under_hold=(under-hold)
    address=$(git log -1 --format='%(trailers:key=Taken-down,valueonly)' "$commit")
    [ -n "$address" ] || end 1 "Not published: expected a commit that takes a page down, found that $commit has no line Taken-down"
    [ "$(git rev-parse "$from^{commit}")" = "$(git rev-parse "$commit^")" ] || [ "$from" = "$commit" ] ||
        end 1 "Not published: expected $commit on top of the live commit $from, found it on top of another one: a publication has gone live, or back, since. Take $address down again"
elif grep -q '^held: ' "$work/status"; then
    end 1 "Not published: $(grep '^held: ' "$work/status")"
fi

# 2. It follows what is live, and is approved.
# A take-down is live from a commit that main does not have. The next publication must withdraw the page too, at whatever address it is, and follows
# the commit below that one.
while [ "$before" != nothing ] && git cat-file -e "$from^{commit}" 2> /dev/null && ! is_below "$from" "$commit"; do
    taken=$(git log -1 --format='%(trailers:key=Taken-down,valueonly)' "$from")
    [ -n "$taken" ] || break
    status=0
    "${ops[@]}" take-down "$taken" --check "$from..$commit" || status=$?
    case "$status" in
        0) ;;
        1) end 1 "Not published: $taken was taken down by break-glass, and $commit still has it (above). Merge the branch of commit $from, which withdraws it. The live publication stays" ;;
        *) end 2 "Not published: $taken was taken down by break-glass, and whether $commit withdraws it is unknown (above). The live publication stays" ;;
    esac
    from=$(git rev-parse "$from^")
done
range=()
if [ "$before" != nothing ] && [ "$from" != "$commit" ]; then
    git cat-file -e "$from^{commit}" 2> /dev/null ||
        end 1 "Not published: expected the live commit $from in the history of main, found that it is not there: was main rewritten? If so, publish by SITE_BREAK_GLASS from a clone that has both"
    git merge-base --is-ancestor "$from" "$commit" || [ -n "${SITE_BREAK_GLASS:-}" ] ||
        end 1 "Not published: expected a commit that follows what is live, $from, found that $commit does not: was main rewritten?"
    range=(--range "$from..$commit")
    if [ -n "${SITE_BREAK_GLASS:-}" ]; then
        echo "published by break-glass: $SITE_BREAK_GLASS"
        echo "$SITE_BREAK_GLASS" > "$work/break-glass"
        range+=(--evidence "$work/break-glass")
    else
        [ -n "${SITE_APPROVALS:-}" ] || end 2 "Not published: the approvals of $from..$commit are unknown; give GitHub's answers in SITE_APPROVALS"
        status=0
        "${ops[@]}" approvals "$from..$commit" --answers "$SITE_APPROVALS" --format json > "$work/approvals" || status=$?
        range+=(--approvals "$work/approvals" --evidence "$SITE_APPROVALS")
        if [ "$status" != 0 ]; then
            "${ops[@]}" approvals "$from..$commit" --answers "$SITE_APPROVALS" || true
            [ "$status" = 1 ] && end 1 "Not published: an approval is missing (above); the live version hasn't changed"
            end 2 "Not published: the approvals of $from..$commit are unknown (above); the live version hasn't changed"
        fi
    fi
fi

# From here on the build itself is run.
[ "$("$server" --version)" = "$version" ] ||
    end 1 "Not published: expected $server to be the version that its approvals were checked for, $version, found another one; build again"

# 3. It is written down before the place is touched.
served=
if [ -n "${SITE_RECORD:-}" ]; then
    close_open || end 1 "Not published: the record could not be asked, or what a run before left open could not be closed (above)"
    served=$(recorded served publication)
    served_digest=$(recorded served digest)
    "$server" --unpack "$work/unpacked"
    "${ops[@]}" record shown --head "$commit" > "$work/shown" ||
        end 1 "Not published: the facts, fees and disclaimers on each page could not be listed for the record (above)"
    if [ -s "${SITE_ATTESTATION:-}" ]; then
        range+=(--evidence "$SITE_ATTESTATION")
    fi
    # The parts that the place keeps: those of earlier publications are answered as well, and are in no table.
    if place parts > "$work/parts" && [ -s "$work/parts" ]; then
        range+=(--evidence "$work/parts")
    fi
    turns=run
    case "$SITE_PLACE" in ssh://* | image://*) turns=clock ;; esac
    record begins --place live --unpacked "$work/unpacked" --shown "$work/shown" --actor "${SITE_ACTOR:-$(id -un)}" --turns "$turns" "${range[@]}" > "$work/begins" ||
        end 1 "Not published: the record could not be written, and what is not written down is not published"
    publication=$(sed -n 's/.*"number":\([0-9]*\).*/\1/p' "$work/begins")
fi

# 4. The place takes it, and switches.
kept=()
if [ "$before" != nothing ]; then
    place get "$before" "$work/before" || end 2 "Not published: the place does not give what is live there; the live version hasn't changed"
    kept=(--before "$work/before")
fi
if ! place put "$server" "${under_hold[@]}" > /dev/null; then
    about failed "$publication" --reason "the place did not take it"
    end 1 "Not published: the place did not take it (above); the live version hasn't changed"
fi
since=$(date -u +%Y-%m-%dT%H:%M:%SZ)
switched=0
place switch "$digest" "${under_hold[@]}" > /dev/null || switched=$?
if [ "$switched" = 3 ]; then
    about failed "$publication" --reason "a person holds the place, or has switched it"
    end 1 "Not published: a person holds the place, or has switched it (above)"
fi

# 5. The origin says whether it serves it.
status=0
"$here/check.sh" "$server" "${kept[@]}" > "$work/verified" 2>&1 || status=$?
cat "$work/verified"
if [ -n "${SITE_TAKE_DOWN:-}" ] && [ "$switched" = 0 ] && [ "$status" = 1 ]; then
    about live "$publication" --verified "the place switched; the origin differs: $(tail -1 "$work/verified")"
    "$here/check.sh" "$server" "${kept[@]}" --format json > "$work/differences" 2> /dev/null || true
    if sed -n '/"differences"/,/^  \]/p' "$work/differences" | grep -qF "\"path\": \"$address\","; then
        end 2 "Live since $(minute), but the origin answers otherwise at $address itself (above). See the place at once; going back would show the page again"
    fi
    end 4 "Live since $(minute), and $address is taken down, but the origin answers otherwise elsewhere (above). It stays live: going back would show the page again"
fi
if [ "$status" = 1 ] || { [ "$switched" != 0 ] && [ "$status" != 0 ]; }; then
    reason="the place did not switch"
    [ "$switched" = 0 ] && reason="the origin answered otherwise: $(grep -v '^$' "$work/verified" | tail -1)"
    if [ "$before" = nothing ] || [ "$before" = "$digest" ]; then
        about failed "$publication" --reason "$reason"
        end 1 "Not live: $reason. There is no publication to go back to: see the place"
    fi
    began=$(date +%s)
    undone=0
    again=$(place undo "$digest") || undone=$?
    if [ "$undone" = 3 ]; then
        about failed "$publication" --reason "$reason; a person has switched the place since"
        end 1 "Not live: $reason. A person has switched the place since (above), and that is kept"
    fi
    if [ "$undone" = 0 ]; then
        again=${again%% *}
        if [ "$switched" = 0 ] && [ -n "$served" ] && [ "$again" = "$served_digest" ]; then
            about back "$served" --reason "$reason" --began "$began"
        else
            about failed "$publication" --reason "$reason"
        fi
        [ "$again" = "$before" ] || end 1 "Went back because $reason. Live is $again, which the place had before"
        end 1 "Went back because $reason. What was live is live"
    fi
    # A place that takes nothing has not taken the new publication either.
    if "$here/check.sh" "$work/before" > "$work/verified" 2>&1; then
        about failed "$publication" --reason "$reason"
        end 1 "Not live: $reason. What was live is live, as its origin says"
    fi
    end 2 "Could not go back: $reason, and the place does not switch. See the place at once"
fi
if [ "$status" != 0 ]; then
    about live "$publication" --verified "the place switched; its origin could not be asked"
    end 2 "Live since $(minute), but not checked: the origin could not be asked (above). Ask again: deploy/publish/check.sh $server"
fi
about live "$publication" --verified "the origin: $(tail -1 "$work/verified")"
place checked "$digest" || echo "publish.sh: the place does not have that this was checked; the next run checks it again" >&2

# 6. The address that visitors know follows.
origin=${SITE_ORIGIN:-}
files=()
case "$SITE_PLACE" in
    ssh://* | image://*) ;;
    *)
        files=(--files)
        origin=${origin:-${SITE_URL:-}}
        ;;
esac
if [ -n "${SITE_URL:-}" ] && [ "$SITE_URL" != "$origin" ]; then
    status=0
    "${ops[@]}" verify "$SITE_URL" --edge "${files[@]}" --server "$server" "${kept[@]}" --since "$since" || status=$?
    case "$status" in
        0) ;;
        1) end 4 "Live since $(minute) at the origin, but $SITE_URL answers otherwise (above): see the proxy or CDN in front of it" ;;
        *) end 4 "Live since $(minute), checked at the origin; $SITE_URL could not be asked (above)" ;;
    esac
fi
end 0 "Live since $(minute), checked: $commit"
