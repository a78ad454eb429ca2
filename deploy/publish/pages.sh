#!/usr/bin/env bash
# Publishes to Cloudflare Pages. What has no server does not keep the built servers, which hold what is to be seen only later: a registry keeps them.
#
#   SITE_PLACE=pages://PROJECT SITE_STORE=registry.example.com/firm/site deploy/publish/pages.sh VERB
#
#   create               makes the place in a repository that has none yet
#   status               the live publication, the one before it, who holds the place, every switch, and the kept publications, the newest first
#   put FILE             keeps a built server as an image, and prints its digest; refuses if the place is held
#   switch DIGEST        deploys what a kept publication shows at this moment, with the parts of the last 30 days; refuses if the place is held
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
# REGISTRY_AUTH_FILE is the file by which the registry knows who asks; CLOUDFLARE_API_TOKEN, which may edit Pages and nothing else, and
# CLOUDFLARE_ACCOUNT_ID are those of wrangler. registry.sh says how publications are kept.
#
# SITE_PROGRAM is the program of `cargo site`, if it is not to be compiled.
set -euo pipefail

place=${SITE_PLACE:?expected the project in SITE_PLACE, such as pages://firm-site}
: "${SITE_STORE:?expected the repository in which publications are kept in SITE_STORE, such as registry.example.com/firm/site}"
here=$(dirname "$(readlink -f "$0")")
registry=$here/registry.sh
wrangler=(npx --yes wrangler@4.86.0)
if command -v wrangler > /dev/null; then
    wrangler=(wrangler)
fi

# As `cargo site export` knows it, too.
most_rules=100
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "pages.sh: $1" >&2
    exit "${2:-1}"
}

# Writes the site as files. Cloudflare ignores the rules of _headers past the hundredth, so a site beyond its limits is not deployed.
export_site() {
    read -ra site <<< "${SITE_PROGRAM:-cargo site}"
    exported=$("${site[@]}" export "$work/out" --server "$work/publication/site-server")
    echo "$exported" >&2
    if [[ $'\n'$exported == *$'\n''not for Cloudflare: '* ]]; then
        fail "expected a site within Cloudflare's limits, and it exceeds them (above). Nothing was deployed; take pages out, or publish to another kind of place"
    fi
}

# Adds the parts of earlier publications as files, the newest first. A part is kept as a table with one answer. If the
# extension of a part has no rule, the part needs its own. Once there are as many rules as Cloudflare takes, older parts with a rule are left out.
add_parts() {
    rules=$(grep -c '^/' "$work/out/_headers")
    mkdir -p "$work/out/assets" "$work/publication/parts"
    find "$work/publication/parts" -type f -printf '%T@ %f\n' | sort --reverse --numeric-sort | cut -d' ' -f2 > "$work/parts"
    while read -r name; do
        if [ -e "$work/out/assets/$name" ]; then continue; fi
        rm -rf "$work/part"
        "$work/publication/site-server" --table "$work/publication/parts/$name" --unpack "$work/part" < /dev/null
        # What all parts share has a rule already; an image, which others may embed, needs none.
        rule=$(jq --raw-output '.editions[0].rows[-1] | .path as $path | .headers[] | select(.[0] == "cross-origin-resource-policy" and .[1] != "cross-origin")
            | "\($path)\n  \(.[0]): \(.[1])"' "$work/part/manifest.json")
        if [ -n "$rule" ] && ! grep --quiet --line-regexp --fixed-strings "/assets/*.${name##*.}" "$work/out/_headers"; then
            if [ "$rules" -ge "$most_rules" ]; then
                echo "pages.sh: the part $name of an earlier publication is left out, since Cloudflare takes $most_rules rules in _headers, and the site has as many" >&2
                continue
            fi
            echo "$rule" >> "$work/out/_headers"
            rules=$((rules + 1))
        fi
        cp "$work"/part/bodies/* "$work/out/assets/$name"
    done < "$work/parts"
}

switch() {
    "$registry" begin "$@"
    deploy "$1"
}

undo() {
    target=$("$registry" undo "$1")
    if [ -n "$target" ]; then
        deploy "$target"
    else
        "$registry" status | sed -n 's/^live: //p'
    fi
}

back() {
    "$registry" back "$1"
    deploy "$1"
}

# If a person switches the place meanwhile, their choice is deployed instead.
deploy() {
    rm -rf "$work/publication" "$work/out"
    "$registry" unpack "$1" "$work/publication"
    export_site
    add_parts
    version=$("$work/publication/site-server" --version)
    commit=$(sed -n 's/.*(commit \([0-9a-z]*\),.*/\1/p' <<< "$version")
    # From a folder with nothing else, where wrangler finds no other configuration, and no functions.
    mkdir -p "$work/empty"
    (cd "$work/empty" && CI=1 WRANGLER_SEND_METRICS=false "${wrangler[@]}" pages deploy "$work/out" --project-name "${place#pages://}" --branch main \
        --commit-hash "$commit" --commit-message "Publication $1" --commit-dirty=true >&2) ||
        fail "expected wrangler to deploy $1, and it does not (above). What was live is live; see CLOUDFLARE_API_TOKEN, CLOUDFLARE_ACCOUNT_ID, and that main is the production branch of the project ${place#pages://}"
    last=$("$registry" newest)
    if [ "$last" != "$1" ]; then
        deploy "$last" >&2
        fail "expected $1 as the last switch, found $last: a person has switched the place meanwhile, and that is kept" 3
    fi
    "$registry" mark "$1"
}

verb=${1:-help}
case "$verb:$#" in
    create:1 | status:1 | parts:1 | put:2 | put:3 | checked:2 | get:3 | hold:3 | release:3) "$registry" "$@" ;;
    switch:2 | switch:3) switch "${@:2}" ;;
    undo:2 | back:2) "$verb" "$2" ;;
    *)
        sed -n '2,/^set/p' "$0" | sed '/^set/d; s/^# \{0,1\}//' >&2
        exit 2
        ;;
esac
