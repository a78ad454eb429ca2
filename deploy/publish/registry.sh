#!/usr/bin/env bash
# Keeps publications as images of a registry. image.sh and pages.sh put live what is kept here.
#
#   SITE_STORE=registry.example.com/firm/site deploy/publish/registry.sh VERB
#
#   create               makes the place in a repository that has none yet
#   status               the live publication, the one before it, who holds the place, every switch, and the kept publications, the newest first
#   put FILE             keeps a built server as an image, and prints its digest; refuses if the place is held
#   image DIGEST         prints the digest of the image of a kept publication
#   newest               prints the digest of the last switch that neither failed nor was left
#   begin DIGEST         notes that a switch to a kept publication begins; refuses if the place is held
#   mark DIGEST          notes that a kept publication is live; refuses if a person has switched since it began
#   checked DIGEST       notes that the origin answers with the live publication
#   undo DIGEST          notes that a switch has failed, and prints the digest to return to, if another publication is not live already
#   back DIGEST          notes that a person goes back to an earlier publication
#   unpack DIGEST DIR    fetches a kept publication: the built server, and in parts/ what it answers of publications before
#   get DIGEST FILE      fetches a kept built server
#   parts                the parts that pages of earlier publications may ask for, each with the moment at which it was last in use
#   hold WHO REASON      lets nothing be put or switched until it is released
#   release WHO REASON   ends a hold
#
# A last word `under-hold` after `put` or `begin` is for the take-down of a page, which has set the hold.
#
# In the repository are the tag `state`, whose files live, switches, history and hold tell what is known, and a tag for each of the last ten
# publications, which is its digest. The lines of live and history end with the digest of the image, and by that alone it is fetched: tags only keep
# it from being collected. An image has the built server in one layer, and in a second one the parts of the last 30 days, if there are any.
# Layers are not compressed, since each version of a compressor makes other bytes: what goes into an image says what its digest is.
#
# REGISTRY_AUTH_FILE is the file by which the registry knows who asks, as `skopeo login` writes it. SOURCE_DATE_EPOCH is the time of the
# files of an image, in seconds; without it, it is that of the commit.
set -euo pipefail
shopt -s inherit_errexit
umask 022
export TZ=UTC

store=${SITE_STORE:?expected the repository of the images in SITE_STORE, such as registry.example.com/firm/site}
keep_publications=10
keep_minutes=$((30 * 24 * 60))

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
layout=$work/layout
state=$work/place
. "$(dirname "$(readlink -f "$0")")/switches.sh"

fail() {
    echo "registry.sh: $1" >&2
    exit "${2:-1}"
}

check_digest() {
    [[ $1 =~ ^[0-9a-f]{64}$ ]] || fail "expected a digest of 64 hexadecimal digits, found $1"
}

moment() {
    date -u +%Y-%m-%dT%H:%M:%SZ
}

# Gives a file of the layout the name of its digest, and prints that.
add_blob() {
    local sum
    sum=$(sha256sum "$1" | cut -d' ' -f1)
    mkdir -p "$layout/blobs/sha256"
    mv "$1" "$layout/blobs/sha256/$sum"
    echo "sha256:$sum"
}

# Prints how a manifest names a file of the layout.
described() {
    jq --null-input --compact-output --arg type "application/vnd.oci.image.$1" --arg digest "$2" \
        --argjson size "$(stat --format %s "$layout/blobs/sha256/${2#sha256:}")" '{mediaType: $type, digest: $digest, size: $size}'
}

# Adds a layer: what a folder has of these names, with more arguments for tar before them. Prints its digest.
add_layer() {
    tar --create --file "$work/layer.tar" --directory "$1" --format=gnu --sort=name --owner=0 --group=0 --numeric-owner --mode=a=rX "${@:2}"
    add_blob "$work/layer.tar"
}

# Makes an image of a time, a configuration and layers, and prints its digest.
make_image() {
    local layers='[]' layer description architecture config
    for layer in "${@:3}"; do
        description=$(described layer.v1.tar "$layer")
        layers=$(jq --compact-output --argjson layer "$description" '. + [$layer]' <<< "$layers")
    done
    case "$(uname -m)" in
        x86_64) architecture=amd64 ;;
        aarch64) architecture=arm64 ;;
        *) architecture=$(uname -m) ;;
    esac
    jq --null-input --compact-output --arg created "$(date -u -d "@$1" +%Y-%m-%dT%H:%M:%SZ)" --arg architecture "$architecture" \
        --argjson config "$2" --argjson layers "$layers" \
        '{created: $created, architecture: $architecture, os: "linux", config: $config, rootfs: {type: "layers", diff_ids: [$layers[].digest]}}' > "$work/config.json"
    config=$(add_blob "$work/config.json")
    description=$(described config.v1+json "$config")
    jq --null-input --compact-output --argjson config "$description" --argjson layers "$layers" \
        '{schemaVersion: 2, mediaType: "application/vnd.oci.image.manifest.v1+json", config: $config, layers: $layers}' > "$work/manifest.json"
    add_blob "$work/manifest.json"
}

