#!/usr/bin/env bash
# Runs a command with this job's secrets as files, and with a clone of the record, if there is one: with-keys.sh COMMAND [ARGUMENT…]
set -euo pipefail
umask 077
keys=$(mktemp -d)
trap 'rm -rf "$keys"' EXIT

# Moves a secret to a file, and sets a variable to the file's path.
keep() {
    if [ -n "${!1:-}" ]; then
        echo "${!1}" > "$keys/$2"
        export "$2=$keys/$2"
    fi
    unset "$1"
}
keep PUBLISHING_KEY SITE_SSH_KEY
keep PLACE_HOST_KEYS SITE_SSH_HOSTS
keep REGISTRY_AUTH REGISTRY_AUTH_FILE
keep CLUSTER_CONFIG KUBECONFIG
# A job has one of these.
keep RECORD_KEY GIT_KEY
keep SNAPSHOTS_KEY GIT_KEY
keep STAMP_AUTHORITIES SITE_STAMP_AUTHORITIES

server=${GITHUB_SERVER_URL:-https://github.com}
host=${server#*://}
host=${host%%:*}
# Git connects only to a host with one of the keys in GitHub's API, which lists a new key before a host uses it
# (https://docs.github.com/en/rest/meta/meta).
if [ -n "${GIT_KEY:-}" ]; then
    curl --silent --show-error --fail --retry 3 ${GITHUB_TOKEN:+--oauth2-bearer "$GITHUB_TOKEN"} "${GITHUB_API_URL:-https://api.github.com}/meta" |
        jq --raw-output --arg host "$host" '.ssh_keys[] | "\($host) \(.)"' > "$keys/github"
    export GIT_SSH_COMMAND="ssh -i $GIT_KEY -o IdentitiesOnly=yes -o BatchMode=yes -o StrictHostKeyChecking=yes -o UserKnownHostsFile=$keys/github -o GlobalKnownHostsFile=/dev/null"
fi
if [ -n "${SITE_RECORD_REPOSITORY:-}" ]; then
    export GIT_AUTHOR_NAME=publish GIT_AUTHOR_EMAIL=publish@localhost GIT_COMMITTER_NAME=publish GIT_COMMITTER_EMAIL=publish@localhost
    export SITE_RECORD=$keys/record
    git clone --quiet "git@$host:$SITE_RECORD_REPOSITORY.git" "$SITE_RECORD"
fi
"$@"
