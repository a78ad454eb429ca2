#!/usr/bin/env bash
# Publishes to the place that SITE_PLACE names. Its form decides which script does it, each of which lists the verbs: ssh://user@host a machine with
# systemd (ssh.sh), image://repository a registry whose images Kubernetes runs (image.sh), pages://project Cloudflare Pages (pages.sh), and any other
# a folder that a static host serves (folder.sh).
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
case "${SITE_PLACE:?expected the place in SITE_PLACE, such as ssh://site@host or user@host:/srv/www}" in
    ssh://*) exec "$here/ssh.sh" "$@" ;;
    image://*) exec "$here/image.sh" "$@" ;;
    pages://*) exec "$here/pages.sh" "$@" ;;
    *) exec "$here/folder.sh" "$@" ;;
esac
