#!/usr/bin/env bash
# Publishes to the place that SITE_PLACE names, in the way that its form tells, by a script that says what the verbs are: ssh://user@host to a machine
# with systemd (ssh.sh), image://repository to a registry whose images Kubernetes runs (image.sh), pages://project to Cloudflare Pages (pages.sh), and
# any other to a folder that a static host serves (folder.sh).
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
case "${SITE_PLACE:?expected the place in SITE_PLACE, such as ssh://site@host or user@host:/srv/www}" in
    ssh://*) exec "$here/ssh.sh" "$@" ;;
    image://*) exec "$here/image.sh" "$@" ;;
    pages://*) exec "$here/pages.sh" "$@" ;;
    *) exec "$here/folder.sh" "$@" ;;
esac