# Sends an image of the layout under a tag.
push() {
    local description
    description=$(described manifest.v1+json "$1")
    jq --null-input --compact-output --argjson manifest "$description" '{schemaVersion: 2, manifests: [$manifest]}' > "$layout/index.json"
    echo '{"imageLayoutVersion":"1.0.0"}' > "$layout/oci-layout"
    skopeo --command-timeout 10m copy --quiet --preserve-digests "oci:$layout" "docker://$store:$2" >&2
}

# Fetches an image by its tag or its digest, with which skopeo compares what comes, and unpacks it below a folder.
fetch() {
    rm -rf "$work/fetched"
    skopeo --command-timeout 10m copy --quiet "docker://$store$1" "dir:$work/fetched" >&2 || return 1
    local digests digest
    digests=$(jq --raw-output '.layers[].digest' "$work/fetched/manifest.json") || return 1
    mkdir -p "$2"
    for digest in $digests; do
        tar --extract --file "$work/fetched/${digest#sha256:}" --directory "$2" --no-same-owner || return 1
    done
}

fetch_state() {
    fetch :state "$work/place" || fail "expected a place at $store, and it can't be read (above). See that the registry answers and takes what REGISTRY_AUTH_FILE says; a repository that is no place yet becomes one by: place.sh create" 2
    open_switches
}

# Writes what is known at once, by moving the tag.
send_state() {
    local layer image
    layer=$(add_layer "$work/place" --mtime=@0 history hold live switches)
    image=$(make_image 0 '{}' "$layer")
    push "$image" state || fail "expected the registry to take what is known of the place, and it refuses (above). What was live is live; see that REGISTRY_AUTH_FILE may write there, and that the tag \`state\` may be moved"
}

# Prints what is known of a kept publication.
kept() {
    grep "^$1 " "$work/place/history" || fail "expected the publication $1 at $store, found none; status lists those that are kept" 2
}

# Returns whether the registry has an image, with the manifest of that digest.
has() {
    skopeo --command-timeout 1m inspect --raw "docker://$store@$1" > "$work/found" 2> "$work/not-found"
}

create() {
    if fetch :state "$work/place" 2> "$work/none"; then
        fail "expected a repository that is no place yet, found that $store is one; ask it: place.sh status"
    fi
    mkdir -p "$work/place"
    touch "$work/place/history" "$work/place/hold" "$work/place/live" "$work/place/switches"
    send_state
    echo "$store is a place, and nothing is live there"
}

put() {
    require_free "${2:-}"
    local server version digest commit image line
    server=$(readlink -f "$1")
    if head -c 4096 "$server" | LC_ALL=C grep --text '/ld-[lm]' > "$work/found"; then
        fail "expected a static program, which needs nothing else in its image, found one that needs libraries: cargo site build --target $(uname -m)-unknown-linux-musl"
    fi
    "$server" --check > "$work/check" || fail "expected a built server in $1, and it refuses: it is no program for this machine, or its table is damaged"
    version=$("$server" --version)
    digest=$(sed -n 's/.* content \([0-9a-f]*\))$/\1/p' <<< "$version")
    commit=$(sed -n 's/.*(commit \([0-9a-z]*\),.*/\1/p' <<< "$version")
    check_digest "$digest"

    # One that is kept is there already, and may run.
    line=$(grep "^$digest " "$work/place/history" || true)
    image=$(cut -d' ' -f4 <<< "$line")
    if [ -z "$image" ] || ! has "$image"; then
        image=$(image_of "$server" "$commit")
        push "$image" "$digest" || fail "expected the registry to take the image, and it refuses (above). What was live is live; see that REGISTRY_AUTH_FILE may write to $store, and that the registry has room"
        has "$image" || fail "expected the registry to have $image, which it took, and it answers with something else: $(cat "$work/not-found"). What was live is live; publish again"
    fi
    # A person may have switched or held the place since.
    fetch_state
    require_free "${2:-}"
    remember "$digest $commit $(moment) $image"
    echo "$digest"
}

# Makes the image of a built server and the parts before it, and prints its digest.
image_of() {
    local epoch config program layers parts
    epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct "$2" -- 2> "$work/none" || echo 0)}
    config=$(jq --null-input --compact-output --arg commit "$2" '{
        User: "65532:65532",
        ExposedPorts: {"8080/tcp": {}, "9090/tcp": {}},
        Env: ["SITE_ADDR=[::]:8080", "SITE_ADMIN=[::]:9090"],
        Entrypoint: ["/site-server"],
        Labels: {"org.opencontainers.image.revision": $commit}
    }')
    mkdir -p "$work/tree"
    install -m 755 "$1" "$work/tree/site-server"
    program=$(add_layer "$work/tree" --mtime="@$epoch" site-server)
    layers=("$program")
    collect_parts
    if [ -n "$(find "$work/tree/parts" -type f)" ]; then
        touch -d "@$epoch" "$work/tree/parts"
        # With the times of the files: they tell when a part was last in use.
        parts=$(add_layer "$work/tree" parts)
        layers+=("$parts")
        config=$(jq --compact-output '.Env += ["SITE_PARTS=/parts"]' <<< "$config")
    fi
    make_image "$epoch" "$config" "${layers[@]}"
}

