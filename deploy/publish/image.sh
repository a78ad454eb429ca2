#!/usr/bin/env bash
# Publishes as an image, which a registry keeps, and Kubernetes runs by its digest.
#
#   SITE_PLACE=image://registry.example.com/firm/site deploy/publish/image.sh VERB
#
#   create               makes the place in a repository that has none yet
#   status               the live publication, the one before it, who holds the place, every switch, and the kept publications, the newest first
#   put FILE             keeps a built server as an image, and prints its digest; refuses if the place is held
#   switch DIGEST        has the cluster run a kept publication, and waits until it does; refuses if the place is held
#   checked DIGEST       notes that the origin answers with the live publication
#   undo DIGEST          returns to the publication before a switch that failed, also under a hold; refuses if a person has switched since
#   back DIGEST          makes an earlier publication live for a person, also under a hold
#   get DIGEST FILE      fetches a kept built server
#   parts                the parts that pages of earlier publications may ask for, each with the moment at which it was last in use
#   hold WHO REASON      lets nothing be put or switched until it is released
#   release WHO REASON   ends a hold
#   manifest DIGEST      prints deploy/kubernetes/site.yaml with the image of a kept publication
#   tunnel PORT          leads a port of this machine to the server itself there, until it is ended
#
# A last word `under-hold` after `put` or `switch` is for the take-down of a page, which has set the hold.
#
# REGISTRY_AUTH_FILE is the file by which the registry knows who asks, KUBECONFIG that of the cluster. What runs there has the names of
# deploy/kubernetes/site.yaml. registry.sh says how publications are kept.
set -euo pipefail

place=${SITE_PLACE:?expected the repository of the place in SITE_PLACE, such as image://registry.example.com/firm/site}
export SITE_STORE=${place#image://}
here=$(dirname "$(readlink -f "$0")")
registry=$here/registry.sh
cluster=(kubectl --namespace site)
patience=180s

fail() {
    echo "image.sh: $1" >&2
    exit "${2:-1}"
}

# Has the cluster run an image, and waits until nothing else answers there.
run() {
    "${cluster[@]}" set image deployment/site "site=$SITE_STORE@$1" >&2 &&
        "${cluster[@]}" rollout status deployment/site "--timeout=$patience" >&2
}

switch() {
    image=$("$registry" image "$1")
    runs=$("${cluster[@]}" get deployment/site --output 'jsonpath={.spec.template.spec.containers[?(@.name=="site")].image}') ||
        fail "expected the cluster to say what deployment/site of the namespace site runs, and it does not (above). What was live is live; see KUBECONFIG, and where there is none yet: image.sh manifest DIGEST | kubectl apply --filename -"
    "$registry" begin "$@"
    if ! run "$image"; then
        # The servers of the publication before run on while a server of this one is not ready.
        keep_choice "$1"
        "${cluster[@]}" set image deployment/site "site=$runs" >&2 ||
            fail "expected the cluster to run $runs again, and it refuses: see kubectl --namespace site get pods at once"
        fail "expected the server of $1 to come up, and it does not; the live version hasn't changed. See: kubectl --namespace site get pods, and describe deployment/site"
    fi
    keep_choice "$1"
    "$registry" mark "$1"
}

# If a person has switched the place since a switch to this publication began, has the cluster run their choice, and ends.
keep_choice() {
    last=$("$registry" newest)
    if [ "$last" != "$1" ]; then
        run_again "$last" >&2
        fail "expected $1 as the last switch, found $last: a person has switched the place meanwhile, and that is kept" 3
    fi
}

# Has the cluster run an earlier publication again.
run_again() {
    image=$("$registry" image "$1")
    run "$image" || fail "expected the server of $1 to come up again, and it does not. See: kubectl --namespace site get pods, and describe deployment/site"
    "$registry" mark "$1"
}

undo() {
    target=$("$registry" undo "$1")
    if [ -n "$target" ]; then
        run_again "$target"
    else
        "$registry" status | sed -n 's/^live: //p'
    fi
}

back() {
    "$registry" back "$1"
    run_again "$1"
}

manifest() {
    image=$("$registry" image "$1")
    sed "s|^\( *image: \).*|\1$SITE_STORE@$image|" "$here/../kubernetes/site.yaml"
}

verb=${1:-help}
case "$verb:$#" in
    create:1 | status:1 | parts:1 | put:2 | put:3 | checked:2 | get:3 | hold:3 | release:3) "$registry" "$@" ;;
    switch:2 | switch:3) switch "${@:2}" ;;
    undo:2 | back:2) "$verb" "$2" ;;
    manifest:2) manifest "$2" ;;
    tunnel:2) exec "${cluster[@]}" port-forward --address 127.0.0.1 service/site "$2:http" ;;
    *)
        sed -n '2,/^set/p' "$0" | sed '/^set/d; s/^# \{0,1\}//' >&2
        exit 2
        ;;
esac
