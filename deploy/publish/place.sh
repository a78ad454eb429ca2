#!/usr/bin/env bash
# Publishes to the place that SITE_PLACE names, in the way that its form tells: ssh://user@host to a machine with systemd (ssh.sh), and
# any other to a folder that a static host serves (folder.sh), which say what the verbs are.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
case "${SITE_PLACE:?expected the place in SITE_PLACE, such as ssh://site@host or user@host:/srv/www}" in
    ssh://*) exec "$here/ssh.sh" "$@" ;;
    *) exec "$here/folder.sh" "$@" ;;
esac