# Collects the parts of what is live, and of what was put last if that is another one, with those that they have of publications before them. Visitors do without
# rather than wait.
collect_parts() {
    local image
    mkdir -p "$work/tree/parts"
    { cut -s -d' ' -f4 "$work/place/live"; tail -1 "$work/place/history" | cut -s -d' ' -f4; } | sort -u > "$work/images"
    while read -r image; do
        rm -rf "$work/earlier"
        if ! fetch "@$image" "$work/earlier" ||
            ! "$work/tree/site-server" --table "$work/earlier/site-server" --write-parts "$work/tree/parts" >&2; then
            echo "registry.sh: the parts of $image are not kept; pages that are open do without them" >&2
            continue
        fi
        if [ -d "$work/earlier/parts" ]; then
            cp --update --preserve=timestamps "$work"/earlier/parts/* "$work/tree/parts/"
        fi
    done < "$work/images"
    find "$work/tree/parts" -type f -mmin "+$keep_minutes" -delete
}

# Writes down what is kept, the newest last, and forgets all publications except the last ones, the live one and the one before it.
remember() {
    local live earlier line
    live=$(live_digest)
    earlier=$(before "$live")
    { grep -v "^${1%% *} " "$work/place/history" || true; } > "$work/history"
    echo "$1" >> "$work/history"
    head -n "-$keep_publications" "$work/history" | { grep -v -e "^${live:-nothing} " -e "^${earlier:-nothing} " || true; } > "$work/over"
    { grep -vxFf "$work/over" "$work/history" || true; } > "$work/place/history"
    prune_switches
    send_state
    while read -r line; do
        skopeo --command-timeout 1m delete "docker://$store:${line%% *}" ||
            echo "registry.sh: the registry does not delete the tag ${line%% *} (above), which is kept no longer; have it expire there" >&2
    done < "$work/over"
}

begin() {
    require_free "${2:-}"
    kept "$1" > "$work/found"
    add_switch "$1"
    send_state
}

checked() {
    mark_switch checked "$1"
    send_state
}

undo() {
    local target
    target=$(undo_switch "$1")
    if [ -n "$target" ]; then
        send_state
        echo "$target"
    fi
}

back() {
    kept "$1" > "$work/found"
    leave_later "$1"
    send_state
}

mark() {
    local last line commit image
    last=$(newest)
    [ "$last" = "$1" ] ||
        fail "expected $1 as the last switch, found $last: a person has switched the place meanwhile, and that is kept" 3
    line=$(kept "$1")
    commit=$(cut -d' ' -f2 <<< "$line")
    image=$(cut -d' ' -f4 <<< "$line")
    echo "$1 $commit $(moment) $image" > "$work/place/live"
    send_state
    cat "$work/place/live"
}

unpack() {
    local line image version
    line=$(kept "$1")
    image=$(cut -d' ' -f4 <<< "$line")
    fetch "@$image" "$2" || fail "expected the image $image at $store, and it can't be fetched (above)" 2
    version=$("$2/site-server" --version) || fail "expected a built server in $image, and it does not start" 2
    [[ $version == *" content $1)" ]] || fail "expected the publication $1 in $image, found $version" 2
}

get() {
    unpack "$1" "$work/publication"
    install -m 755 "$work/publication/site-server" "$2"
}

parts() {
    local live
    live=$(cut -d' ' -f1 "$work/place/live")
    if [ -n "$live" ]; then
        unpack "$live" "$work/publication"
        mkdir -p "$work/publication/parts"
        find "$work/publication/parts" -type f -printf '%f %TY-%Tm-%TdT%TH:%TM:%.2TSZ\n' | sort
    fi
}

hold() {
    echo "$1 since $(moment): $2" > "$work/place/hold"
    send_state
    cat "$work/place/hold"
}

release() {
    [ -s "$work/place/hold" ] || fail "expected a place that is held, found no hold"
    local was
    was=$(cat "$work/place/hold")
    : > "$work/place/hold"
    send_state
    echo "released by $1: $2; it was held by $was"
}

verb=${1:-help}
case "$verb:$#" in
    create:1) create ;;
    status:1) fetch_state; print_status ;;
    parts:1) fetch_state; parts ;;
    put:2 | put:3) fetch_state; put "${@:2}" ;;
    image:2) check_digest "$2"; fetch_state; kept "$2" | cut -d' ' -f4 ;;
    newest:1) fetch_state; newest ;;
    begin:2 | begin:3 | mark:2 | checked:2 | undo:2 | back:2) check_digest "$2"; fetch_state; "$verb" "${@:2}" ;;
    unpack:3 | get:3) check_digest "$2"; fetch_state; "$verb" "$2" "$3" ;;
    hold:3 | release:3) fetch_state; "$verb" "$2" "$3" ;;
    *)
        sed -n '2,/^set/p' "$0" | sed '/^set/d; s/^# \{0,1\}//' >&2
        exit 2
        ;;
esac
